import { type Executor, sql } from "../../lib/platform/db";
import type { ParentStep } from "./matching";
import type { Failure } from "./protocol";
import { toStorableJson } from "./storable";

export interface StoredStep {
  id: string;
  op: string;
  name: string;
  data: unknown;
  error: Failure | null;
  attempt: number;
  condition: string | null;
  wakeAtMs: number | null;
  /** When it ended; null while it is open. */
  doneAtMs: number | null;
  /** Its place among the ended ones. What ended from outside gets it when the run is next looked at. */
  doneOrder: number | null;
}

export async function loadSteps(runId: string): Promise<StoredStep[]> {
  return sql<StoredStep>(
    "runner_load_steps",
    `SELECT step_id AS id, op, name, data, error, attempt, condition, done_order AS "doneOrder",
       extract(epoch FROM wake_at)::float8 * 1000 AS "wakeAtMs", extract(epoch FROM done_at)::float8 * 1000 AS "doneAtMs"
     FROM runner_steps WHERE run_id = $1 ORDER BY done_order NULLS LAST, step_id`,
    [runId],
  );
}

/** Only while the claim holds; what ended from outside meanwhile (an event that came) stays as it ended. */
const KEEP = `
  WITH held AS (
    UPDATE runner_runs SET attempt = $3 WHERE id = $1 AND leased_by = $2 AND state = 'READY' RETURNING id
  ), kept AS (
    INSERT INTO runner_steps (run_id, step_id, op, name, data, error, attempt, condition, wake_at, done_at, done_order)
    SELECT held.id, s.id, s.op, s.name, s.data, s.error, s.attempt, s.condition, s."wakeAt", s."doneAt", s."doneOrder"
    FROM held, json_to_recordset($4::json) AS s(id text, op text, name text, data jsonb, error jsonb, attempt int,
      condition text, "wakeAt" timestamptz, "doneAt" timestamptz, "doneOrder" int)
    ON CONFLICT (run_id, step_id) DO UPDATE SET op = excluded.op, attempt = excluded.attempt,
      data = CASE WHEN runner_steps.done_at IS NULL THEN excluded.data ELSE runner_steps.data END,
      error = CASE WHEN runner_steps.done_at IS NULL THEN excluded.error ELSE runner_steps.error END,
      wake_at = excluded.wake_at, done_at = coalesce(runner_steps.done_at, excluded.done_at),
      done_order = excluded.done_order
    WHERE runner_steps.done_order IS NULL
  )
  SELECT id FROM held`;

/** False: the claim is lost, and nothing was written. */
export async function keepSteps(
  on: Executor,
  run: { id: string; token: string; attempt: number },
  steps: readonly StoredStep[],
): Promise<boolean> {
  const toIso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const rows = steps.map(({ wakeAtMs, doneAtMs, ...step }) => ({
    ...step,
    wakeAt: toIso(wakeAtMs),
    doneAt: toIso(doneAtMs),
  }));
  const values = [run.id, run.token, run.attempt, toStorableJson(rows)];
  return (await on.sql("runner_keep_steps", KEEP, values)).length > 0;
}

/** From outside: the event that a run waits for came, or the run that it invoked has ended. */
export async function endStep(
  tx: Executor,
  { runId, stepId }: ParentStep,
  result: { data: unknown } | { error: Failure },
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  const [run] = await tx.sql(
    "runner_lock_waiting",
    "SELECT id FROM runner_runs WHERE id = $1 AND finished_at IS NULL FOR UPDATE",
    [runId],
  );
  if (run === undefined) return;
  const ended = await tx.sql(
    "runner_end_step",
    `UPDATE runner_steps SET data = $3, error = $4, done_at = $5
     WHERE run_id = $1 AND step_id = $2 AND done_at IS NULL RETURNING step_id`,
    [
      runId,
      stepId,
      "data" in result ? toStorableJson(result.data) : null,
      "error" in result ? toStorableJson(result.error) : null,
      now,
    ],
  );
  if (ended.length === 0) return;
  // A process that has the run looks for news when it lets go of it.
  await tx.sql(
    "runner_wake",
    `UPDATE runner_runs SET has_news = true, state = 'READY',
       wake_at = CASE WHEN leased_by IS NULL THEN $2 ELSE wake_at END WHERE id = $1`,
    [runId, now],
  );
}
