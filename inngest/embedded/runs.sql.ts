import { type Executor, sql } from "../../lib/platform/db";
import type { ClaimedRun } from "./claim-runs";
import type { Plan } from "./plan";
import type { Failure } from "./protocol";
import { toStorableJson } from "./storable";

export type HeldRun = Pick<ClaimedRun, "id" | "token">;

/** Releases a run until it is due again. */
export async function releaseRun(run: HeldRun, attempt: number, wakeAtMs: number): Promise<void> {
  await sql(
    "runner_release",
    `UPDATE runner_runs SET attempt = $3, leased_by = NULL, leased_until = NULL, wake_at = $4
     WHERE id = $1 AND leased_by = $2 AND state = 'READY'`,
    [run.id, run.token, attempt, new Date(wakeAtMs)],
  );
}

/** False: the claim was lost. */
export async function finishRun(
  on: Executor,
  run: HeldRun,
  result: { output: unknown } | { error: Failure },
  nowMs: number,
): Promise<boolean> {
  const [state, output, error] =
    "error" in result
      ? ["FAILED", null, toStorableJson(result.error)]
      : ["COMPLETED", toStorableJson(result.output ?? null), null];
  const finished = await on.sql(
    "runner_finish",
    `UPDATE runner_runs SET state = $3::runner_run_state, output = $4, error = $5, finished_at = $6,
       leased_by = NULL, leased_until = NULL, expires_at = NULL
     WHERE id = $1 AND leased_by = $2 AND state = 'READY' RETURNING id`,
    [run.id, run.token, state, output, error, new Date(nowMs)],
  );
  return finished.length > 0;
}

/** Returns the ids of the runs that are still held. */
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

/** Returned as they are, for another process to continue. */
export async function handBackRuns(runs: readonly HeldRun[], nowMs: number): Promise<void> {
  await sql(
    "runner_hand_back",
    `UPDATE runner_runs r SET leased_by = NULL, leased_until = NULL, wake_at = $3
     FROM unnest($1::text[], $2::text[]) AS held(id, token)
     WHERE r.id = held.id AND r.leased_by = held.token AND r.state = 'READY'`,
    [runs.map(({ id }) => id), runs.map(({ token }) => token), new Date(nowMs)],
  );
}

const EXPIRED: Failure = { name: "RunTimedOut", message: "The run took longer than its function allows." };

/** Runs that did not start, or did not end, within their function's timeouts. A step under way ends, but is not saved. */
export async function cancelExpiredRuns(nowMs: number): Promise<void> {
  await sql(
    "runner_expire",
    `UPDATE runner_runs SET state = 'CANCELLED', error = $2, finished_at = $1, leased_by = NULL, leased_until = NULL,
       expires_at = NULL
     WHERE id IN (
       SELECT id FROM runner_runs WHERE expires_at <= $1 ORDER BY expires_at LIMIT 500 FOR UPDATE SKIP LOCKED)`,
    [new Date(nowMs), toStorableJson(EXPIRED)],
  );
}

/** When something is due after now; null when nothing is. Runs that are due already wait for a lane, not for time. */
export async function findNextDueMs(plan: Plan, nowMs: number): Promise<number | null> {
  const [row] = await sql<{ dueAt: Date | null }>(
    "runner_next_due",
    `SELECT least(
       (SELECT wake_at FROM runner_runs
        WHERE state = 'READY' AND function_id = ANY($1) AND wake_at > $2 ORDER BY wake_at LIMIT 1),
       (SELECT expires_at FROM runner_runs WHERE expires_at > $2 ORDER BY expires_at LIMIT 1)) AS "dueAt"`,
    [[...plan.keys()], new Date(nowMs)],
  );
  return row?.dueAt?.getTime() ?? null;
}
