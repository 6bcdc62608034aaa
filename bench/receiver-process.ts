import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ReceiverReport } from "./webhook-receiver";

export interface ReceiverProcess {
  /** Ten ports; the last one hangs on request. */
  urls: string[];
  ask(question: "hang" | "latencies"): Promise<ReceiverReport>;
  stop(): void;
  readonly pid: number;
}

/** A process of its own, so that its processor time is not counted as ours. */
export async function startReceiver(): Promise<ReceiverProcess> {
  const child = fork(fileURLToPath(new URL("./webhook-receiver.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
  });
  const next = () =>
    new Promise<ReceiverReport>((resolve) => child.once("message", (told) => resolve(told as ReceiverReport)));
  const { urls } = await next();
  return {
    urls,
    ask(question) {
      const answer = next();
      child.send(question);
      return answer;
    },
    stop: () => child.kill(),
    pid: child.pid ?? 0,
  };
}
