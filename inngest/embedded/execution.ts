import { log } from "../../lib/platform/log";
import type { ClaimedRun } from "./claim-store";
import { keepFound } from "./invoke-store";
import { persist } from "./persist";
import type { Plan } from "./plan";
import { isOpen, type Retry } from "./progress";
import { type Answer, callFunction, readFailure, type SdkHandler } from "./protocol";
import type { StoredStep } from "./step-store";

export interface ExecutionContext {
  plan: Plan;
  handler: SdkHandler;
  nowMs: () => number;
  /** How long the function's code may take for one step before it is given up. */
  callTimeoutMs: number;
  /** The lease is gone, or the runner stops: nothing more is begun. */
  isOver: () => boolean;
  /** The lease is gone: nothing more is written. */
  isLost: () => boolean;
}

/** A run while this process has it. */
export interface Execution extends ExecutionContext {
  run: ClaimedRun;
  retry: Retry;
  steps: Map<string, StoredStep>;
  attempt: number;
}

/** Another process has the run, or it was cancelled. */
export class ClaimLost extends Error {
  override name = "ClaimLost";
}

export async function callStep(execution: Execution, stepId: string | null, attempt: number): Promise<Answer> {
  const { run, retry, handler, nowMs } = execution;
  const steps = [...execution.steps.values()];
  const done = steps
    .filter(({ doneOrder }) => doneOrder !== null)
    .toSorted((a, b) => (a.doneOrder ?? 0) - (b.doneOrder ?? 0));
  const request = {
    functionId: run.functionId,
    stepId,
    runId: run.id,
    event: run.event,
    done,
    attempt,
    maxAttempts: retry.maxAttempts,
    planOnly: steps.some((step) => isOpen(step) && step.op === "StepPlanned"),
  };
  try {
    return await withTimeout(callFunction(handler, request, nowMs), execution.callTimeoutMs);
  } catch (error) {
    log().error({ error, functionId: run.functionId, runId: run.id }, "a background function could not be called");
    return { kind: "failed", error: readFailure(error), isFinal: false, retryAtMs: null };
  }
}

async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${timeoutMs / 1_000} seconds.`)), timeoutMs);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** Known here before it is written, so that steps that end at the same time get different places. */
export async function keep(
  execution: Execution,
  steps: readonly StoredStep[],
  invocations: Parameters<typeof keepFound>[3] = [],
): Promise<void> {
  for (const step of steps) execution.steps.set(step.id, step);
  const { plan, run, attempt, nowMs } = execution;
  const claim = { id: run.id, token: run.token, attempt };
  const isKept = await store(execution, () => keepFound(plan, claim, steps, invocations, nowMs()));
  if (!isKept) throw new ClaimLost();
}

export function store<T>({ isLost }: Execution, write: () => Promise<T>): Promise<T> {
  return persist(write, () => !isLost());
}
