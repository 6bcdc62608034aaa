import { sql } from "../../lib/platform/db";
import type { ClaimedRun } from "./claim-runs";
import type { Failure } from "./protocol";
import { toStorableJson } from "./storable";

/** A step that has ended. */
export interface StoredStep {
  id: string;
  name: string;
  data: unknown;
  error: Failure | null;
}

/** In the order in which they ended. */
export async function loadSteps(runId: string): Promise<StoredStep[]> {
  return sql<StoredStep>(
    "runner_load_steps",
    "SELECT step_id AS id, name, data, error FROM runner_steps WHERE run_id = $1 ORDER BY done_order, step_id",
    [runId],
  );
}

/** The next step starts with no failed attempts. With an instant to sleep until, the run is released as well. */
const SAVE_STEP = `
  WITH held AS (
    UPDATE runner_runs SET attempt = 0, wake_at = coalesce($8, wake_at),
      leased_by = CASE WHEN $8 IS NULL THEN leased_by END, leased_until = CASE WHEN $8 IS NULL THEN leased_until END
    WHERE id = $1 AND leased_by = $2 AND state = 'READY' RETURNING id
  )
  INSERT INTO runner_steps (run_id, step_id, name, data, error, done_order)
  SELECT id, $3, $4, $5::jsonb, $6::jsonb, $7 FROM held
  ON CONFLICT (run_id, step_id) DO UPDATE SET data = excluded.data, error = excluded.error
  RETURNING run_id`;

/** False: the claim is lost, and nothing was written. */
export async function saveStep(
  run: Pick<ClaimedRun, "id" | "token">,
  { id, name, data, error }: StoredStep,
  order: number,
  sleepUntilMs: number | null,
): Promise<boolean> {
  const saved = await sql("runner_save_step", SAVE_STEP, [
    run.id,
    run.token,
    id,
    name,
    error === null ? toStorableJson(data ?? null) : null,
    error && toStorableJson(error),
    order,
    sleepUntilMs === null ? null : new Date(sleepUntilMs),
  ]);
  return saved.length > 0;
}
