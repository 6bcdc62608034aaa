import { randomBytes } from "node:crypto";
import { enterSentContext } from "../../audit/enter-sent-context";
import { transaction } from "../../db/transaction";
import { AppError } from "../../platform/errors";
import type { ActionTarget, AgentQuestion, Work } from "./action";
import { listScopes } from "./agent-caller";
import { readAnswer } from "./answer";
import type { ClaimedRun } from "./claim-run";
import { gatewayHost, requestAnswer, requireAnswer } from "./gateway";
import type { RunnableConnector } from "./open-connector";
import { makeMark, type Prompt, writePrompt } from "./prompt";
import { saveProgress } from "./renew-lease";
import { RunEnded, type RunStep, toPendingStep } from "./run";
import { chooseSession } from "./session-key";
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

/**
 * The ids are recorded before anything leaves. Those of an earlier attempt stay on the run; the log gets a row each
 * time.
 */
async function saveContext(
  run: ClaimedRun,
  connector: RunnableConnector,
  target: ActionTarget,
  { prompt, ids, rootMessageId }: AgentQuestion,
): Promise<{ prompt: Prompt; sessionKey: string }> {
  const { key: sessionKey, ids: sessionIds } = chooseSession(connector.sessionStrategy, {
    roomId: target.room?.roomId ?? "",
    recordId: target.recordId,
    userId: connector.userId,
    rootMessageId,
  });
  const leaving = [...new Set([...ids, ...sessionIds])];
  const sentIds = [...new Set([...run.sentIds, ...leaving])];
  const { billing } = connector;
  await transaction(async (tx) => {
    await saveProgress(run, { prompt: writePrompt(prompt), sentIds, sessionKey }, tx.prisma);
    enterSentContext(tx, {
      runId: run.id,
      requestId: run.requestId,
      action: run.action,
      connectorId: connector.id,
      scopes: listScopes(connector.toolProfile),
      billingEntityId: billing.entityId,
      organizationId: billing.kind === "organization" ? billing.organizationId : null,
      userId: connector.userId,
      gatewayHost: gatewayHost(connector.gateway),
      attempt: run.attempts,
      sentIds: leaving,
    });
  });
  return { prompt, sessionKey };
}
