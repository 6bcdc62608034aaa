import { type Executor, sql } from "../../lib/platform/db";
import type { ParentStep } from "./matching";
import type { Plan } from "./plan";
import type { Failure } from "./protocol";
import { endStep } from "./step-store";
import { toStorableJson } from "./storable";

/** Longer than any wait: for a run that only an event can wake. */
const NEVER = new Date("9999-12-31T00:00:00Z");

export interface HeldRun {
  id: string;
  token: string;
  parent: ParentStep | null;
}

/** Lets go of a run until there is something to do. What came while it was held makes it due at once. */
export async function releaseRun(
  run: HeldRun,
  next: { state: "READY" | "SLEEPING" | "WAITING"; attempt: number; wakeAtMs: number | null },
  nowMs: number,
): Promise<void> {
  await sql(
    "runner_release",
    `UPDATE runner_runs SET attempt = $4, leased_by = NULL, leased_until = NULL,
       state = CASE WHEN has_news THEN 'READY' ELSE $3::runner_run_state END,
       wake_at = CASE WHEN has_news THEN $6 ELSE $5::timestamptz END
     WHERE id = $1 AND leased_by = $2 AND state = 'READY'`,
    [
      run.id,
      run.token,
      next.state,
      next.attempt,
      next.wakeAtMs === null ? NEVER : new Date(next.wakeAtMs),
      new Date(nowMs),
    ],
  );
}

/** The end of a run, told to the step that invoked it. False: the claim was lost. */
export async function finishRun(
  on: Executor,
  run: HeldRun,
  result: { output: unknown } | { error: Failure },
  nowMs: number,
): Promise<boolean> {
  const hasFailed = "error" in result;
  const finished = await on.sql(
    "runner_finish",
    `UPDATE runner_runs SET state = $3::runner_run_state, output = $4, error = $5, finished_at = $6,
       leased_by = NULL, leased_until = NULL, expires_at = NULL
     WHERE id = $1 AND leased_by = $2 AND state = 'READY' RETURNING id`,
    [
      run.id,
      run.token,
      hasFailed ? "FAILED" : "COMPLETED",
      hasFailed ? null : toStorableJson(result.output ?? null),
      hasFailed ? toStorableJson(result.error) : null,
      new Date(nowMs),
    ],
  );
  if (finished.length > 0 && run.parent)
    await endStep(on, run.parent, hasFailed ? result : { data: result.output ?? null }, nowMs);
  return finished.length > 0;
}

/** Those that are still held. */
export async function extendLeases(runs: readonly HeldRun[], untilMs: number): Promise<Set<string>> {
  const rows = await sql<{ id: string }>(
    "runner_extend_leases",
    `UPDATE runner_runs r SET leased_until = $3, wake_at = $3
     FROM unnest($1::text[], $2::text[]) AS held(id, token)
     WHERE r.id = held.id AND r.leased_by = held.token AND r.state = 'READY' RETURNING r.id`,
    [runs.map(({ id }) => id), runs.map(({ token }) => token), new Date(untilMs)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Given back as they are, for another process to go on with. */
export async function handBackRuns(runs: readonly HeldRun[], nowMs: number): Promise<void> {
  await sql(
    "runner_hand_back",
    `UPDATE runner_runs r SET leased_by = NULL, leased_until = NULL, wake_at = $3
     FROM unnest($1::text[], $2::text[]) AS held(id, token)
     WHERE r.id = held.id AND r.leased_by = held.token AND r.state = 'READY'`,
    [runs.map(({ id }) => id), runs.map(({ token }) => token), new Date(nowMs)],
  );
}

/** Sleeps that are over and waits that have lasted long enough. */
export async function wakeDueRuns(nowMs: number): Promise<void> {
  for (const state of ["SLEEPING", "WAITING"]) {
    await sql(
      "runner_wake_due",
      `UPDATE runner_runs SET state = 'READY' WHERE id IN (
         SELECT id FROM runner_runs WHERE state = $1::runner_run_state AND wake_at <= $2
         ORDER BY wake_at LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
      [state, new Date(nowMs)],
    );
  }
}

const CANCELLED: Failure = { name: "RunCancelled", message: "The run was cancelled." };
const EXPIRED: Failure = { name: "RunTimedOut", message: "The run took longer than its function allows." };

interface CancelledRow {
  parentRunId: string | null;
  parentStepId: string | null;
}

const CANCEL = `
  UPDATE runner_runs SET state = 'CANCELLED', error = $2, finished_at = $1, leased_by = NULL, leased_until = NULL,
    expires_at = NULL
  WHERE id IN (SELECT id FROM runner_runs`;
const CANCEL_RETURNING = `RETURNING parent_run_id AS "parentRunId", parent_step_id AS "parentStepId"`;

/** A step that is running runs to its end, but what it did is not kept. */
export async function cancelRuns(tx: Executor, ids: readonly string[], nowMs: number): Promise<void> {
  const rows = await tx.sql<CancelledRow>(
    "runner_cancel",
    `${CANCEL} WHERE id = ANY($3) AND finished_at IS NULL ORDER BY id FOR UPDATE) ${CANCEL_RETURNING}`,
    [new Date(nowMs), toStorableJson(CANCELLED), ids],
  );
  await tellParents(tx, rows, CANCELLED, nowMs);
}

/** Runs that did not start, or did not end, within their function's timeouts. */
export async function cancelExpiredRuns(tx: Executor, nowMs: number): Promise<void> {
  const rows = await tx.sql<CancelledRow>(
    "runner_expire",
    `${CANCEL} WHERE expires_at <= $1 ORDER BY expires_at LIMIT 500 FOR UPDATE SKIP LOCKED) ${CANCEL_RETURNING}`,
    [new Date(nowMs), toStorableJson(EXPIRED)],
  );
  await tellParents(tx, rows, EXPIRED, nowMs);
}

async function tellParents(tx: Executor, rows: readonly CancelledRow[], error: Failure, nowMs: number): Promise<void> {
  for (const { parentRunId: runId, parentStepId: stepId } of rows) {
    if (runId !== null && stepId !== null) await endStep(tx, { runId, stepId }, { error }, nowMs);
  }
}

/** When something is due after now; null when nothing is. What is due already waits for a lane, not for time. */
export async function findNextDueMs(plan: Plan, nowMs: number): Promise<number | null> {
  const [row] = await sql<{ dueAt: Date | null }>(
    "runner_next_due",
    `SELECT least(
       (SELECT wake_at FROM runner_runs
        WHERE state = 'READY' AND function_id = ANY($1) AND wake_at > $2 ORDER BY wake_at LIMIT 1),
       (SELECT wake_at FROM runner_runs WHERE state = 'SLEEPING' AND wake_at > $2 ORDER BY wake_at LIMIT 1),
       (SELECT wake_at FROM runner_runs WHERE state = 'WAITING' AND wake_at > $2 ORDER BY wake_at LIMIT 1),
       (SELECT expires_at FROM runner_runs WHERE expires_at > $2 ORDER BY expires_at LIMIT 1)) AS "dueAt"`,
    [[...plan.keys()], new Date(nowMs)],
  );
  return row?.dueAt?.getTime() ?? null;
}
