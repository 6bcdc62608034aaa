import { type ChildProcess, type SpawnOptions, type StdioOptions, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
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

const words = new WeakMap<ChildProcess, Set<unknown>>();

/** A word counts also when it came together with the one before, as it does while this process is stopped. */
export function hear(child: ChildProcess, word: string): Promise<void> {
  const said = words.get(child) ?? new Set();
  if (!words.has(child)) {
    words.set(child, said);
    child.on("message", (message) => said.add(message));
  }
  return new Promise((done, fail) => {
    const listen = () => said.delete(word) && done();
    listen();
    child.on("message", listen);
    child.once("exit", () => fail(new Error(`The process ended before it said "${word}".`)));
  });
}

/** Resolves with the exit code when the process is gone and its output complete. */
export function kill(child: ChildProcess | undefined, signal: NodeJS.Signals = "SIGKILL"): Promise<number | null> {
  return new Promise((done) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return done(child?.exitCode ?? null);
    child.once("close", (code) => done(code));
    child.kill(signal);
  });
}

/** Long enough for a machine that is ten times slower than usual: only a start that hangs may fail here. */
const START_LIMIT_MS = 30 * 60_000;

/** Resolves once the process is ready; a check that throws says that it is not. */
export async function untilReady(
  child: ChildProcess,
  readOutput: () => string,
  isReady: () => boolean | Promise<boolean>,
): Promise<void> {
  const check = () => new Promise<boolean>((resolve) => resolve(isReady())).catch(() => false);
  for (const startMs = performance.now(); performance.now() - startMs < START_LIMIT_MS; await sleep(50)) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    if (await check()) return;
  }
  throw new Error(`${child.spawnargs.join(" ")} did not start:\n${readOutput()}`);
}

/** A Node process that can come back on its port after a kill. It says "ready" by a message, or this word in its output. */
export async function startRestartable(args: readonly string[], options: SpawnOptions, word?: string) {
  const outputs: (() => string)[] = [];
  const readOutput = () => outputs.map((read) => read()).join("");
  async function launch(): Promise<{ child: ChildProcess; ended: Promise<number | null> }> {
    const stdio: StdioOptions = ["ignore", "pipe", "pipe", ...(word === undefined ? ["ipc" as const] : [])];
    const child = spawn(process.execPath, args, { ...options, stdio });
    const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
    const read = keepOutput(child);
    outputs.push(read);
    if (word !== undefined) await untilReady(child, readOutput, () => read().includes(word));
    else
      await hear(child, "ready").catch((error: unknown) => {
        throw new Error(readOutput(), { cause: error });
      });
    return { child, ended };
  }
  let current = await launch();
  async function end(signal: NodeJS.Signals = "SIGKILL"): Promise<number | null> {
    const { child, ended } = current;
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return ended;
  }
  return {
    get child() {
      return current.child;
    },
    /** Its output, over all restarts. */
    readOutput,
    kill: end,
    async restart(): Promise<void> {
      await end();
      current = await launch();
    },
  };
}
export type Restartable = Awaited<ReturnType<typeof startRestartable>>;
