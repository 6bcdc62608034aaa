import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import pg from "pg";
import { type Service, startService } from "../e2e/support/service";
import { readPostmaster } from "../scripts/database/postmaster.mjs";
import { openScratchCluster } from "../scripts/database/scratch-cluster.mjs";
import { BASE_URL } from "./targets";
import { CREDENTIALS, fillDatabase, keyOf, SMALL_ROOM, tokenOf } from "./world";

/**
 * `npm run bench:nodes -- PATH…`: the service under several versions of Node.js, in alternating rounds. Each PATH is a
 * `node`; without one it is this. The build in .next-test is measured. Processor times hardly depend on what else the
 * machine does; rates do.
 */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 4);
const CONNECTIONS = 32;
const TICK_MS = 10;

const MESSAGES = `/v1/rooms/${SMALL_ROOM}/messages`;
const OPERATIONS = {
  me: { method: "GET", path: "/v1/me", credential: tokenOf },
  list: { method: "GET", path: MESSAGES, credential: keyOf },
  write: { method: "POST", path: MESSAGES, credential: tokenOf },
} as const;
type Operation = keyof typeof OPERATIONS;

interface Measure {
  rate: number;
  p99: number;
  nodeUs: number;
  postgresUs: number;
}

/** Of all threads, and of children that have ended, as the kernel counts it. */
function readProcessorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
}

function readPostgresMs(postmaster: number): number {
  const children = execFileSync("pgrep", ["-P", String(postmaster)], { encoding: "utf8" })
    .trim()
    .split("\n");
  return [postmaster, ...children.map(Number)].reduce((sum, pid) => sum + readProcessorMs(pid), 0);
}

async function findPostmaster(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ directory: string }>("SELECT current_setting('data_directory') AS directory");
  await client.end();
  return readPostmaster(rows[0]?.directory ?? "")?.pid ?? 0;
}

async function measure({ baseUrl, child }: Service, operation: Operation, postmaster: number): Promise<Measure> {
  const { method, path, credential } = OPERATIONS[operation];
  const body = method === "POST" ? { body: JSON.stringify({ body: "A message of the usual length." }) } : {};
  const share = Math.floor(CREDENTIALS / CONNECTIONS);
  const [nodeMs, postgresMs] = [readProcessorMs(child.pid ?? 0), readPostgresMs(postmaster)];
  let clients = 0;
  const { requests, latency, non2xx } = await autocannon({
    url: baseUrl,
    connections: CONNECTIONS,
    duration: SECONDS,
    setupClient(client) {
      const first = clients * share + 1;
      clients += 1;
      const requestOf = (n: number) => ({
        method,
        path,
        headers: { "content-type": "application/json", authorization: `Bearer ${credential(first + n)}` },
        ...body,
      });
      client.setRequests(Array.from({ length: share }, (_, n) => requestOf(n)));
    },
  });
  if (non2xx > 0) throw new Error(`${operation}: ${non2xx} refused`);
  const each = (ms: number) => (ms * 1_000) / requests.total;
  return {
    rate: requests.average,
    p99: latency.p99,
    nodeUs: each(readProcessorMs(child.pid ?? 0) - nodeMs),
    postgresUs: each(readPostgresMs(postmaster) - postgresMs),
  };
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const nodes = process.argv.slice(2);
if (nodes.length === 0) nodes.push(process.execPath);
const names = new Map(nodes.map((node) => [node, execFileSync(node, ["-v"], { encoding: "utf8" }).trim()]));
const measures = new Map<string, Measure[]>();
const cluster = await openScratchCluster();
try {
  const databaseUrl = cluster.buildUrl("postgres");
  await fillDatabase(databaseUrl, BASE_URL);
  const postmaster = await findPostmaster(databaseUrl);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const node of nodes) {
      const env = { DATABASE_URL: databaseUrl, SVC_DEMO: "false", SVC_BASE_URL: BASE_URL, SVC_LOG_LEVEL: "error" };
      const service = await startService({ env, node });
      await measure(service, "list", postmaster);
      for (const operation of ["me", "list", "write"] as const) {
        const key = `${names.get(node)} ${operation}`;
        measures.set(key, [...(measures.get(key) ?? []), await measure(service, operation, postmaster)]);
      }
      await service.stop();
    }
  }
} finally {
  await cluster.stop();
}
console.log("| Node.js | requests/s | p99 ms | Node.js µs each | PostgreSQL µs each |\n|---|---|---|---|---|");
for (const [key, rounds] of measures) {
  const of = (pick: (measured: Measure) => number) => median(rounds.map(pick)).toFixed(0);
  const cells = [
    of(({ rate }) => rate),
    of(({ p99 }) => p99),
    of(({ nodeUs }) => nodeUs),
    of(({ postgresUs }) => postgresUs),
  ];
  console.log(`| ${key} | ${cells.join(" | ")} |`);
}
process.exit();
