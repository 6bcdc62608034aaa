import { AppError } from "../platform/errors";
import type { ClaimedRun } from "./claim-run";
import { RunEnded, type RunStep } from "./run";
import { saveSteps } from "./save-progress";

/** The progress of a run: each change is on its row before the work goes on. */
export interface StepBoard {
  step: <T>(name: string, work: () => Promise<{ value: T; detail?: string }>) => Promise<T>;
  show: (name: string, change: Partial<RunStep>) => Promise<void>;
}

export function openStepBoard(run: ClaimedRun, signal: AbortSignal): StepBoard {
  const untouched = { state: "pending", code: null, detail: null, durationMs: null } as const;
  const steps: RunStep[] = run.steps.map(({ name }) => ({ name, ...untouched }));

  async function show(name: string, change: Partial<RunStep>): Promise<void> {
    const step = steps.find((known) => known.name === name);
    if (!step) throw new Error(`The action ${run.action} declares no step ${name}.`);
    Object.assign(step, change);
    await saveSteps(run, steps);
  }

  /** A failure that follows a stop is not the reason of the stop. */
  function explain(error: unknown): Pick<RunStep, "code" | "detail"> {
    if (signal.aborted) return { code: "stopped", detail: null };
    if (error instanceof RunEnded || error instanceof AppError) return { code: error.code, detail: error.message };
    return { code: "error", detail: null };
  }

  async function step<T>(name: string, work: () => Promise<{ value: T; detail?: string }>): Promise<T> {
    signal.throwIfAborted();
    const startedMs = performance.now();
    const took = () => Math.round(performance.now() - startedMs);
    await show(name, { state: "running" });
    try {
      const { value, detail = null } = await work();
      await show(name, { state: "passed", detail, durationMs: took() });
      return value;
    } catch (error) {
      await show(name, { state: "failed", ...explain(error), durationMs: took() });
      throw error;
    }
  }

  return { step, show };
}
