import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { closeDatabase } from "../lib/db/pool";
import { drainDeliveries } from "../lib/webhooks/delivery/dispatch";

export interface DrainProcess {
  readonly pid: number;
  /** Ends when no delivery is due. */
  drain(): Promise<void>;
  stop(): void;
}

/** A second worker, as an operator adds one: it takes its part of what is due. The environment is this process's. */
export async function startDrainProcess(): Promise<DrainProcess> {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: process.execArgv });
  const next = () =>
    new Promise<void>((resolve, reject) => {
      child.once("message", () => resolve());
      child.once("exit", (code) => reject(new Error(`The second worker ended with ${code}.`)));
    });
  await next();
  return {
    pid: child.pid ?? 0,
    drain() {
      const drained = next();
      child.send("drain");
      return drained;
    },
    stop: () => void child.kill(),
  };
}

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  const tell = () => process.send?.("ready");
  process.on("message", () => void drainDeliveries().then(tell));
  process.once("disconnect", () => void closeDatabase().then(() => process.exit()));
  tell();
}
