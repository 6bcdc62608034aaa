import { type ChildProcess, spawn } from "node:child_process";
import { makeChildEnv } from "./child-env";
import { TEST_ENV } from "./test-env.mjs";

/** A child process that prints "ready", for tests that kill it without warning. */
export async function startKillable(
  file: string,
  databaseUrl: string,
  more: Record<string, string> = {},
): Promise<ChildProcess> {
  const env = makeChildEnv({ ...TEST_ENV, ...more, NODE_ENV: "production", DATABASE_URL: databaseUrl });
  const child = spawn(process.execPath, ["--import", "tsx", file], {
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await hear(child, "ready");
  return child;
}

export function hear(child: ChildProcess, word: string): Promise<void> {
  return new Promise((done, fail) => {
    child.on("message", (message) => message === word && done());
    child.once("exit", () => fail(new Error(`The process ended before it said "${word}".`)));
  });
}

export function kill(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once("exit", () => done());
    child.kill("SIGKILL");
  });
}
