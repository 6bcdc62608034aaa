import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../scripts/database/free-port.mjs";
import { copyInto, findPrepared } from "./prepared";
import { keepOutput, makeChildEnv } from "./servers/child-process";

export const TEST_BUILD_DIR = ".next-test";

/** `npm start` as a child process: data and port of its own, the build for tests, nothing inherited from the machine's settings. */
export interface Service {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly manifestFile: string;
  readonly child: ChildProcess;
  /** The output so far. */
  readOutput(): string;
  /** SIGTERM; resolves with the exit code when it is gone. */
  stop(): Promise<number | null>;
}

export interface ServiceOptions {
  /** One that `makeDataDir` made; without it, a new one that goes with the service. */
  dataDir?: string;
  env?: Record<string, string>;
  /** Another Node.js than this one. */
  node?: string;
}

/** The command of `npm start`, without `node`. */
function readStartArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } };
  return scripts.start.split(" ").slice(1);
}

export function makeDataDir(): string {
  return mkdtempSync(join(tmpdir(), "svc-test-"));
}

/** Copies the demo that the run prepared; without one the first start seeds it. */
export function makeDemoDir(): string {
  const directory = makeDataDir();
  const prepared = findPrepared();
  if (prepared) copyInto(prepared.service, directory);
  return directory;
}

/** Starts it without waiting: for tests of starts that fail. */
export async function spawnService({
  dataDir,
  env = {},
  node = process.execPath,
}: ServiceOptions = {}): Promise<Service> {
  const directory = dataDir ?? makeDemoDir();
  const port = env["PORT"] ?? String(await findFreePort());
  const child = spawn(node, readStartArguments(), {
    env: makeChildEnv({
      SVC_BUILD_DIR: TEST_BUILD_DIR,
      SVC_DATA_DIR: directory,
      SVC_ENV_FILE: join(directory, "env"),
      PORT: port,
      ...env,
    }),
    stdio: ["ignore", "pipe", "pipe"],
    // A Ctrl-C that ends the test run must not race with the test's own stop.
    detached: process.platform !== "win32",
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return {
    baseUrl: `http://localhost:${port}`,
    dataDir: directory,
    manifestFile: join(directory, "demo.json"),
    child,
    readOutput: keepOutput(child),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      const code = await ended;
      if (dataDir === undefined) rmSync(directory, { recursive: true, force: true });
      return code;
    },
  };
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const service = await spawnService(options);
  try {
    await waitUntilServing(service);
    return service;
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/** Long enough for a build on a machine that is ten times slower than usual: only a start that hangs may fail here. */
const START_LIMIT_MS = 30 * 60_000;

async function waitUntilServing(service: Service): Promise<void> {
  for (const startedMs = Date.now(); Date.now() - startedMs < START_LIMIT_MS; await sleep(50)) {
    if (service.child.exitCode !== null) break;
    if (service.readOutput().includes("/settings/developer")) return;
  }
  throw new Error(`The service did not start:\n${service.readOutput()}`);
}
