import type { ActionTarget, AgentQuestion, Work } from "./action";
import { readAnswer } from "./answer";
import type { ClaimedRun } from "./claim-run";
import { askAgent, gatewayHost, requireAnswer } from "./gateway";
import type { RunnableConnector } from "./open-connector";
import { writePrompt } from "./prompt";
import { saveAnswer, saveGatewayHost, saveQuestion } from "./save-progress";
import { chooseSession } from "./session-key";
import { openStepBoard, type StepBoard } from "./step-board";
import { writeOnce } from "./write-once";

interface Start {
  run: ClaimedRun;
  connector: RunnableConnector;
  target: ActionTarget;
  signal: AbortSignal;
}

/** Each step is on the run's row before the next one begins. */
export async function startWork(start: Start): Promise<Work> {
  const { run, connector, signal } = start;
  const board = openStepBoard(run, signal);
  if (run.answer === null) await saveGatewayHost(run, gatewayHost(connector.gateway));
  return {
    connector,
    signal,
    step: board.step,
    ask: (makeQuestion) => ask(start, board, makeQuestion),
    skip: (name, detail) => board.show(name, { state: "skipped", detail }),
    write(thing, write) {
      signal.throwIfAborted();
      return writeOnce(run, thing, write);
    },
  };
}

async function ask(
  start: Start,
  { step, show }: StepBoard,
  makeQuestion: () => Promise<AgentQuestion>,
): Promise<string> {
  const { run, connector, signal } = start;
  if (run.answer !== null) {
    for (const name of ["context", "agent"]) await show(name, { state: "passed", detail: "Before the interruption" });
    return run.answer;
  }
  const { gateway, target: model } = connector;
  const question = await step("context", async () => ({ value: await saveContext(start, await makeQuestion()) }));
  return step("agent", async () => {
    const answer = readAnswer(requireAnswer(await askAgent({ gateway, signal }, { model, ...question })));
    await saveAnswer(run, answer);
    return { value: answer };
  });
}

/** On record before anything leaves. */
async function saveContext({ run, connector, target }: Start, { prompt, ids, rootMessageId }: AgentQuestion) {
  const session = chooseSession(connector.sessionStrategy, {
    roomId: target.room?.roomId ?? "",
    recordId: target.recordId,
    userId: connector.userId,
    rootMessageId,
  });
  const sentIds = [...new Set([...ids, ...session.ids])];
  await saveQuestion(run, { prompt: writePrompt(prompt), sentIds, sessionKey: session.key });
  return { prompt, sessionKey: session.key };
}
