import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { startBackground } from "../inngest/start";
import { readBacklog, startWalk } from "../lib/admin/monitoring/read-backlog";
import { startMonitoring } from "../lib/admin/monitoring/start";
import { closeDatabase } from "../lib/db/pool";
import { notifyDeliveriesDue } from "../lib/events/deliveries-due";
import { connectSignals } from "../lib/platform/background";
import { encrypt } from "../lib/platform/crypto";
import { secretPlace } from "../lib/platform/sealed-places";
import { callWebhook } from "../lib/webhooks/delivery/keep-called-webhooks";
import { findFreePort } from "../scripts/database/free-port.mjs";
import { createDays } from "./history-days";
import { startReceiver } from "./receiver-process";
import { SECRET } from "./webhook-receiver";
import { emitIn, numbered, openWebhookWorld } from "./webhook-world";

/**
 * `npm run bench:queue`: the snapshot of the metrics, its scrapes and another tenant's deliveries beside a very long queue. Half of
 * it belongs to one tenant, half to hundreds whose deliveries go out meanwhile. docs/benchmarks.md has its figures.
 */
const QUEUED = Number(process.env["BENCH_QUEUE"] ?? 10_000_000);
const TENANTS = Number(process.env["BENCH_TENANTS"] ?? 500);
const LARGEST_WEBHOOKS = 100;
const WEBHOOKS_EACH = 10;
const SNAPSHOTS = 20;
const SCRAPES = 150;
const EVENTS = 50;
const ROWS_AT_ONCE = 500_000;
const SCRAPE_MAX_MS = 50;
const PATIENCE_MS = 60_000;
/** After all others in the order of the queue: a walk reaches it last. */
const OTHER = TENANTS + 2;

const [webPort, workerPort] = [await findFreePort(), await findFreePort()];
Object.assign(process.env, { SVC_METRICS_PORT: String(workerPort) });
const { cluster, client } = await openWebhookWorld();
// The end leaves attempts behind, which would be told.
process.env["SVC_LOG_LEVEL"] = "fatal";
const receiver = await startReceiver();
const show = (name: string, value: string) => console.log(`${name.padEnd(52)} ${value}`);
const at = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
const tell = (values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  return `p50 ${at(sorted, 0.5).toFixed(1)} ms, p99 ${at(sorted, 0.99).toFixed(1)} ms, max ${at(sorted, 1).toFixed(1)} ms`;
};

async function fillDatabase(): Promise<void> {
  const id = (prefix: string, of = "n") => `'${prefix}_0' || lpad((${of})::text, 25, '0')`;
  const tenants = `generate_series(1, ${OTHER}) n`;
  const others = receiver.urls.slice(0, -1);
  const urlOf = (n: string) => `(ARRAY[${others.map((url) => `'${url}'`).join(",")}])[${n} % ${others.length} + 1]`;
  const columns = "webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)";
  const rest = "'{message.created}', '2026-06-09', now(), now()";
  for (const statement of [
    `INSERT INTO billing_entities (id, kind, plan, created_at) SELECT ${id("bil")}, 'ORGANIZATION', 'UNLIMITED', now() FROM ${tenants}`,
    `INSERT INTO rooms (id, name, billing_entity_id, created_at, updated_at) SELECT ${id("room")}, 'R', ${id("bil")}, now(), now() FROM ${tenants}`,
    `INSERT INTO ${columns} SELECT ${id("wh", "n")}, ${id("room", "1")}, 'W', ${urlOf("n")}, ${rest} FROM generate_series(1, ${LARGEST_WEBHOOKS}) n`,
    `INSERT INTO ${columns} SELECT ${id("wh", `1000 + n`)}, ${id("room", `n / ${WEBHOOKS_EACH} + 2`)}, 'W', ${urlOf("n")}, ${rest}
     FROM generate_series(0, ${TENANTS * WEBHOOKS_EACH - 1}) n`,
    `INSERT INTO ${columns} VALUES ('${numbered("wh", 9_999_999)}', '${numbered("room", OTHER)}', 'W', '${receiver.urls.at(-1)}', ${rest})`,
  ])
    await client.query(statement);
  const { rows } = await client.query<{ id: string }>("SELECT id FROM webhooks");
  await client.query(
    `INSERT INTO webhook_secrets (webhook_id, role, ciphertext, created_at)
     SELECT id, 'CURRENT', sealed, now() FROM unnest($1::text[], $2::text[]) AS s(id, sealed)`,
    [rows.map((row) => row.id), rows.map((row) => encrypt(SECRET, secretPlace(row.id)))],
  );
  for (let first = 0; first < QUEUED; first += ROWS_AT_ONCE) {
    // Half of each portion is the largest tenant's.
    await client.query(
      `INSERT INTO partitions.deliveries_waiting (id, webhook_id, event_id, event_type, event_at, object_type, object_id,
         billing_entity_id, state, next_attempt_at, created_at)
       SELECT gen_random_uuid(), w.id, 'evt_queued_' || n, 'message.created', now(), 'message', 'queued', r.billing_entity_id,
         'PENDING', now() - interval '10 minutes' + n * interval '1 microsecond', now()
       FROM (SELECT n, CASE WHEN n % 2 = 0 THEN ${id("wh", `n / 2 % ${LARGEST_WEBHOOKS} + 1`)}
               ELSE ${id("wh", `1000 + n / 2 % ${TENANTS * WEBHOOKS_EACH}`)} END AS webhook
             FROM generate_series($1::int, $2::int) n OFFSET 0) q
       JOIN webhooks w ON w.id = q.webhook JOIN rooms r ON r.id = w.room_id`,
      [first, Math.min(first + ROWS_AT_ONCE, QUEUED) - 1],
    );
  }
  await client.query("VACUUM ANALYZE");
}

