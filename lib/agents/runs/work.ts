import { randomBytes } from "node:crypto";
import { AppError } from "../../platform/errors";
import type { ActionTarget, Work } from "./action";
import { readAnswer } from "./answer";
import type { ClaimedRun } from "./claim-run";
import { gatewayHost, requestAnswer, requireAnswer } from "./gateway";
import type { RunnableConnector } from "./open-connector";
import { makeMark } from "./prompt";
import { saveProgress } from "./renew-lease";
import { RunEnded, type RunStep, toPendingStep } from "./run";
import { saveContext } from "./save-context";
import { writeOnce } from "./write-once";

interface Start {
  run: ClaimedRun;
  connector: RunnableConnector;
  target: ActionTarget;
  signal: AbortSignal;
}

export async function startWork(start: Start): Promise<Work> {
  const { run, connector, signal } = start;
  const board = openStepBoard(run, signal);
  if (run.answer === null) await saveGatewayHost(run, gatewayHost(connector.gateway));
  return {
    connector,
    signal,
    traceId: run.traceId,
    step: board.step,
    ask: (makeQuestion) => ask(start, board, makeQuestion),
    skip: (name, detail) => board.show(name, { state: "skipped", detail }),
    write(thing, write) {
      signal.throwIfAborted();
      return writeOnce(run, thing, write);
    },
  };
}

/** A run may find another gateway behind its connector after an interruption; both are recorded. */
function saveGatewayHost(run: ClaimedRun, host: string | null): Promise<void> {
  const hosts = [...new Set([run.gatewayHost, host])].filter((known) => known !== null);
  return saveProgress(run, { gatewayHost: hosts.join(", ") || null });
}

type StepBoard = Pick<Work, "step"> & { show: (name: string, change: Partial<RunStep>) => Promise<void> };

function openStepBoard(run: ClaimedRun, signal: AbortSignal): StepBoard {
  const steps: RunStep[] = run.steps.map(({ name }) => toPendingStep(name));

  async function show(name: string, change: Partial<RunStep>): Promise<void> {
    const step = steps.find((known) => known.name === name);
    if (!step) throw new Error(`The action ${run.action} has no step ${name}.`);
    Object.assign(step, change);
    await saveProgress(run, { steps: steps.map((known) => ({ ...known })) });
  }

  function explain(error: unknown): Pick<RunStep, "code" | "detail"> {
    if (signal.aborted) return { code: "stopped", detail: null };
    if (error instanceof RunEnded || error instanceof AppError) return { code: error.code, detail: error.message };
    return { code: "error", detail: null };
  }

  return {
    show,
    async step(name, work) {
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
    },
  };
}

async function ask(start: Start, { step, show }: StepBoard, makeQuestion: Parameters<Work["ask"]>[0]): Promise<string> {
  const { run, connector, target, signal } = start;
  if (run.answer !== null) {
    for (const name of ["context", "agent"]) await show(name, { state: "passed", detail: "Before the interruption" });
    return run.answer;
  }
  const { gateway, target: model } = connector;
  const mark = makeMark(randomBytes(12).toString("hex"));
  const question = await step("context", async () => ({
    value: await saveContext(run, connector, target, await makeQuestion(mark)),
  }));
  return step("agent", async () => {
    const answer = readAnswer(
      requireAnswer(await requestAnswer({ gateway, signal, traceId: run.traceId }, { model, ...question })),
    );
    await saveProgress(run, { answer });
    return { value: answer };
  });
}
