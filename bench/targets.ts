import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startService, TEST_BUILD_DIR } from "../e2e/support/service";
import { findFreePort } from "../scripts/database/free-port.mjs";
import { keyOf, SMALL_ROOM, tokenOf, USER } from "./world";

export type Operation = "me" | "list" | "write";
type Credential = (n: number) => string;
export interface Target {
  name: string;
  base: string;
  pid: number;
  path: Record<Operation, string>;
  credential: Record<Operation, Credential> | null;
}
/** The tokens' audience; nothing is ever sent there. */
export const BASE_URL = "http://bench.test";
const NEXT = join("node_modules", "next", "dist", "bin", "next");

interface Started {
  targets: Target[];
  settings: Record<string, string>;
  stop: () => Promise<void>;
}

const children: ChildProcess[] = [];

async function startChild(args: string[], env: Record<string, string>, ready: RegExp): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error(`${args.join(" ")} ended`)));
    child.stdout.setEncoding("utf8").on("data", (text: string) => ready.test(text) && resolve());
  });
  return child;
}

const BARE_PATHS: Record<Operation, string> = { me: "/me", list: "/messages", write: "/messages" };
const OUR_LIST = `/v1/rooms/${SMALL_ROOM}/messages`;
const OURS: Pick<Target, "path" | "credential"> = {
  path: { me: "/v1/me", list: OUR_LIST, write: OUR_LIST },
  credential: { me: tokenOf, list: keyOf, write: tokenOf },
};

/** Ours through both doors, and three bare ones, all on one database. */
export async function startTargets(databaseUrl: string, probeFile: string): Promise<Started> {
  const ours = { DATABASE_URL: databaseUrl, SVC_DEMO: "false", SVC_BASE_URL: BASE_URL, SVC_LOG_LEVEL: "error" };
  const probe = { NODE_OPTIONS: "--import ./bench/probe.mjs", BENCH_PROBE: probeFile };
  const service = await startService({ env: { ...ours, ...probe } });
  const settings = readSettings(join(service.dataDir, "env"));
  await runToEnd([NEXT, "build", "bench/bare-next"]);
  const openBare = (name: string, args: (port: string) => string[]) =>
    openTarget(name, args, { DATABASE_URL: databaseUrl, BENCH_ROOM: SMALL_ROOM, BENCH_USER: USER });
  const bareServer = (kind: string) => () => ["--import", "tsx", "bench/bare-server.ts", kind];
  const nextDoor = await openTarget("Next's own door", (port) => [NEXT, "start", "-p", port], {
    ...settings,
    ...ours,
    SVC_BUILD_DIR: TEST_BUILD_DIR,
  });
  return {
    settings,
    targets: [
      { name: "front door", base: service.baseUrl, pid: service.child.pid ?? 0, ...OURS },
      await openBare("bare, our door", bareServer("door")),
      await openBare("bare node:http", bareServer("node")),
      await openBare("bare Next", (port) => [NEXT, "start", "bench/bare-next", "-p", port]),
      { ...nextDoor, ...OURS },
    ],
    async stop() {
      for (const child of children) child.kill();
      await service.stop();
    },
  };
}

async function openTarget(
  name: string,
  args: (port: string) => string[],
  env: Record<string, string>,
): Promise<Target> {
  const port = String(await findFreePort());
  const child = await startChild(args(port), { ...env, PORT: port }, /listening|Ready/);
  return { name, base: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, path: BARE_PATHS, credential: null };
}

/** The secrets that the service made for itself: Next's own door must know the same. */
function readSettings(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8").matchAll(/^([A-Z_]+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value.replace(/^"(.*)"$/, "$1")]));
}

function runToEnd(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" },
    });
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${args.join(" ")} failed`))));
  });
}
