import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Agent, request } from "undici";
import { findFreePort } from "../scripts/database/free-port.mjs";
import { openScratchCluster } from "../scripts/database/scratch-cluster.mjs";
import { readProcessorMs, readProcessorMsOf } from "./processor-time";
import { startReceiver } from "./receiver-process";
import { median } from "./scale/random";
import { numbered } from "./webhook-world";

/**
 * `npm run bench:svix -- PATH`: the backlog of fanout.ts, which runs before it, delivered by a Svix server. PATH is its
 * binary, built from its sources for release; `redis-server` is its queue. docs/benchmarks.md has the figures.
 */
const BINARY = process.argv[2];
if (BINARY === undefined) throw new Error("Name the built svix-server: npm run bench:svix -- PATH");
const EVENTS = Number(process.env["BENCH_EVENTS"] ?? 2_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
/** fanout.ts has as many rooms. Each app has an endpoint for every receiver. */
const APPS = 800;
const WRITERS = 12;
const ROUND_MAX_MS = 60_000;

const cluster = await openScratchCluster();
const databaseUrl = new URL(cluster.buildUrl("svix"));
const admin = new pg.Client({ connectionString: cluster.buildUrl("postgres") });
await admin.connect();
await admin.query("CREATE DATABASE svix");
await admin.end();
const receiver = await startReceiver();
const redisPort = await findFreePort();
const redisArgs = ["--port", String(redisPort), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
const redis = spawn("redis-server", redisArgs, { stdio: "ignore" });

const { password, port, searchParams } = databaseUrl;
const socket = encodeURIComponent(searchParams.get("host") ?? "");
const settings = {
  ...process.env,
  RUST_LOG: "error",
  SVIX_DB_DSN: `postgresql://postgres:${password}@localhost:${port}/svix?host=${socket}`,
  SVIX_REDIS_DSN: `redis://127.0.0.1:${redisPort}`,
  SVIX_QUEUE_TYPE: "redis",
  SVIX_CACHE_TYPE: "redis",
  SVIX_JWT_SECRET: "x".repeat(40),
  SVIX_WHITELIST_SUBNETS: "[127.0.0.0/8]",
};
const runToEnd = (...args: string[]) => execFileSync(BINARY, args, { env: settings }).toString();
const start = (listenPort: number, env: Record<string, string>): ChildProcess =>
  spawn(BINARY, [], {
    env: { ...settings, SVIX_LISTEN_ADDRESS: `127.0.0.1:${listenPort}`, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });

runToEnd("migrate");
const [token] = /eyJ[\w.-]+/.exec(runToEnd("jwt", "generate")) ?? [];
const apiPort = await findFreePort();
const api = start(apiPort, { SVIX_WORKER_ENABLED: "false" });
const base = `http://127.0.0.1:${apiPort}/api/v1`;
const dispatcher = new Agent({ connections: 32 });
const client = new pg.Client({ connectionString: databaseUrl.href });
await client.connect();

async function post(path: string, content: unknown): Promise<{ id: string }> {
  const { statusCode, body } = await request(base + path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(content),
    dispatcher,
  });
  if (statusCode >= 300) throw new Error(`${path}: ${statusCode} ${await body.text()}`);
  return (await body.json()) as { id: string };
}

async function waitUntilServing(): Promise<void> {
  for (;;) {
    const isServing = await request(`${base}/health`).then(
      ({ statusCode }) => statusCode < 300,
      () => false,
    );
    if (isServing) return;
    await sleep(100);
  }
}

/** Takes from the list until it is empty, so many at a time. */
async function forEach<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const take = async () => {
    for (const item of left) await act(item);
  };
  await Promise.all(Array.from({ length: WRITERS }, take));
}

let emitted = 0;

function emit(apps: readonly string[]): Promise<unknown> {
  emitted += 1;
  const roomId = numbered("room", emitted % APPS);
  return post(`/app/${apps[emitted % APPS]}/msg`, {
    eventType: "message.created",
    payload: {
      id: numbered("evt", emitted),
      type: "message.created",
      api_version: "2026-06-09",
      created_at: new Date().toISOString(),
      data: { object: { id: String(Date.now()), type: "message" }, room: { id: roomId } },
      room_id: roomId,
    },
  });
}

async function countAttempts(): Promise<number> {
  const { rows } = await client.query<{ n: number }>("SELECT count(*)::int AS n FROM messageattempt");
  return rows[0]?.n ?? 0;
}

async function deliverBacklog(): Promise<number> {
  const wanted = (await countAttempts()) + EVENTS * receiver.urls.length;
  const before = await countAttempts();
  const worker = start(await findFreePort(), { SVIX_API_ENABLED: "false" });
  while ((await countAttempts()) === before) await sleep(5);
  const read = async () => ({
    attempts: await countAttempts(),
    worker: readProcessorMsOf(worker.pid ?? 0),
    redis: readProcessorMsOf(redis.pid ?? 0),
    postgres: (await readProcessorMs(client)).database,
  });
  const began = await read();
  const startedMs = performance.now();
  while ((await countAttempts()) < wanted && performance.now() - startedMs < ROUND_MAX_MS) await sleep(20);
  const seconds = (performance.now() - startedMs) / 1000;
  const ended = await read();
  const exited = new Promise((resolve) => worker.once("exit", resolve));
  worker.kill();
  await exited;
  const made = ended.attempts - began.attempts;
  const each = (of: "worker" | "redis" | "postgres") => ((ended[of] - began[of]) / made).toFixed(3);
  console.log(
    `  ${(made / seconds).toFixed(0)} deliveries/s, ${each("worker")} + ${each("postgres")} + ${each("redis")} ms of processor time each: Svix, PostgreSQL, Redis`,
  );
  return made / seconds;
}

try {
  await waitUntilServing();
  const apps: string[] = [];
  await forEach([...Array(APPS).keys()], async (n) => apps.push((await post("/app", { name: `app ${n}` })).id));
  const endpoints = apps.flatMap((app) => receiver.urls.map((url) => ({ app, url })));
  await forEach(endpoints, ({ app, url }) => post(`/app/${app}/endpoint`, { url, version: 1 }));
  await client.query("VACUUM ANALYZE");
  const rates: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await forEach(Array(EVENTS).fill(apps), emit);
    rates.push(await deliverBacklog());
  }
  // The first round is for warming up.
  console.log(`a backlog of ${EVENTS} events: ${median(rates.slice(1)).toFixed(0)} deliveries/s`);
} finally {
  for (const child of [api, redis]) child.kill();
  receiver.stop();
  await client.end();
  await cluster.stop();
}
process.exit();
