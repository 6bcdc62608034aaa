import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { makeChildEnv } from "../../e2e/support/servers/child-process";
import { startService, TEST_BUILD_DIR } from "../../e2e/support/service";
import { findFreePort } from "../../scripts/database/free-port.mjs";
import { readProcessorMsOf } from "../processor-time";

/** The built service as its users run it. */
export interface Processes {
  base: string;
  pages: string;
  readProcessorMs(): number;
  stop(): Promise<void>;
}

/** `together`: one process, as by `npm start`. `apart`: one for each of the roles `api`, `web` and `worker`. */
export type Arrangement = "together" | "apart";

export async function startProcesses(
  arrangement: Arrangement,
  port: number,
  env: Record<string, string>,
): Promise<Processes> {
  const base = `http://localhost:${port}`;
  if (arrangement === "together") {
    const service = await startService({ env: { ...env, PORT: String(port) } });
    const readProcessorMs = () => readProcessorMsOf(service.child.pid ?? 0);
    return { base, pages: base, readProcessorMs, stop: async () => void (await service.stop()) };
  }
  const [pagesPort, workerPort] = [await findFreePort(), await findFreePort()];
  const ports = { api: port, web: pagesPort, worker: workerPort };
  const children = await Promise.all(
    Object.entries(ports).map(([role, at]) => startRole(role, { ...env, PORT: String(at) })),
  );
  return {
    base,
    pages: `http://localhost:${pagesPort}`,
    readProcessorMs: () => children.reduce((sum, { pid = 0 }) => sum + readProcessorMsOf(pid), 0),
    stop: async () => void (await Promise.all(children.map(endRole))),
  };
}

async function startRole(role: string, env: Record<string, string>): Promise<ChildProcess> {
  const args = ["--max-semi-space-size=64", "--v8-pool-size=0", join("scripts", "server.mjs"), "serve", "--role", role];
  const child = spawn(process.execPath, args, {
    env: makeChildEnv({ SVC_BUILD_DIR: TEST_BUILD_DIR, ...env }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => text.includes(`ready as ${role}`) && resolve());
    child.once("exit", (code) => reject(new Error(`The role ${role} ended with ${code}.`)));
  });
  return child;
}

async function endRole(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill();
  await ended;
}
