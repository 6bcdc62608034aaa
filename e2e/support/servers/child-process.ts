import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { ENV_NAMES } from "../../../lib/platform/env";
import { TEST_ENV } from "../test-env.mjs";
import type { Job } from "./child";

/** The system's own variables and these, for a child process: neither the machine's settings nor the tests' reach it. */
export function makeChildEnv(variables: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !ENV_NAMES.includes(name));
  return { ...Object.fromEntries(inherited), NODE_ENV: "production", SVC_LOG_LEVEL: "warn", ...variables };
}

/** A child process that prints "ready", for tests that kill it without warning. */
export async function startKillable(
  job: Job,
  databaseUrl: string,
  more: Record<string, string> = {},
): Promise<ChildProcess> {
  const env = makeChildEnv({ ...TEST_ENV, ...more, NODE_ENV: "production", DATABASE_URL: databaseUrl });
  const file = fileURLToPath(new URL("./child.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", file, job], {
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await hear(child, "ready");
  return child;
}

/** Reads what the process has written so far. */
export function keepOutput({ stdout, stderr }: Partial<Pick<ChildProcess, "stdout" | "stderr">>): () => string {
  let output = "";
  for (const stream of [stdout, stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return () => output;
}

export function hear(child: ChildProcess, word: string): Promise<void> {
  return new Promise((done, fail) => {
    child.on("message", (message) => message === word && done());
    child.once("exit", () => fail(new Error(`The process ended before it said "${word}".`)));
  });
}

/** SIGKILL; resolves when the process is gone. */
export function kill(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once("exit", () => done());
    child.kill("SIGKILL");
  });
}

export interface Restartable {
  readonly child: ChildProcess;
  readLog: () => string;
  /** SIGKILL. */
  kill: () => Promise<void>;
  restart: () => Promise<void>;
}

/** A Node process that says "ready" by a message, and can come back on its port after a kill. */
export async function startRestartable(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Restartable> {
  const logs: (() => string)[] = [];
  const readLog = () => logs.map((read) => read()).join("");
  const launch = async (): Promise<ChildProcess> => {
    const launched = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
    logs.push(keepOutput(launched));
    await hear(launched, "ready").catch((error: unknown) => {
      throw new Error(readLog(), { cause: error });
    });
    return launched;
  };
  let child = await launch();
  return {
    get child() {
      return child;
    },
    readLog,
    kill: () => kill(child),
    async restart() {
      await kill(child);
      child = await launch();
    },
  };
}
