import type { Asked, Place, Work } from "./action";
import { readAnswer } from "./answer";
import { askAgent, gatewayHost, requireAnswer } from "./gateway";
import { writePrompt } from "./prompt";
import { type ClaimedRun, keepAnswer, keepGatewayHost, keepQuestion, writeOnce } from "./run-work-store";
import type { RunnableConnector } from "./runtime-store";
import { chooseSession } from "./session-key";
import { openStepBoard, type StepBoard } from "./step-board";

interface Start {
  run: ClaimedRun;
  connector: RunnableConnector;
  place: Place;
  signal: AbortSignal;
}

/** What a run's action works with. Everything it does is on the run's row before the next thing begins. */
export async function startWork(start: Start): Promise<Work> {
  const { run, connector, signal } = start;
  const board = openStepBoard(run, signal);
  if (run.answer === null) await keepGatewayHost(run, gatewayHost(connector.gateway));
  return {
    connector,
    signal,
    step: board.step,
    ask: (makePrompt) => ask(start, board, makePrompt),
    skip: (name, detail) => board.show(name, { state: "skipped", detail }),
    write(what, write) {
      signal.throwIfAborted();
      return writeOnce(run, what, write);
    },
  };
}

async function ask(start: Start, { step, show }: StepBoard, makePrompt: () => Promise<Asked>): Promise<string> {
  const { run, connector, signal } = start;
  if (run.answer !== null) {
    for (const name of ["context", "agent"]) await show(name, { state: "passed", detail: "Before the interruption" });
    return run.answer;
  }
  const { gateway, target } = connector;
  const question = await step("context", async () => ({ value: await keepContext(start, await makePrompt()) }));
  return step("agent", async () => {
    const answer = readAnswer(requireAnswer(await askAgent({ gateway, signal }, { model: target, ...question })));
    await keepAnswer(run, answer);
    return { value: answer };
  });
}

/** On record before anything leaves. */
async function keepContext({ run, connector, place }: Start, { prompt, ids, rootMessageId }: Asked) {
  const session = chooseSession(connector.sessionStrategy, {
    roomId: place.room?.roomId ?? "",
    recordId: place.recordId,
    userId: connector.userId,
    rootMessageId,
  });
  const sentIds = [...new Set([...ids, ...session.ids])];
  await keepQuestion(run, { prompt: writePrompt(prompt), sentIds, sessionKey: session.key });
  return { prompt, sessionKey: session.key };
}
