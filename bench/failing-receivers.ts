import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startReceiver } from "../e2e/support/servers/receiver";

/** Receivers on loopback in a process of their own, for retries.ts. The path of a request says how they fail. */
export interface FailingReceivers {
  urls: string[];
  stop(): void;
}

export async function startFailingReceivers(count: number): Promise<FailingReceivers> {
  const child = fork(fileURLToPath(import.meta.url), [String(count)], { execArgv: ["--import", "tsx"] });
  const urls = await new Promise<string[]>((resolve, reject) => {
    child.once("message", (told) => resolve(told as string[]));
    child.once("exit", () => reject(new Error("The receivers did not start.")));
  });
  return { urls, stop: () => child.kill() };
}

if (process.send) {
  const receivers = await Promise.all(Array.from({ length: Number(process.argv[2]) }, startReceiver));
  process.send(receivers.map(({ url }) => url));
  process.once("disconnect", () => process.exit());
}
