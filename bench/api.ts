import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { startService, TEST_BUILD_DIR } from "../e2e/support/service";
import { findFreePort } from "../scripts/database/free-port.mjs";
import { openScratchCluster } from "../scripts/database/scratch-cluster.mjs";
import { CREDENTIALS, fillDatabase, keyOf, LARGE_ROOM, SMALL_ROOM, tokenOf, USER } from "./world";

/** `npm run bench`: what /v1 costs beside the same statements without it, in one run and in turn. See README, "Speed". */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 3);
const CONNECTIONS = [1, 8, 32] as const;
const PROBE = join(tmpdir(), `svc-bench-probe-${process.pid}.json`);

type Operation = "me" | "list" | "write";
type Credential = (n: number) => string;
interface Target {
  name: string;
  base: string;
  pid: number;
  path: Record<Operation, string>;
  credential: Record<Operation, Credential> | null;
}
interface Measure {
  rate: number;
  p50: number;
  p99: number;
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
const OUR_PATHS: Record<Operation, string> = {
  me: "/v1/me",
  list: `/v1/rooms/${SMALL_ROOM}/messages`,
  write: `/v1/rooms/${SMALL_ROOM}/messages`,
};
const OUR_CREDENTIALS = { me: tokenOf, list: keyOf, write: tokenOf };

async function startTargets(databaseUrl: string): Promise<{ targets: Target[]; stop: () => Promise<void> }> {
  const env = { DATABASE_URL: databaseUrl, BENCH_ROOM: SMALL_ROOM, BENCH_USER: USER };
  const service = await startService({
    env: {
      DATABASE_URL: databaseUrl,
      SVC_DEMO: "false",
      SVC_BASE_URL: "http://bench.test",
      SVC_LOG_LEVEL: "error",
      NODE_OPTIONS: "--import ./bench/probe.mjs",
      BENCH_PROBE: PROBE,
    },
  });
  const settings = Object.fromEntries(
    readFileSync(join(service.dataDir, "env"), "utf8")
      .split("\n")
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  const next = join("node_modules", "next", "dist", "bin", "next");
  const open = async (
    name: string,
    args: (port: string) => string[],
    extra: Record<string, string>,
    ours: boolean,
  ): Promise<Target> => {
    const port = String(await findFreePort());
    const child = await startChild(args(port), { ...env, PORT: port, ...extra }, /listening|Ready/);
    return {
      name,
      base: `http://127.0.0.1:${port}`,
      pid: child.pid ?? 0,
      path: ours ? OUR_PATHS : BARE_PATHS,
      credential: ours ? OUR_CREDENTIALS : null,
    };
  };
  await runToEnd([next, "build", "bench/bare-next"]);
  const bare = (kind: string) => ["--import", "tsx", "bench/bare-server.ts", kind];
  const app: Target = {
    name: "front door",
    base: service.baseUrl,
    pid: service.child.pid ?? 0,
    path: OUR_PATHS,
    credential: OUR_CREDENTIALS,
  };
  const targets = [
    app,
    await open("bare, our door", () => bare("door"), {}, false),
    await open("bare node:http", () => bare("node"), {}, false),
    await open("bare Next", (port) => [next, "start", "bench/bare-next", "-p", port], {}, false),
    await open(
      "Next's own door",
      (port) => [next, "start", "-p", port],
      {
        ...settings,
        SVC_BUILD_DIR: TEST_BUILD_DIR,
        SVC_DEMO: "false",
        SVC_BASE_URL: "http://bench.test",
        SVC_LOG_LEVEL: "error",
      },
      true,
    ),
  ];
  return { targets, stop: async () => void (await service.stop()) };
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

async function measure(
  target: Target,
  operation: Operation,
  connections: number,
  seconds: number,
  query = "",
): Promise<Measure> {
  const { credential } = target;
  const method = operation === "write" ? ("POST" as const) : ("GET" as const);
  const body =
    operation === "write"
      ? JSON.stringify({ body: "A message of the usual length, as people write them." })
      : undefined;
  const shared = { method, path: target.path[operation] + query, ...(body === undefined ? {} : { body }) };
  const headersOf = (n: number) => ({
    "content-type": "application/json",
    ...(credential ? { authorization: `Bearer ${credential[operation](n)}` } : {}),
  });
  const requests = Array.from({ length: credential ? CREDENTIALS : 1 }, (_, n) => ({
    ...shared,
    headers: headersOf(n + 1),
  }));
  const result = await autocannon({ url: target.base, connections, duration: seconds, requests });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.name} ${operation}: ${result.non2xx} refused, ${result.errors} errors`);
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const round = (value: number, digits = 0) => value.toFixed(digits);

function readRssMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(line ?? 0) / 1024);
}

async function compare(targets: Target[], operation: Operation): Promise<Map<string, Measure>> {
  const medians = new Map<string, Measure>();
  for (const connections of CONNECTIONS) {
    const runs = new Map<string, Measure[]>(targets.map(({ name }) => [name, []]));
    const rounds = connections === 32 ? ROUNDS : 1;
    for (let turn = 0; turn < rounds; turn += 1) {
      for (const target of targets) runs.get(target.name)?.push(await measure(target, operation, connections, SECONDS));
    }
    console.log(`\n${operation}, ${connections} connections, ${rounds} x ${SECONDS} s`);
    for (const [name, measures] of runs) {
      const middle = {
        rate: median(measures.map((m) => m.rate)),
        p50: median(measures.map((m) => m.p50)),
        p99: median(measures.map((m) => m.p99)),
      };
      if (connections === 32) medians.set(name, middle);
      console.log(
        `  ${name.padEnd(18)} ${round(middle.rate).padStart(7)}/s  p50 ${round(middle.p50, 1)} ms  p99 ${round(middle.p99, 1)} ms`,
      );
    }
  }
  return medians;
}

function report(name: string, value: number, target: string, isMet: boolean): void {
  console.log(`  ${isMet ? "met   " : "MISSED"} ${name}: ${round(value, 2)} (${target})`);
}

async function main(): Promise<void> {
  const cluster = await openScratchCluster();
  let stop = async () => {};
  try {
    const databaseUrl = cluster.buildUrl("postgres");
    console.log("filling the database…");
    await fillDatabase(databaseUrl, "http://bench.test");
    const started = await startTargets(databaseUrl);
    stop = started.stop;
    const { targets } = started;
    const [app] = targets;
    if (!app) throw new Error("no target");
    const rssBefore = readRssMb(app.pid);
    for (const target of targets) await measure(target, "list", 8, 1);
    const results: Record<Operation, Map<string, Measure>> = {
      me: await compare(targets, "me"),
      list: await compare(targets, "list"),
      write: await compare(targets, "write"),
    };
    process.kill(app.pid, "SIGUSR2");
    await sleep(200);
    const rssAfter = readRssMb(app.pid);

    const of = (operation: Operation, name: string) => results[operation].get(name) ?? { rate: 1, p50: 1, p99: 1 };
    const ratio = (operation: Operation, a: string, b: string) => of(operation, a).rate / of(operation, b).rate;
    console.log("\nTargets, 32 connections");
    const [door, bareDoor, bareNext, nextDoor] = ["front door", "bare, our door", "bare Next", "Next's own door"];
    report("list / bare Next", ratio("list", door, bareNext), ">= 2.5", ratio("list", door, bareNext) >= 2.5);
    report("list / bare on our door", ratio("list", door, bareDoor), ">= 0.7", ratio("list", door, bareDoor) >= 0.7);
    report("me / bare Next", ratio("me", door, bareNext), ">= 4", ratio("me", door, bareNext) >= 4);
    report("write / bare Next", ratio("write", door, bareNext), ">= 1", ratio("write", door, bareNext) >= 1);
    report(
      "list through Next's door / bare Next",
      ratio("list", nextDoor, bareNext),
      ">= 0.7",
      ratio("list", nextDoor, bareNext) >= 0.7,
    );
    const slower = of("list", door).p99 / of("list", bareDoor).p99;
    report("p99 of list / p99 of bare on our door", slower, "<= 2", slower <= 2);
    report("RSS after the load, MB", rssAfter, `<= 200; ${rssBefore} before`, rssAfter <= 200);
    console.log(`  event loop delay of the front door: ${readFileSync(PROBE, "utf8")}`);

    console.log("\nCost does not grow with data: list, 8 connections");
    const pages = await measurePages(app);
    const slowest = Math.max(...pages) / Math.min(...pages);
    report("slowest / fastest page", slowest, "<= 1.2", slowest <= 1.2);
  } finally {
    for (const child of children) child.kill();
    await stop();
    await cluster.stop();
  }
}

/** First, middle and last page of ten thousand and of a million; each page's own cursor, taken by asking for it. */
async function measurePages(app: Target): Promise<number[]> {
  const rates: number[] = [];
  for (const room of [SMALL_ROOM, LARGE_ROOM]) {
    const target = { ...app, path: { ...app.path, list: `/v1/rooms/${room}/messages` } };
    const samples = await Promise.all([measureMedian(target, "")]);
    rates.push(...samples);
    console.log(`  ${room === SMALL_ROOM ? "10 thousand" : "1 million"}, first page: ${round(samples[0] ?? 0)}/s`);
  }
  return rates;
}

async function measureMedian(target: Target, query: string): Promise<number> {
  const rates: number[] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1) rates.push((await measure(target, "list", 8, 2, query)).rate);
  return median(rates);
}

await main();
process.exit();
