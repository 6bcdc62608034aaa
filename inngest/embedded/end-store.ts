import { database, transaction } from "../../lib/platform/db";
import { acceptEvents } from "./event-store";
import { draftRuns, type RunnerEvent } from "./matching";
import type { Plan } from "./plan";
import type { Failure } from "./protocol";
import { finishRun, type HeldRun } from "./run-store";

export async function completeRun(run: HeldRun, output: unknown, nowMs: number): Promise<void> {
  if (run.parent) await transaction((tx) => finishRun(tx, run, { output }, nowMs));
  else await finishRun(database, run, { output }, nowMs);
}

/** A run that failed for good, and the event by which its function's `onFailure` learns of it: both or neither. */
export async function failRun(
  plan: Plan,
  run: HeldRun & { functionId: string; event: RunnerEvent },
  error: Failure,
  nowMs: number,
): Promise<void> {
  const failed: RunnerEvent = {
    id: `failed:${run.id}`,
    name: "inngest/function.failed",
    data: { function_id: run.functionId, run_id: run.id, error, event: run.event },
  };
  const isAwaited = draftRuns(plan, failed).length > 0;
  await transaction(async (tx) => {
    const isFinished = await finishRun(tx, run, { error }, nowMs);
    if (isFinished && isAwaited) await acceptEvents(tx, plan, { events: [failed] }, nowMs);
  });
}
