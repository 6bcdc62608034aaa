import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll } from "vitest";
import { findFreePort } from "../../../scripts/database/free-port.mjs";
import { runCommand } from "../../../scripts/process/run-command.mjs";
import { findPrepared } from "../prepared";
import { TEST_BUILD_DIR } from "../service";
import { TEST_ENV } from "../test-env.mjs";
import { keepOutput, makeChildEnv } from "./child-process";

/** svc-server on the tests' build, with the settings that a test names and no other. */
export interface ServerCommands {
  readonly directory: string;
  run(args: readonly string[], env?: Record<string, string>): Promise<{ code: number; output: string }>;
  serve(role: string, env: Record<string, string>): Promise<RoleProcess>;
}

export interface RoleProcess {
  readonly baseUrl: string;
  readonly child: ChildProcess;
  readOutput(): string;
  kill(signal?: NodeJS.Signals): Promise<number | null>;
  /** The same role at the same address. */
  restart(): Promise<void>;
}

const COMMAND = join("scripts", "server.mjs");
const START_LIMIT_MS = 30 * 60_000;

/** `cwd`: a packed folder in place of this one. */
export function useServerCommands({ cwd = process.cwd() }: { cwd?: string } = {}): ServerCommands {
  const directory = mkdtempSync(join(tmpdir(), "svc-server-"));
  const running = new Set<RoleProcess>();
  const fullEnv = (env: Record<string, string>) =>
    leaveOutEmpty({
      ...TEST_ENV,
      NODE_ENV: "production",
      SVC_LOG_LEVEL: "warn",
      SVC_BUILD_DIR: TEST_BUILD_DIR,
      SVC_DATA_DIR: join(directory, "data"),
      SVC_ENV_FILE: join(directory, "env"),
      DATABASE_URL: "",
      ...env,
    });

  beforeAll(async () => {
    if (findPrepared()) return;
    const env = makeChildEnv({ SVC_BUILD_DIR: TEST_BUILD_DIR });
    const { code, output } = await runCommand(process.execPath, [join("scripts", "build.mjs")], { env });
    if (code !== 0) throw new Error(`The build failed:\n${output}`);
  }, START_LIMIT_MS);

  afterAll(async () => {
    await Promise.all([...running].map((role) => role.kill("SIGKILL")));
    rmSync(directory, { recursive: true, force: true });
  });

  return {
    directory,
    run: (args, env = {}) => runCommand(process.execPath, [COMMAND, ...args], { env: fullEnv(env), cwd }),
    async serve(role, env) {
      const started = await startRole(role, { PORT: String(await findFreePort()), ...env }, { fullEnv, cwd });
      running.add(started);
      return started;
    },
  };
}

/** An empty variable would hide the one of the file. */
function leaveOutEmpty(env: Record<string, string>): NodeJS.ProcessEnv {
  return makeChildEnv(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== "")));
}

async function startRole(
  role: string,
  env: Record<string, string>,
  { fullEnv, cwd }: { fullEnv: (env: Record<string, string>) => NodeJS.ProcessEnv; cwd: string },
): Promise<RoleProcess> {
  const outputs: (() => string)[] = [];
  const readOutput = () => outputs.map((read) => read()).join("");
  let child: ChildProcess;
  let ended: Promise<number | null>;

  async function start(): Promise<void> {
    child = spawn(process.execPath, [COMMAND, "serve", "--role", role], {
      env: fullEnv(env),
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const started = keepOutput(child);
    outputs.push(started);
    ended = new Promise((resolve) => child.once("close", (code) => resolve(code)));
    for (const startedMs = Date.now(); Date.now() - startedMs < START_LIMIT_MS; await sleep(50)) {
      if (started().includes(`ready as ${role}`)) return;
      if (child.exitCode !== null) break;
    }
    throw new Error(`The role ${role} did not start:\n${readOutput()}`);
  }

  await start();
  return {
    baseUrl: `http://127.0.0.1:${env["PORT"]}`,
    get child() {
      return child;
    },
    readOutput,
    async kill(signal = "SIGKILL") {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return ended;
    },
    restart: start,
  };
}
