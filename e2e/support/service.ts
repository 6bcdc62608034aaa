import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../scripts/database/free-port.mjs";
import { copyInto, findPrepared } from "./prepared";
import { keepOutput, makeChildEnv, untilReady } from "./servers/child-process";

export const TEST_BUILD_DIR = ".next-test";

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

/**
 * `npm start` as a child process: data and port of its own, the build for tests, nothing inherited from the machine's
 * settings. It is not waited for: tests of starts that fail use this.
 */
export async function spawnService({ dataDir, env = {}, node = process.execPath }: ServiceOptions = {}) {
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
    /** SIGTERM; resolves with the exit code when it is gone. */
    stop: async (): Promise<number | null> => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      const code = await ended;
      if (dataDir === undefined) rmSync(directory, { recursive: true, force: true });
      return code;
    },
  };
}

export type Service = Awaited<ReturnType<typeof spawnService>>;

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const service = await spawnService(options);
  try {
    await untilReady(service.child, service.readOutput, () => service.readOutput().includes("/settings/developer"));
    return service;
  } catch (error) {
    await service.stop();
    throw error;
  }
}
