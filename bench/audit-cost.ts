import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import pg from "pg";
import { findFreePort } from "../scripts/database/free-port.mjs";
import { openScratchCluster } from "../scripts/database/scratch-cluster.mjs";
import { readProcessorMs, readProcessorMsOf } from "./processor-time";
import { BASE_URL } from "./targets";
import { fillDatabase, tokenOf } from "./world";

/**
 * `npm run bench:cost`: what the sequencer of the audit log costs `GET /v1/me`, the cheapest read. Rounds without it, with it
 * in a worker, and with it in the serving process take turns, on the same processes and the same database. Each begins when
 * all rows are signed. Half of the load that the service can take is offered, and then all that it takes.
 */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 11);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);
const CONNECTIONS = 32;
/** Short rounds follow each other within a minute, and each begins with the same credentials. */
const CREDENTIALS = 6_000;
const MODES = ["without", "in a worker", "in the same process"] as const;
type Mode = (typeof MODES)[number];

interface Server {
  base: string;
  child: ChildProcess;
}

interface Round {
  rate: number;
  p50: number;
  p99: number;
  /** Of the serving process, the worker and PostgreSQL, a request. */
  processorUs: [number, number, number];
  /** Rows that became leaves meanwhile, as a share of the requests: work that is put off would not be seen. */
  signed: number;
}

async function start(databaseUrl: string): Promise<Server> {
  const port = await findFreePort();
  const child = spawn(process.execPath, ["--import", "tsx", "bench/monitored-server.ts"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      SVC_BASE_URL: BASE_URL,
      SVC_LOG_LEVEL: "error",
      SVC_ENVIRONMENT: "test",
      SVC_SESSION_SECRET: "s".repeat(40),
      SVC_ENCRYPTION_KEY: `k1:${"A".repeat(43)}=`,
      SVC_AUDIT_LOG_KEY: `dev_k1:${"A".repeat(43)}=`,
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error("A server ended.")));
    child.stdout?.setEncoding("utf8").on("data", (text: string) => text.includes("listening") && resolve());
  });
  return { base: `http://127.0.0.1:${port}`, child };
}

/** Once a stopped sequencer has ended its round. */
function tell({ child }: Server, word: "sequence" | "rest"): Promise<void> {
  const heard = new Promise<void>((resolve) => child.once("message", () => resolve()));
  child.send(word);
  return heard;
}

const cluster = await openScratchCluster();
const servers: Server[] = [];
let client: pg.Client | undefined;

/** Until each row is a leaf, so that no round pays for the rows of another. */
async function signAll(worker: Server, database: pg.Client): Promise<void> {
  await tell(worker, "sequence");
  for (;;) {
    const { rows } = await database.query<{ waiting: boolean }>(
      "SELECT (SELECT max(id) FROM audit_log) > (SELECT max(audit_id) FROM audit_leaves) IS NOT FALSE AS waiting",
    );
    if (!rows[0]?.waiting) break;
    await sleep(100);
  }
  await tell(worker, "rest");
}

async function send(web: Server, overallRate: number | undefined): Promise<autocannon.Result> {
  const share = Math.floor(CREDENTIALS / CONNECTIONS);
  let clients = 0;
  const result = await autocannon({
    url: `${web.base}/v1/me`,
    connections: CONNECTIONS,
    duration: SECONDS,
    ...(overallRate && { overallRate }),
    setupClient(caller) {
      const first = clients * share + 1;
      clients += 1;
      const headers = (n: number) => ({ authorization: `Bearer ${tokenOf(first + n)}` });
      caller.setRequests(
        Array.from({ length: share }, (_, n) => ({ method: "GET", path: "/v1/me", headers: headers(n) })),
      );
    },
  });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} requests were refused.`);
  return result;
}

async function measure(mode: Mode, rate: number | undefined): Promise<Round> {
  const [web, worker] = servers;
  if (!web || !worker || !client) throw new Error("The servers have not begun.");
  const sequencer = mode === "in a worker" ? worker : mode === "without" ? null : web;
  if (sequencer) await tell(sequencer, "sequence");
  const [before, sizeBefore] = [await readAll(web, worker, client), await readSize(client)];
  const { requests, latency } = await send(web, rate);
  const [after, sizeAfter] = [await readAll(web, worker, client), await readSize(client)];
  if (sequencer) await tell(sequencer, "rest");
  await signAll(worker, client);
  const each = (place: 0 | 1 | 2) => ((after[place] - before[place]) * 1_000) / requests.total;
  return {
    rate: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    processorUs: [each(0), each(1), each(2)],
    signed: (sizeAfter - sizeBefore) / requests.total,
  };
}

async function readSize(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ size: string }>("SELECT size FROM audit_tree");
  return Number(rows[0]?.size ?? 0);
}

async function readAll(web: Server, worker: Server, database: pg.Client): Promise<[number, number, number]> {
  const { database: databaseMs } = await readProcessorMs(database);
  return [readProcessorMsOf(web.child.pid ?? 0), readProcessorMsOf(worker.child.pid ?? 0), databaseMs];
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const sum = (round: Round | undefined) => round?.processorUs.reduce((all, us) => all + us, 0) ?? Number.NaN;

/** Each round is compared with its neighbour without: what else the machine does changes slowly. */
async function compare(name: string, rate: number | undefined): Promise<void> {
  const rounds = new Map(MODES.map((mode) => [mode, [] as Round[]]));
  for (let turn = 0; turn < ROUNDS; turn += 1)
    for (const mode of turn % 2 === 0 ? MODES : MODES.toReversed()) rounds.get(mode)?.push(await measure(mode, rate));
  console.log(`\n${name}, ${CONNECTIONS} connections, ${ROUNDS} x ${SECONDS} s`);
  console.log(
    "| Sequencer | requests/s | of without | p50 | p99 | web + worker + PostgreSQL, a request | rows signed meanwhile | each |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  const bare = rounds.get("without") ?? [];
  for (const [mode, measured] of rounds) {
    const middle = (of: (round: Round) => number) => median(measured.map(of));
    const share = median(measured.map((round, turn) => round.rate / (bare[turn]?.rate ?? Number.NaN)));
    const aRow = median(measured.map((round, turn) => (sum(round) - sum(bare[turn])) / round.signed));
    const us = ([0, 1, 2] as const).map((place) => middle((round) => round.processorUs[place]).toFixed(0)).join(" + ");
    const times = [middle(({ p50 }) => p50), middle(({ p99 }) => p99)].map((ms) => `${ms} ms`).join(" | ");
    console.log(
      `| ${mode} | ${middle((round) => round.rate).toFixed(0)} | ${(share * 100).toFixed(1)} % | ${times} | ${us} µs | ${(middle(({ signed }) => signed) * 100).toFixed(0)} % | ${aRow.toFixed(1)} µs |`,
    );
  }
}

try {
  const databaseUrl = cluster.buildUrl("postgres");
  await fillDatabase(databaseUrl, BASE_URL, { large: 1, credentials: CREDENTIALS });
  client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  servers.push(await start(databaseUrl), await start(databaseUrl));
  await measure("in the same process", undefined);
  const { rate } = await measure("without", undefined);
  await compare("half of the load", Math.round(rate / 2));
  await compare("saturated", undefined);
} finally {
  for (const { child } of servers) child.kill();
  await client?.end();
  await cluster.stop();
}
