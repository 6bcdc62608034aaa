import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { describeSelection, writeCursor } from "../lib/api/list";
import { openScratchCluster } from "../scripts/database/scratch-cluster.mjs";
import { BASE_URL, type Operation, startTargets, type Target } from "./targets";
import { CREDENTIALS, fillDatabase, LARGE, LARGE_ROOM, messageOf, SMALL, SMALL_ROOM } from "./world";

/** `npm run bench`: /v1 beside the same statements without it, alternating in one run. docs/benchmarks.md has its figures. */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 3);
const CONNECTIONS = [1, 8, 32] as const;
const PROBE = join(tmpdir(), `svc-bench-probe-${process.pid}.json`);

interface Measure {
  rate: number;
  p50: number;
  p99: number;
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
  const share = credential ? Math.floor(CREDENTIALS / connections) : 1;
  let clients = 0;
  const result = await autocannon({
    url: target.base,
    connections,
    duration: seconds,
    ...shared,
    // Each connection has its own credentials, so that none of them reaches its burst limit.
    setupClient(client) {
      const first = clients * share + 1;
      clients += 1;
      client.setRequests(Array.from({ length: share }, (_, n) => ({ ...shared, headers: headersOf(first + n) })));
    },
  });
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
    await fillDatabase(databaseUrl, BASE_URL);
    const started = await startTargets(databaseUrl, PROBE);
    stop = started.stop;
    // Cursors are sealed with the service's own secret.
    Object.assign(process.env, started.settings, { DATABASE_URL: databaseUrl });
    await runAll(started.targets);
  } finally {
    await stop();
    await cluster.stop();
  }
}

async function runAll(targets: Target[]): Promise<void> {
  const [app] = targets;
  if (!app) throw new Error("no target");
  const rssBefore = readRssMb(app.pid);
  for (const target of targets) await measure(target, "list", 8, 1);
  const results: Results = {
    me: await compare(targets, "me"),
    list: await compare(targets, "list"),
    write: await compare(targets, "write"),
  };
  process.kill(app.pid, "SIGUSR2");
  await sleep(200);
  reportTargets(results);
  const rss = readRssMb(app.pid);
  report(`RSS after the load, MB (${rssBefore} before)`, rss, "<= 200", rss <= 200);
  const { p50, p99, max } = JSON.parse(readFileSync(PROBE, "utf8")) as Record<string, number>;
  console.log(`  event loop delay of the front door, ms: p50 ${p50}, p99 ${p99}, most ${max}`);
  await measurePages(app);
}

type Results = Record<Operation, Map<string, Measure>>;

function reportTargets(results: Results): void {
  const of = (operation: Operation, name: string) => results[operation].get(name) ?? { rate: 1, p50: 1, p99: 1 };
  const rate = (operation: Operation, name: string, beside: string, least: number) => {
    const ratio = of(operation, name).rate / of(operation, beside).rate;
    report(`${operation}: ${name} / ${beside}`, ratio, `>= ${least}`, ratio >= least);
  };
  console.log("\nTargets, 32 connections");
  rate("list", "front door", "bare Next", 2.5);
  rate("list", "front door", "bare, our door", 0.7);
  rate("me", "front door", "bare Next", 4);
  rate("write", "front door", "bare Next", 1);
  rate("list", "Next's own door", "bare Next", 0.7);
  const slower = of("list", "front door").p99 / of("list", "bare, our door").p99;
  report("p99 of list / p99 of bare on our door", slower, "<= 2", slower <= 2);
}

/** First, middle and last page of ten thousand and of a million, in turn: cost must not grow with data. */
async function measurePages(app: Target): Promise<void> {
  console.log("\nlist, 8 connections, by page");
  const pages = [
    [SMALL_ROOM, SMALL],
    [LARGE_ROOM, LARGE],
  ].flatMap(([room, count]) => {
    const target = { ...app, path: { ...app.path, list: `/v1/rooms/${room}/messages` } };
    const at = (n: number) =>
      `?cursor=${writeCursor("listMessages", messageOf(String(room), n), describeSelection({ roomId: room }))}`;
    const half = Number(count) / 2;
    return [
      { target, name: `${count} messages, first page`, query: "", rates: [] as number[] },
      { target, name: `${count} messages, middle page`, query: at(half), rates: [] as number[] },
      { target, name: `${count} messages, last page`, query: at(51), rates: [] as number[] },
    ];
  });
  for (let turn = 0; turn < ROUNDS * 2; turn += 1) {
    for (const { target, query, rates } of pages) rates.push((await measure(target, "list", 8, 1, query)).rate);
  }
  for (const { name, rates } of pages) console.log(`  ${name}: ${round(median(rates))}/s`);
  const medians = pages.map(({ rates }) => median(rates));
  const slowest = Math.max(...medians) / Math.min(...medians);
  report("fastest / slowest page", slowest, "<= 1.2", slowest <= 1.2);
}

await main();
process.exit();
