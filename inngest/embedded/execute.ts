import { log } from "../../lib/platform/log";
import { findBackoffMs } from "./backoff";
import type { ClaimedRun } from "./claim-store";
import { completeRun, failRun } from "./end-store";
import { ClaimLost, callStep, type Execution, type ExecutionContext, keep, store } from "./execution";
import { isUnstorable } from "./persist";
import {
  endStepWith,
  findRest,
  isRunnable,
  judgeFailure,
  makeStep,
  nextOrder,
  openStep,
  type Rest,
  settleSteps,
} from "./progress";
import { type Answer, type Failure, type FoundStep, readFailure } from "./protocol";
import { releaseRun } from "./run-store";
import { loadSteps, type StoredStep } from "./step-store";

/** What came of letting the function go on: it has ended or rests, or there may be more to do at once. */
type Progress = { isAtRest: true; wakeAtMs: number | null } | { isAtRest: false; hasNews: boolean };

/** Steps of one run that run side by side. */
const STEPS_AT_ONCE = 8;

/** A run that takes its process down with it must not do so for ever. */
const LAPSES_MAX = 10;
const ABANDONED: Failure = { name: "RunAbandoned", message: "Too many processes ended while they had this run." };

/** Goes on with a run as far as it comes. Answers when time alone makes it due again, or null. */
export async function executeRun(context: ExecutionContext, run: ClaimedRun): Promise<number | null> {
  const maxAttempts = context.plan.get(run.functionId)?.maxAttempts ?? 1;
  const retry = { maxAttempts, backoffMs: (attempt: number) => findBackoffMs(attempt, Math.random()) };
  const execution: Execution = { ...context, run, retry, steps: new Map(), attempt: run.attempt };
  try {
    if (run.lapses > LAPSES_MAX) {
      await fail(execution, ABANDONED);
      return null;
    }
    if (run.isResumed) await recallSteps(execution);
    return await advance(execution);
  } catch (error) {
    if (error instanceof ClaimLost) return null;
    // Anything else may be mended: the lease lapses, and somebody goes on with the run.
    if (!isUnstorable(error)) throw error;
    await fail(execution, readFailure(error));
    return null;
  }
}

async function advance(execution: Execution): Promise<number | null> {
  let hasNews = true;
  while (!execution.isOver()) {
    const planned = [...execution.steps.values()].filter((step) => isRunnable(step, execution.nowMs()));
    if (planned.length > 0) {
      const ended = await runSteps(execution, planned.slice(0, STEPS_AT_ONCE));
      hasNews ||= ended;
      continue;
    }
    if (!hasNews) return rest(execution, findRest([...execution.steps.values()]));
    const progress = await goOn(execution);
    if (progress.isAtRest) return progress.wakeAtMs;
    ({ hasNews } = progress);
  }
  return rest(execution, { state: "READY", wakeAtMs: execution.nowMs() });
}

async function recallSteps(execution: Execution): Promise<void> {
  const recall = async () => {
    const stored = await store(execution, () => loadSteps(execution.run.id));
    execution.steps = new Map(stored.map((step) => [step.id, step]));
  };
  await recall();
  const ended = settleSteps([...execution.steps.values()], execution.nowMs());
  if (ended.length === 0) return;
  await keep(execution, ended);
  // An event may have come at the very moment when its wait was over: what is stored counts.
  await recall();
}

/** True when one of them has ended. All have come back before anything else is done with the run. */
async function runSteps(execution: Execution, steps: readonly StoredStep[]): Promise<boolean> {
  const results = await Promise.allSettled(steps.map((step) => runStep(execution, step)));
  for (const result of results) if (result.status === "rejected") throw result.reason;
  return results.some((result) => result.status === "fulfilled" && result.value);
}

/** One of several steps that are side by side. True when it has ended, well or not. */
async function runStep(execution: Execution, step: StoredStep): Promise<boolean> {
  const answer = await callStep(execution, step.id, step.attempt);
  const outcome = readOutcome(answer, step.id);
  if (outcome.kind === "done") return endWith(execution, step, { data: outcome.data });
  const verdict = judgeFailure(step.attempt, outcome, execution.retry, execution.nowMs());
  if (verdict.kind === "over") return endWith(execution, step, { error: outcome.error });
  await keep(execution, [{ ...step, attempt: verdict.attempt, wakeAtMs: verdict.atMs }]);
  return false;
}

