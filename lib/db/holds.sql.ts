import { boolean, statement, text } from "./statement";

/** Statements that erase run under its shared side, placing a hold under the other: each sees the other's outcome. */
const HOLD_LOCK = "hashtext('svc.legal_holds')";
export const HOLDS_IN_FORCE = "SELECT billing_entity_id FROM legal_holds WHERE lifted_at IS NULL";

/** Whether a row is under a legal hold. `entity`: an expression for its billing entity. */
export function isHeld(entity: string): string {
  return `EXISTS (SELECT FROM legal_holds h WHERE h.billing_entity_id = ${entity} AND h.lifted_at IS NULL)`;
}

/** Its answer is true until the transaction ends. */
export const FIND_HOLD = statement({
  name: "find_hold",
  params: [text],
  row: { isHeld: boolean },
  text: `SELECT is_held($1) AS "isHeld"`,
});

/** Before a statement that erases, and not in it: a statement that waits for a lock keeps its older snapshot. */
export const SHARE_HOLDS = statement({
  name: "share_holds",
  params: [],
  row: {},
  text: `SELECT FROM pg_advisory_xact_lock_shared(${HOLD_LOCK})`,
});

export const LOCK_HOLDS = statement({
  name: "lock_holds",
  params: [],
  row: {},
  text: `SELECT FROM pg_advisory_xact_lock(${HOLD_LOCK})`,
});
