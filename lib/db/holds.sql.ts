// SQL: advisory locks.
import { boolean, statement, text } from "./statement";

/** Erasing takes the shared side of this lock and placing a hold the other, so each sees the other's outcome. */
const HOLD_LOCK = "hashtext('svc.legal_holds')";
export const HOLDS_IN_FORCE = "SELECT billing_entity_id FROM legal_holds WHERE lifted_at IS NULL";

export function isHeld(entity: string): string {
  return `EXISTS (SELECT FROM legal_holds h WHERE h.billing_entity_id = ${entity} AND h.lifted_at IS NULL)`;
}

export const FIND_HOLD = statement({
  name: "find_hold",
  params: { billingEntityId: text },
  row: { isHeld: boolean },
  text: (p) => `SELECT is_held(${p.billingEntityId}) AS "isHeld"`,
});

/** Must run before the erasing statement: one that waits for a lock keeps its older snapshot. */
export const SHARE_HOLDS = statement({
  name: "share_holds",
  row: {},
  text: `SELECT FROM pg_advisory_xact_lock_shared(${HOLD_LOCK})`,
});

export const LOCK_HOLDS = statement({
  name: "lock_holds",
  row: {},
  text: `SELECT FROM pg_advisory_xact_lock(${HOLD_LOCK})`,
});
