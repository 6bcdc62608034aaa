import { settleWithin } from "../audit/settle";
import { now } from "../platform/clock";
import { type Transaction, transaction } from "../platform/db";
import { log } from "../platform/log";
import { enterConfirmedUnits, releaseReservation } from "../usage/end-reservations";
import { END_RUNS } from "./queue.sql";
import type { RunResult } from "./run";
import { draftRunAudit, type EndedRun, type EndState, storedState } from "./run-audit";

export interface RunEnd {
  state: EndState;
  code: string | null;
  message: string | null;
  result: RunResult | null;
}

export type Failure = Omit<RunEnd, "result" | "message"> & { message: string };

/** Only a waiting run, one that the caller holds, or one whose holder is silent may be ended. */
type Claim = { is: "waiting" } | { is: "held"; token: string } | { is: "expired"; silentSince: Date };

type Ended = EndedRun & { reservationId: string | null; units: number };

/** State, audit row and confirmed units in one transaction. Runs with another claim are left out. */
async function endRuns(tx: Transaction, runIds: readonly string[], claim: Claim, end: RunEnd): Promise<Ended[]> {
  const isPaid = end.state === "succeeded";
  const ended = await tx.query(END_RUNS, [
    runIds,
    storedState(end.state),
    now(),
    end.message,
    end.code,
    end.result === null ? null : JSON.stringify(end.result),
    claim.is,
    claim.is === "held" ? claim.token : null,
    claim.is === "expired" ? claim.silentSince : null,
  ]);
  const settlements = ended.map((run) => ({
    audit: draftRunAudit(run, { state: end.state, code: end.code, units: isPaid ? run.units : 0 }),
    reservation: isPaid && run.reservationId !== null ? { id: run.reservationId, confirm: true } : null,
    usedKeyId: null,
    usedGrantId: null,
  }));
  if (settlements.length > 0) settleWithin(tx, settlements);
  return ended;
}

async function endStartedRun(runId: string, claim: Claim, end: RunEnd): Promise<boolean> {
  const [ended] = await transaction((tx) => endRuns(tx, [runId], claim, end));
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
  return endStartedRun(runId, { is: "held", token }, end);
}

export function failExpiredRun(runId: string, silentSince: Date, failure: Failure): Promise<boolean> {
  return endStartedRun(runId, { is: "expired", silentSince }, { ...failure, result: null });
}

/** Units are reserved when a run starts, so a waiting run has none to release. */
export async function endWaitingRuns(tx: Transaction, runIds: readonly string[], failure: Failure): Promise<boolean> {
  return (await endRuns(tx, runIds, { is: "waiting" }, { ...failure, result: null })).length > 0;
}

export function endWaitingRun(runId: string, failure: Failure): Promise<boolean> {
  return transaction((tx) => endWaitingRuns(tx, [runId], failure));
}
