import { setTimeout as sleep } from "node:timers/promises";
import { database, transaction } from "../../lib/db/transaction";
import { log } from "../../lib/platform/log";
import { count } from "../../lib/platform/meters";
import { acceptEvents, draftRuns } from "./accept-events";
import { findRetryMs } from "./backoff";
import type { ClaimedRun } from "./claim-runs";
import type { RunnerEvent } from "./event-entry";
import type { Plan } from "./plan";
import { type Answer, callFunction, type Failure, readFailure, type SdkHandler, type StoredStep } from "./protocol";
import { finishRun, loadSteps, releaseRun, saveStep } from "./save-run";

export interface ExecutionContext {
  plan: Plan;
  handler: SdkHandler;
  nowMs: () => number;
  callTimeoutMs: number;
  isStopping: () => boolean;
  isLost: () => boolean;
}

interface Execution extends ExecutionContext {
  run: ClaimedRun;
  maxAttempts: number;
  steps: StoredStep[];
  attempt: number;
}

class ClaimLost extends Error {
  override name = "ClaimLost";
}

const STORE_DELAYS_MS = [50, 100, 250, 500, 1_000];
/** A run that ends its process each time must stop at some point. */
const LAPSES_MAX = 10;
const ABANDONED: Failure = { name: "RunAbandoned", message: "Too many processes ended during this run." };

export async function executeRun(context: ExecutionContext, run: ClaimedRun): Promise<number | null> {
  const maxAttempts = context.plan.get(run.functionId)?.maxAttempts ?? 1;
  const execution: Execution = { ...context, run, maxAttempts, steps: [], attempt: run.attempt };
  try {
    if (run.lapses > LAPSES_MAX) return await fail(execution, ABANDONED);
    if (run.isResumed) execution.steps = await store(execution, () => loadSteps(run.id));
    return await advance(execution);
  } catch (error) {
    if (error instanceof ClaimLost) return null;
    // The lease lapses after any other error, and another process resumes the run.
    if (!isUnstorable(error)) throw error;
    return fail(execution, readFailure(error));
  }
}

async function advance(execution: Execution): Promise<number | null> {
  const { run, nowMs, isLost, isStopping } = execution;
  while (!isLost() && !isStopping()) {
    const answer = await call(execution);
    switch (answer.kind) {
      case "completed":
        await store(execution, () => finishRun(database, run, { output: answer.output }, nowMs()));
        countEnd(run.functionId, "completed");
        return null;
      case "failed": {
        const wakeAtMs = await retryLater(execution, answer);
        return wakeAtMs ?? fail(execution, answer.error);
      }
      case "sleep":
        await save(execution, { ...answer.step, data: null, error: null }, answer.untilMs);
        return answer.untilMs;
      case "done":
        await save(execution, { ...answer.step, data: answer.data, error: null });
        break;
      case "step failed": {
        const wakeAtMs = await retryLater(execution, answer);
        if (wakeAtMs !== null) return wakeAtMs;
        await save(execution, { ...answer.step, data: null, error: answer.error });
      }
    }
  }
  return release(execution, nowMs());
}

async function call(execution: Execution): Promise<Answer> {
  const { run, steps, attempt, maxAttempts, handler, nowMs, callTimeoutMs } = execution;
  const { id: runId, functionId, event } = run;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${callTimeoutMs / 1_000} seconds.`)), callTimeoutMs);
  });
  try {
    const request = { functionId, runId, event, steps, attempt, maxAttempts };
    return await Promise.race([callFunction(handler, request, nowMs), timeout]);
  } catch (error) {
    log().error({ error, functionId, runId }, "a background function could not be called");
    return { kind: "failed", error: readFailure(error), isFinal: false, retryAtMs: null };
  } finally {
    clearTimeout(timer);
  }
}

async function save(execution: Execution, step: StoredStep, sleepUntilMs: number | null = null): Promise<void> {
  execution.steps.push(step);
  execution.attempt = 0;
  const { run, steps } = execution;
  const isSaved = await store(execution, () => saveStep(run, step, steps.length, sleepUntilMs));
  if (!isSaved) throw new ClaimLost();
}

async function retryLater(
  execution: Execution,
  failure: { isFinal: boolean; retryAtMs: number | null },
): Promise<number | null> {
  const wakeAtMs = findRetryMs(execution.attempt, failure, execution.maxAttempts, execution.nowMs());
  if (wakeAtMs === null) return null;
  execution.attempt += 1;
  return release(execution, wakeAtMs);
}

async function release(execution: Execution, wakeAtMs: number): Promise<number> {
  await store(execution, () => releaseRun(execution.run, execution.attempt, wakeAtMs));
  return wakeAtMs;
}

async function fail(execution: Execution, error: Failure): Promise<null> {
  const { plan, run, nowMs } = execution;
  const { id: runId, functionId, event } = run;
  log().error({ functionId, runId, reason: error.name }, "a background function failed");
  const failed: RunnerEvent = {
    id: `failed:${runId}`,
    name: "inngest/function.failed",
    data: { function_id: functionId, run_id: runId, error, event },
  };
  const isAwaited = draftRuns(plan, failed).length > 0;
  await store(execution, () =>
    transaction(async (tx) => {
      const isFinished = await finishRun(tx, run, { error }, nowMs());
      if (isFinished && isAwaited) await acceptEvents(plan, [failed], nowMs(), tx);
    }),
  );
  countEnd(functionId, "failed");
  return null;
}

export function countEnd(functionId: string, outcome: "completed" | "failed", by = 1): void {
  count("svc_background_runs_ended_total", { function: functionId.replace(/^svc-/, ""), outcome }, by);
}

/** A step's result must not be lost, so writing is repeated while the lease holds. */
async function store<T>({ isLost }: Execution, write: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isTransient(error) || isLost()) throw error;
      await sleep(STORE_DELAYS_MS[Math.min(attempt, STORE_DELAYS_MS.length - 1)]);
    }
  }
}

function isUnstorable(error: unknown): boolean {
  return readCode(error).startsWith("22");
}

/** PostgreSQL is away, restarting or busy, or deadlocked: the same write may succeed soon. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (/^(08|40|53|55P03|57P|57014|ECONN|EPIPE|ETIMEDOUT|ENOENT|EAI_AGAIN)/.test(readCode(error))) return true;
  return /connection|terminated|timeout/i.test(error.message);
}

function readCode(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "";
}
