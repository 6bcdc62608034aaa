import { settleWithin } from "../audit/settle";
import { now } from "../platform/clock";
import { type Transaction, transaction } from "../platform/db";
import { log } from "../platform/log";
import { enterConfirmedUnits, releaseReservation } from "../usage/end-reservations";
import { CANCELLED, type RunResult } from "./run";
import { draftRunAudit, type EndedRun, type EndState } from "./run-audit";

export interface RunEnd {
  state: EndState;
  code: string | null;
  message: string | null;
  result: RunResult | null;
}

type Failure = Omit<RunEnd, "result" | "message"> & { message: string };

/** Which run may be ended: one that waits, one that the caller holds, one that its holder has left behind. */
type Held = { by: "nobody" } | { by: "token"; token: string } | { by: "the dead"; silentSince: Date };

const END = `
  UPDATE agent_runs r SET state = $2::run_state, finished_at = $3, reason = $4, reason_code = $5, result = $6,
    units_charged = CASE WHEN $2 = 'SUCCEEDED' THEN r.units ELSE 0 END, claim_token = NULL
  FROM connectors c
  WHERE r.id = ANY($1) AND c.id = r.connector_id AND CASE $7
    WHEN 'nobody' THEN r.state = 'QUEUED'
    WHEN 'token' THEN r.state = 'RUNNING' AND r.claim_token = $8
    ELSE r.state = 'RUNNING' AND r.claimed_at < $9 END
  RETURNING r.id, r.action, r.request_id AS "requestId", r.started_at AS "startedAt", r.connector_id AS "connectorId",
    r.requested_by_id AS "requestedById", r.billing_entity_id AS "billingEntityId", r.reservation_id AS "reservationId",
    r.units, c.organization_id AS "organizationId", lower(c.tool_profile::text) AS "toolProfile"`;

type Ended = EndedRun & { id: string; reservationId: string | null; units: number };

/** State, audit row and confirmed units in one transaction. Those that are missing were not this caller's to end. */
async function endRuns(tx: Transaction, runIds: readonly string[], held: Held, end: RunEnd): Promise<Ended[]> {
  const isPaid = end.state === "succeeded";
  const ended = await tx.sql<Ended>("end_runs", END, [
    runIds,
    end.state.toUpperCase(),
    now(),
    end.message,
    end.code,
    end.result === null ? null : JSON.stringify(end.result),
    held.by,
    held.by === "token" ? held.token : null,
    held.by === "the dead" ? held.silentSince : null,
  ]);
  const settlements = ended.map((row) => ({
    audit: draftRunAudit(row, { state: end.state, code: end.code, units: isPaid ? row.units : 0 }),
    reservation: isPaid && row.reservationId !== null ? { id: row.reservationId, confirm: true } : null,
    usedKeyId: null,
    usedGrantId: null,
  }));
  if (settlements.length > 0) settleWithin(tx, settlements);
  return ended;
}

async function endStartedRun(runId: string, held: Held, end: RunEnd): Promise<boolean> {
  const [ended] = await transaction((tx) => endRuns(tx, [runId], held, end));
  if (!ended) return false;
  await endReservation(ended, end.state === "succeeded");
  return true;
}

async function endReservation({ reservationId, units }: Ended, isPaid: boolean): Promise<void> {
  if (reservationId === null) return;
  if (isPaid) return enterConfirmedUnits({ id: reservationId, units });
  await releaseReservation(reservationId).catch((error: unknown) =>
    log().warn({ error }, "the units of a run wait for the sweep"),
  );
}

export function endHeldRun(runId: string, token: string, end: RunEnd): Promise<boolean> {
  return endStartedRun(runId, { by: "token", token }, end);
}

export function endDeadRun(runId: string, silentSince: Date, failure: Failure): Promise<boolean> {
  return endStartedRun(runId, { by: "the dead", silentSince }, { ...failure, result: null });
}

/** Units are reserved when a run starts: there are none to release. */
async function endWaitingRuns(tx: Transaction, runIds: readonly string[], failure: Failure): Promise<boolean> {
  return (await endRuns(tx, runIds, { by: "nobody" }, { ...failure, result: null })).length > 0;
}

export function endWaitingRun(runId: string, failure: Failure): Promise<boolean> {
  return transaction((tx) => endWaitingRuns(tx, [runId], failure));
}

const { state, code, message } = CANCELLED();
const RUN_WAS_CANCELLED: Failure = { state, code, message };

/** Waiting, they end here; running, they end within a second. Those that have ended stay as they are. */
export async function cancelRuns(tx: Transaction, runIds: readonly string[]): Promise<void> {
  await endWaitingRuns(tx, runIds, RUN_WAS_CANCELLED);
  // After that: one that was claimed meanwhile is found running.
  await tx.sql(
    "request_cancel",
    `UPDATE agent_runs SET cancel_requested_at = coalesce(cancel_requested_at, $2)
     WHERE id = ANY($1) AND state = 'RUNNING'`,
    [runIds, now()],
  );
}

/** With the transaction that takes these connectors out of use. In the order of their ids: two such never wait in a circle. */
export async function cancelRunsOf(tx: Transaction, connectorIds: readonly string[]): Promise<void> {
  const open = await tx.sql<{ id: string }>(
    "lock_open_runs",
    `SELECT id FROM agent_runs WHERE connector_id = ANY($1) AND state IN ('QUEUED', 'RUNNING')
     ORDER BY id FOR NO KEY UPDATE`,
    [connectorIds],
  );
  const ids = open.map(({ id }) => id);
  if (ids.length > 0) await cancelRuns(tx, ids);
}
