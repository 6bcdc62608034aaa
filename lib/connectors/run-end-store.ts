import { settleWithin } from "../audit/store";
import { signal } from "../platform/background";
import { now } from "../platform/clock";
import { transaction } from "../platform/db";
import { log } from "../platform/log";
import { enterConfirmedUnits, releaseReservation } from "../usage/store";
import { RUN_CANCELLED, type RunResult } from "./run";
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
  WHERE r.id = $1 AND c.id = r.connector_id AND CASE $7
    WHEN 'nobody' THEN r.state = 'QUEUED'
    WHEN 'token' THEN r.state = 'RUNNING' AND r.claim_token = $8
    ELSE r.state = 'RUNNING' AND r.claimed_at < $9 END
  RETURNING r.action, r.request_id AS "requestId", r.started_at AS "startedAt", r.connector_id AS "connectorId",
    r.requested_by_id AS "requestedById", r.billing_entity_id AS "billingEntityId", r.reservation_id AS "reservationId",
    r.units, c.organization_id AS "organizationId", lower(c.tool_profile::text) AS "toolProfile"`;

type Ended = EndedRun & { reservationId: string | null; units: number };

/** State, audit row and confirmed units in one transaction. False: it was not this caller's to end. */
async function endRun(runId: string, held: Held, end: RunEnd): Promise<boolean> {
  const isPaid = end.state === "succeeded";
  const ended = await transaction(async (tx) => {
    const [row] = await tx.sql<Ended>("end_run", END, [
      runId,
      end.state.toUpperCase(),
      now(),
      end.message,
      end.code,
      end.result === null ? null : JSON.stringify(end.result),
      held.by,
      held.by === "token" ? held.token : null,
      held.by === "the dead" ? held.silentSince : null,
    ]);
    if (!row) return null;
    const audit = draftRunAudit(row, { state: end.state, code: end.code, units: isPaid ? row.units : 0 });
    const reservation = isPaid && row.reservationId !== null ? { id: row.reservationId, confirm: true } : null;
    settleWithin(tx, { audit, reservation, usedKeyId: null, usedGrantId: null });
    return row;
  });
  if (!ended) return false;
  await endReservation(ended, isPaid);
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
  return endRun(runId, { by: "token", token }, end);
}

/** It leaves the queue of the background functions, too. */
export async function endWaitingRun(runId: string, failure: Failure): Promise<boolean> {
  const isEnded = await endRun(runId, { by: "nobody" }, { ...failure, result: null });
  if (isEnded) signal({ id: `${runId}:cancelled`, name: RUN_CANCELLED, data: { runId } });
  return isEnded;
}

export function endDeadRun(runId: string, silentSince: Date, failure: Failure): Promise<boolean> {
  return endRun(runId, { by: "the dead", silentSince }, { ...failure, result: null });
}
