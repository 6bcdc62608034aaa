import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import autocannon from "autocannon";
import pg from "pg";
import { findFreePort } from "../scripts/database/free-port.mjs";
import { openScratchCluster } from "../scripts/database/scratch-cluster.mjs";
import { BASE_URL } from "./targets";
import { CREDENTIALS, fillDatabase, keyOf, SMALL_ROOM, tokenOf } from "./world";

/**
 * `npm run bench:monitoring`: what metrics and spans cost a request, and a scrape beside a long queue. Processor time of the
 * serving process is compared, since it does not depend on other guests of the machine as much as rates do.
 */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 2);
const QUEUED = Number(process.env["BENCH_QUEUE"] ?? 1_000_000);
const CONNECTIONS = 32;
const OPERATIONS = ["me", "list", "write"] as const;
type Operation = (typeof OPERATIONS)[number];

interface Target {
  name: string;
  base: string;
  child: ChildProcess;
}

const path = { me: "/v1/me", list: `/v1/rooms/${SMALL_ROOM}/messages`, write: `/v1/rooms/${SMALL_ROOM}/messages` };
const credential = { me: tokenOf, list: keyOf, write: tokenOf };

async function start(name: string, variables: Record<string, string>): Promise<Target> {
  const port = await findFreePort();
  const child = spawn(process.execPath, ["--import", "tsx", "bench/monitored-server.ts"], {
    env: { ...process.env, NODE_ENV: "production", PORT: String(port), ...variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error(`${name} ended`)));
    child.stdout?.setEncoding("utf8").on("data", (text: string) => text.includes("listening") && resolve());
  });
  return { name, base: `http://127.0.0.1:${port}`, child };
}

/** Of all threads, in milliseconds: the kernel counts in hundredths of a second. */
function readProcessorMs({ child }: Target): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function measure(target: Target, operation: Operation, seconds: number) {
  const method = operation === "write" ? ("POST" as const) : ("GET" as const);
  const body = operation === "write" ? { body: JSON.stringify({ body: "A message of the usual length." }) } : {};
  const share = Math.floor(CREDENTIALS / CONNECTIONS);
  let clients = 0;
  const before = readProcessorMs(target);
  const result = await autocannon({
    url: target.base + path[operation],
    connections: CONNECTIONS,
    duration: seconds,
    setupClient(client) {
      const first = clients * share + 1;
      clients += 1;
      const requestOf = (n: number) => ({
        method,
        path: path[operation],
        headers: { "content-type": "application/json", authorization: `Bearer ${credential[operation](first + n)}` },
        ...body,
      });
      client.setRequests(Array.from({ length: share }, (_, n) => requestOf(n)));
    },
  });
  if (result.non2xx > 0) throw new Error(`${target.name} ${operation}: ${result.non2xx} refused`);
  const processorUs = ((readProcessorMs(target) - before) * 1_000) / result.requests.total;
  return { rate: result.requests.average, processorUs };
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function compare(targets: Target[], operation: Operation): Promise<void> {
  const runs = new Map(targets.map(({ name }) => [name, [] as Awaited<ReturnType<typeof measure>>[]]));
  for (let turn = 0; turn < ROUNDS; turn += 1)
    for (const target of targets) runs.get(target.name)?.push(await measure(target, operation, SECONDS));
  const bare = runs.get("off") ?? [];
  console.log(`\n${operation}, ${CONNECTIONS} connections, ${ROUNDS} x ${SECONDS} s`);
  for (const [name, measures] of runs) {
    const us = median(measures.map(({ processorUs }) => processorUs));
    const rate = median(measures.map((measured) => measured.rate));
    // Of the same round: what the machine does otherwise changes from one to the next.
    const share = median(
      measures.map(({ processorUs }, turn) => processorUs / (bare[turn]?.processorUs ?? Number.NaN)),
    );
    const cost = `${us.toFixed(0)} us each (${((share - 1) * 100).toFixed(1)} %)`;
    console.log(`  ${name.padEnd(18)} ${rate.toFixed(0).padStart(6)}/s  ${cost}`);
  }
}

async function measureScrapes(databaseUrl: string, metricsUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `WITH w AS (
       INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
       SELECT 'wh_' || n, $1, 'Receiver', 'https://hooks.example.com/', '{}', '2026-06-09', now(), now()
       FROM generate_series(1, 100) n RETURNING id)
     INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, object_type, object_id, billing_entity_id,
       next_attempt_at, created_at)
     SELECT gen_random_uuid(), w.id, 'evt', 'message.created', now(), 'message', 'msg', 'bil_org', now(), now()
     FROM w, generate_series(1, $2::int / 100)`,
    [SMALL_ROOM, QUEUED],
  );
  await client.end();
  const took: number[] = [];
  for (let scrape = 0; scrape < 50; scrape += 1) {
    const startedMs = performance.now();
    await (await fetch(metricsUrl)).text();
    took.push(performance.now() - startedMs);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const text = await (await fetch(metricsUrl)).text();
  const read = (name: string) => text.split("\n").find((line) => line.startsWith(`${name} `));
  console.log(
    `\nscrapes beside ${QUEUED} queued deliveries: p50 ${median(took).toFixed(1)} ms, max ${Math.max(...took).toFixed(1)} ms`,
  );
  console.log(`  ${read("svc_deliveries_due")}, ${read("svc_snapshot_age_seconds")}, ${text.length} bytes`);
}

const cluster = await openScratchCluster();
const collector = createServer((request, response) => request.resume().on("end", () => response.end("{}")));
const targets: Target[] = [];
try {
  const databaseUrl = cluster.buildUrl("postgres");
  await fillDatabase(databaseUrl, BASE_URL, { large: 1 });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const ours = { DATABASE_URL: databaseUrl, SVC_BASE_URL: BASE_URL, SVC_LOG_LEVEL: "error", SVC_ENVIRONMENT: "test" };
  const secrets = { SVC_SESSION_SECRET: "s".repeat(40), SVC_ENCRYPTION_KEY: `k1:${"A".repeat(43)}=` };
  const metricsPort = String(await findFreePort());
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  targets.push(await start("off", { ...ours, ...secrets }));
  targets.push(await start("metrics", { ...ours, ...secrets, SVC_METRICS_PORT: metricsPort }));
  targets.push(await start("spans", { ...ours, ...secrets, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }));
  for (const target of targets) for (const operation of OPERATIONS) await measure(target, operation, 1);
  for (const operation of OPERATIONS) await compare(targets, operation);
  await measureScrapes(databaseUrl, `http://127.0.0.1:${metricsPort}/metrics`);
} finally {
  for (const { child } of targets) child.kill();
  collector.close();
  collector.closeAllConnections();
  await cluster.stop();
}