/** Sequential reads of the queue so far: a snapshot or a claim that makes one reads all of it. */
async function countFullReads(): Promise<number> {
  await client.query("SELECT pg_stat_clear_snapshot()");
  const { rows } = await client.query<{ n: number }>(
    "SELECT seq_scan::int AS n FROM pg_stat_all_tables WHERE relname = 'deliveries_waiting'",
  );
  return rows[0]?.n ?? 0;
}

async function measureSnapshots(): Promise<void> {
  const walk = startWalk();
  const took: number[] = [];
  for (let turn = 0; turn < SNAPSHOTS; turn += 1) {
    const startedMs = performance.now();
    await readBacklog(walk);
    took.push(performance.now() - startedMs);
  }
  const { deliveriesDue, oldestDeliveryAt } = walk.found;
  const oldest =
    oldestDeliveryAt === null ? "none" : `${Math.round((Date.now() - oldestDeliveryAt.getTime()) / 1000)} s`;
  show("a snapshot", `${tell(took)}; due ${deliveriesDue}, the oldest since ${oldest}`);
}

/** A process that serves requests beside the worker, as `--role web` does. */
async function startWeb(metricsPort: number) {
  const variables = {
    NODE_ENV: "production" as const,
    PORT: String(await findFreePort()),
    SVC_METRICS_PORT: String(metricsPort),
    SVC_BASE_URL: "http://localhost:3000",
  };
  const child = spawn(process.execPath, ["--import", "tsx", "bench/monitored-server.ts"], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => Promise.reject(new Error("The web process ended."))),
  ]);
  return child;
}

async function measureScrapes(name: string, port: number): Promise<void> {
  const child = spawn(process.execPath, ["bench/scraper.mjs", String(port), String(SCRAPES)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { scrapes, others, text } = (await json(child.stdout)) as { scrapes: number[]; others: number[]; text: string };
  const gauges = /^svc_(?:deliveries_(?:due|oldest_due_seconds)|snapshot_age_seconds) .*$/gm;
  const missed = scrapes.filter((ms) => ms > SCRAPE_MAX_MS).length;
  show(name, `${tell(scrapes)}; ${missed} of ${SCRAPES} above ${SCRAPE_MAX_MS} ms`);
  show("  an empty response there", tell(others));
  show("", (text.match(gauges) ?? []).join(", "));
}

/** From the commit to the receiver; deliveries of the others carry no instant. */
async function measureOther(name: string, cause: () => Promise<void>): Promise<void> {
  await receiver.ask("latencies");
  const latencies: number[] = [];
  for (let n = 0; n < EVENTS; n += 1) {
    await cause();
    // One at a time: the tenant asks for less than its share.
    const startedMs = performance.now();
    while (latencies.length <= n && performance.now() - startedMs < PATIENCE_MS) {
      await sleep(50);
      const told = await receiver.ask("latencies");
      latencies.push(...told.latencies.filter((ms) => ms !== null));
    }
  }
  show(name, `${tell(latencies)}; ${latencies.length} of ${EVENTS} arrived`);
}

/** One that waits in the queue, as a retry does whose first attempt this process has made. */
async function queueOther(): Promise<void> {
  await client.query(
    `INSERT INTO partitions.deliveries_waiting (id, webhook_id, event_id, event_type, event_at, object_type, object_id,
       billing_entity_id, state, attempts, next_attempt_at, created_at)
     VALUES ($1, $2, 'evt_retried', 'message.created', now(), 'message', $3, $4, 'PENDING', 1, now() - interval '1 second', now())`,
    [randomUUID(), numbered("wh", 9_999_999), String(Date.now()), numbered("bil", OTHER)],
  );
  callWebhook({ entityId: numbered("bil", OTHER), webhookId: numbered("wh", 9_999_999) }, new Date());
  notifyDeliveriesDue();
}

async function countMade(): Promise<number> {
  const { rows } = await client.query<{ n: number }>("SELECT count(*)::int AS n FROM delivery_attempts WHERE success");
  return rows[0]?.n ?? 0;
}

try {
  const startedMs = performance.now();
  await createDays(1);
  await fillDatabase();
  const { rows } = await client.query<{ size: string }>(
    "SELECT pg_size_pretty(pg_total_relation_size('partitions.deliveries_waiting')) AS size",
  );
  show(`${QUEUED} deliveries queued`, `${rows[0]?.size}, in ${Math.round((performance.now() - startedMs) / 1000)} s`);
  const before = await countFullReads();
  await measureSnapshots();
  const monitoring = await startMonitoring();
  const web = await startWeb(webPort);
  await measureScrapes("a scrape", webPort);
  const background = await startBackground();
  await emitIn(OTHER);
  const madeBefore = await countMade();
  const drainedMs = performance.now();
  await measureScrapes("a scrape of a web process, while a worker drains", webPort);
  await measureScrapes("a scrape of that worker", workerPort);
  await measureOther("another tenant's event, while a worker drains", () => emitIn(OTHER));
  await measureOther("another tenant's retry, while a worker drains", queueOther);
  const perSecond = ((await countMade()) - madeBefore) / ((performance.now() - drainedMs) / 1000);
  show("deliveries of all tenants meanwhile", `${perSecond.toFixed(0)}/s`);
  show("full reads of the queue", String((await countFullReads()) - before));
  connectSignals(() => Promise.resolve());
  web.kill();
  receiver.stop();
  await background.stop();
  await monitoring.stop();
  await client.end();
  await closeDatabase();
} finally {
  receiver.stop();
  await cluster.stop();
}
process.exit();