type Outcome =
  | { kind: "done"; data: unknown }
  | { kind: "failed"; error: Failure; isFinal: boolean; retryAtMs: number | null };

function readOutcome(answer: Answer, stepId: string): Outcome {
  if (answer.kind === "failed") return answer;
  const found = answer.kind === "steps" ? answer.steps.find(({ id }) => id === stepId) : undefined;
  if (found?.op === "StepRun") return { kind: "done", data: found.data };
  if (found?.op === "StepFailed") return { kind: "failed", error: found.error, isFinal: true, retryAtMs: null };
  if (found?.op === "StepError") return { ...found, kind: "failed", isFinal: false };
  const error = { name: "StepNotRun", message: "The function did not run the step that it was asked to run." };
  return { kind: "failed", error, isFinal: false, retryAtMs: null };
}

async function endWith(
  execution: Execution,
  step: StoredStep,
  result: { data: unknown } | { error: Failure },
): Promise<true> {
  const order = nextOrder([...execution.steps.values()]);
  await keep(execution, [endStepWith(step, result, order, execution.nowMs())]);
  return true;
}

/** Lets the function go on from what is done: it ends, or fails, or comes upon steps. */
async function goOn(execution: Execution): Promise<Progress> {
  const answer = await callStep(execution, null, execution.attempt);
  const { run, nowMs } = execution;
  switch (answer.kind) {
    case "completed":
      await store(execution, () => completeRun(run, answer.output, nowMs()));
      return { isAtRest: true, wakeAtMs: null };
    case "failed":
      return retryLater(execution, answer, () => fail(execution, answer.error));
    case "steps":
      return takeSteps(execution, answer.steps);
  }
}

async function takeSteps(execution: Execution, found: readonly FoundStep[]): Promise<Progress> {
  const [only] = found;
  if (only?.op === "StepError") {
    // The function ran this one at once, so its attempts are the run's.
    return retryLater(execution, { ...only, isFinal: false }, () => endFound(execution, only, { error: only.error }));
  }
  if (only?.op === "StepRun") return endFound(execution, only, { data: only.data });
  if (only?.op === "StepFailed") return endFound(execution, only, { error: only.error });
  const fresh = found.filter(({ id }) => !execution.steps.has(id));
  if (fresh.length > 0) {
    const invocations = fresh.filter((step) => step.op === "InvokeFunction");
    await keep(
      execution,
      fresh.map((step) => openStep(step, execution.nowMs())),
      invocations,
    );
  }
  return { isAtRest: false, hasNews: false };
}

async function endFound(
  execution: Execution,
  found: FoundStep,
  result: { data: unknown } | { error: Failure },
): Promise<Progress> {
  execution.attempt = 0;
  await endWith(execution, makeStep(found.id, found.op, found.name), result);
  return { isAtRest: false, hasNews: true };
}

async function retryLater(
  execution: Execution,
  failure: { isFinal: boolean; retryAtMs: number | null },
  giveUp: () => Promise<Progress>,
): Promise<Progress> {
  const verdict = judgeFailure(execution.attempt, failure, execution.retry, execution.nowMs());
  if (verdict.kind === "over") return giveUp();
  execution.attempt = verdict.attempt;
  return { isAtRest: true, wakeAtMs: await rest(execution, { state: "READY", wakeAtMs: verdict.atMs }) };
}

async function fail(execution: Execution, error: Failure): Promise<Progress> {
  const { plan, run, nowMs } = execution;
  log().error({ functionId: run.functionId, runId: run.id, reason: error.name }, "a background function failed");
  await store(execution, () => failRun(plan, run, error, nowMs()));
  return { isAtRest: true, wakeAtMs: null };
}

async function rest(execution: Execution, { state, wakeAtMs }: Rest): Promise<number | null> {
  const { run, attempt, nowMs } = execution;
  await store(execution, () => releaseRun(run, { state, attempt, wakeAtMs }, nowMs()));
  return wakeAtMs;
}
