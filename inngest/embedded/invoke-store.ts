import { database, type Executor, transaction } from "../../lib/platform/db";
import { acceptEvents } from "./event-store";
import type { TargetedEvent } from "./matching";
import type { Plan } from "./plan";
import type { FoundStep } from "./protocol";
import { endStep, keepSteps, type StoredStep } from "./step-store";

type Invocation = Extract<FoundStep, { op: "InvokeFunction" }>;

/** New steps of a run, and the runs that they invoke: both or neither. */
export async function keepFound(
  plan: Plan,
  run: { id: string; token: string; attempt: number },
  steps: readonly StoredStep[],
  invocations: readonly Invocation[],
  nowMs: number,
): Promise<boolean> {
  if (invocations.length === 0) return keepSteps(database, run, steps);
  return transaction(async (tx) => {
    const isKept = await keepSteps(tx, run, steps);
    if (isKept) await startInvoked(tx, plan, run.id, invocations, nowMs);
    return isKept;
  });
}

async function startInvoked(
  tx: Executor,
  plan: Plan,
  runId: string,
  invocations: readonly Invocation[],
  nowMs: number,
): Promise<void> {
  const targeted = invocations.map(({ id, functionId, data }): TargetedEvent => {
    const event = { id: `invoke:${runId}:${id}`, name: "inngest/function.invoked", data: { ...(data as object) } };
    return { event, functionId, parent: { runId, stepId: id } };
  });
  await acceptEvents(tx, plan, { targeted }, nowMs);
  for (const { functionId, parent } of targeted) {
    const error = { name: "FunctionNotFound", message: `There is no function ${functionId}.` };
    if (!plan.has(functionId) && parent) await endStep(tx, parent, { error }, nowMs);
  }
}
