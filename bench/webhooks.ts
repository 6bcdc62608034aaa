import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { Agent, request } from "undici";
import { startBackground } from "../inngest/start";
import { closeDatabase } from "../lib/db/pool";
import { connectSignals } from "../lib/platform/background";
import { encrypt } from "../lib/platform/crypto";
import { secretPlace } from "../lib/platform/sealed-places";
import { drainDeliveries } from "../lib/webhooks/delivery/dispatch";
import { createDays } from "./history-days";
import { type ReceiverProcess, startReceiver } from "./receiver-process";
import { SECRET } from "./webhook-receiver";
import { emitIn, numbered, openWebhookWorld } from "./webhook-world";

/**
 * `npm run bench:webhooks`: events from their committed write to their finished history row, beside a bare loop of signed
 * posts to the same receiver in the same run. docs/benchmarks.md has its figures.
 */
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);
const BACKLOG = Number(process.env["BENCH_BACKLOG"] ?? 20_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
/** Days of history that have a partition. */
const DAYS = Number(process.env["BENCH_DAYS"] ?? 90);
const WARM_UP = 4_000;
const ENTITIES = 400;
/** The last ones: deliveries that wait for them in one measure must not delay the others. */
const WAITING_ENTITIES = 10;
const AT_ONCE = 64;

/** Rates say little on a busy machine; processor time is the process's own. */
async function timed<T>(work: () => Promise<T>): Promise<{ result: T; cpuMs: number }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}

interface Timed {
  rate: number;
  cpuMs: number;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function fillDatabase(client: pg.Client, urls: readonly string[]): Promise<void> {
  const series = `generate_series(1, ${ENTITIES}) n`;
  const id = (prefix: string) => `'${prefix}_0' || lpad(n::text, 25, '0')`;
  const urlList = `(ARRAY[${urls.map((url) => `'${url}'`).join(",")}])[n % ${urls.length} + 1]`;
  for (const statement of [
    `INSERT INTO billing_entities (id, kind, plan, created_at) SELECT ${id("bil")}, 'ORGANIZATION', 'UNLIMITED', now() FROM ${series}`,
    `INSERT INTO rooms (id, name, billing_entity_id, created_at, updated_at) SELECT ${id("room")}, 'R', ${id("bil")}, now(), now() FROM ${series}`,
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     SELECT ${id("wh")}, ${id("room")}, 'W', ${urlList}, '{message.created}', '2026-06-09', now(), now() FROM ${series}`,
  ])
    await client.query(statement);
  const ids = Array.from({ length: ENTITIES }, (_, index) => numbered("wh", index + 1));
  await client.query(
    `INSERT INTO webhook_secrets (webhook_id, role, ciphertext, created_at)
     SELECT id, 'CURRENT', sealed, now() FROM unnest($1::text[], $2::text[]) AS s(id, sealed)`,
    [ids, ids.map((webhookId) => encrypt(SECRET, secretPlace(webhookId)))],
  );
  await client.query("VACUUM ANALYZE");
}

/** The last entities are left out: their deliveries wait. */
const emit = (n: number) => emitIn((n % (ENTITIES - WAITING_ENTITIES)) + 1);

/** The limit: the same bytes, signed and sent, and nothing kept. */
async function measureBare(url: string): Promise<number> {
  const agent = new Agent({ connections: AT_ONCE, pipelining: 1 });
  const until = performance.now() + SECONDS * 1000;
  let sent = 0;
  const loop = async () => {
    while (performance.now() < until) {
      const body = JSON.stringify({ id: `evt_${randomUUID()}`, data: { object: { id: "0", type: "message" } } });
      const timestamp = String(Math.floor(Date.now() / 1000));
      const mac = createHmac("sha256", SECRET).update(`${timestamp}.${body}`).digest("hex");
      const headers = {
        "content-type": "application/json",
        "svc-webhook-timestamp": timestamp,
        "svc-webhook-signature": `v1=${mac}`,
      };
      const answer = await request(url, { dispatcher: agent, method: "POST", headers, body });
      await answer.body.dump();
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  await agent.close();
  return sent / SECONDS;
}

async function countFinished(client: pg.Client): Promise<number> {
  const { rows } = await client.query("SELECT count(*)::int AS n FROM delivery_attempts WHERE success");
  return (rows[0] as { n: number }).n;
}

async function isWaiting(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("SELECT 1 FROM deliveries WHERE claimed_until IS NOT NULL LIMIT 1");
  return rows.length > 0;
}

async function fillBacklog(events = BACKLOG): Promise<void> {
  for (let n = 0; n < events; n += 200) await Promise.all(Array.from({ length: 200 }, (_, k) => emit(n + k)));
}

/** Events that are committed already, to their last history row. */
async function measureBacklog(client: pg.Client): Promise<number> {
  const before = await countFinished(client);
  const startedMs = performance.now();
  await drainDeliveries();
  const seconds = (performance.now() - startedMs) / 1000;
  const made = (await countFinished(client)) - before;
  if (made !== BACKLOG) throw new Error(`${made} of ${BACKLOG} were delivered.`);
  return made / seconds;
}

/** Writers and deliveries at the same time: what one process sustains from write to history row. */
async function measureEndToEnd(client: pg.Client): Promise<number> {
  const before = await countFinished(client);
  const startedMs = performance.now();
  let n = 0;
  const write = async () => {
    while (performance.now() - startedMs < SECONDS * 1000) {
      n += 1;
      await emit(n);
    }
  };
  await Promise.all(Array.from({ length: 12 }, write));
  while ((await countFinished(client)) - before < n) await sleep(10);
  return n / ((performance.now() - startedMs) / 1000);
}

interface Latency {
  p50: number;
  p99: number;
}

async function measureLatency(receiver: ReceiverProcess, perSecond: number): Promise<Latency> {
  await receiver.ask("latencies");
  const writes: Promise<void>[] = [];
  for (let n = 0; n < perSecond * SECONDS; n += 1) {
    writes.push(emit(n));
    await sleep(1000 / perSecond);
  }
  await Promise.all(writes);
  await sleep(500);
  const { latencies } = await receiver.ask("latencies");
  const sorted = latencies.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** The middle one of several windows: a machine that paused for a second says nothing about our code. */
async function tellLatency(receiver: ReceiverProcess): Promise<string> {
  const windows: Latency[] = [];
  for (let n = 0; n < ROUNDS; n += 1) windows.push(await measureLatency(receiver, 100));
  const middle = (of: keyof Latency) => median(windows.map((window) => window[of]));
  return `p50 ${middle("p50")} ms, p99 ${middle("p99")} ms (${windows.map(({ p99 }) => p99).join(", ")})`;
}

const WAITING = 100_000;
const readRssMb = () => Math.round(process.memoryUsage().rss / 2 ** 20);

/** More than the entities may deliver in this minute: the excess waits in the database, not in this process. */
async function measureWaiting(client: pg.Client): Promise<number> {
  await client.query(
    `WITH made AS (
       INSERT INTO events (id, type, room_id, object_type, object_id, created_at)
       SELECT 'evt_waiting_' || n, 'message.created', 'room_0' || lpad(($2::int - n % $3::int)::text, 25, '0'), 'message', '0', now()
       FROM generate_series(1, $1::int) n RETURNING *)
     INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, object_type, object_id, billing_entity_id,
       state, next_attempt_at, created_at)
     SELECT gen_random_uuid(), w.id, m.id, m.type, m.created_at, m.object_type, m.object_id, r.billing_entity_id,
       'PENDING', now(), now()
     FROM made m JOIN webhooks w ON w.room_id = m.room_id JOIN rooms r ON r.id = m.room_id`,
    [WAITING, ENTITIES, WAITING_ENTITIES],
  );
  await drainDeliveries();
  const { rows } = await client.query("SELECT count(*)::int AS n FROM deliveries WHERE next_attempt_at IS NOT NULL");
  return (rows[0] as { n: number }).n;
}

const { cluster, client } = await openWebhookWorld();
const receiver = await startReceiver();
try {
  await createDays(DAYS);
  await fillDatabase(client, receiver.urls);
  const show = (name: string, value: string) => console.log(`${name.padEnd(44)} ${value}`);

  // Warms up: the figures are of a running service, not of one that was just compiled.
  await fillBacklog(WARM_UP);
  await drainDeliveries();
  // Measured in turn: a shared machine is not equally fast all the time.
  const [limits, backlogs]: [Timed[], Timed[]] = [[], []];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const limit = await timed(() => measureBare(receiver.urls[0] ?? ""));
    limits.push({ rate: limit.result, cpuMs: limit.cpuMs / (limit.result * SECONDS) });
    await fillBacklog();
    const { result, cpuMs } = await timed(() => measureBacklog(client));
    backlogs.push({ rate: result, cpuMs: cpuMs / BACKLOG });
  }
  const bare = median(limits.map(({ rate }) => rate));
  const tell = (all: Timed[]) =>
    `${median(all.map(({ rate }) => rate)).toFixed(0)}/s, ${median(all.map(({ cpuMs }) => cpuMs)).toFixed(2)} ms of processor time each`;
  show("bare loop of signed posts", tell(limits));
  const share = median(backlogs.map(({ rate }, turn) => rate / (limits[turn]?.rate ?? 1)));
  show(`backlog of ${BACKLOG}, ${ROUNDS} times in turn`, `${tell(backlogs)}; ${share.toFixed(2)} of it`);
  const rssMb = readRssMb();
  const waiting = await measureWaiting(client);
  show(`memory beside ${waiting} that wait`, `${readRssMb()} MB (${rssMb} before)`);
  await client.query("UPDATE partitions.deliveries_waiting SET state = 'HELD', next_attempt_at = NULL");
  // A test database has no autovacuum: do its work by now.
  await client.query("VACUUM ANALYZE");
  const background = await startBackground();
  const through = await measureEndToEnd(client);
  show("from write to history row, 12 writers", `${through.toFixed(0)}/s, ${(through / bare).toFixed(2)} of it`);
  show("commit to receipt at 100/s", await tellLatency(receiver));
  await receiver.ask("hang");
  show("the same, 1 of 10 receivers hung", await tellLatency(receiver));
  connectSignals(() => Promise.resolve());
  // Hanging requests end, so that every attempt gets its history row.
  receiver.stop();
  while (await isWaiting(client)) await sleep(100);
  await background.stop();
  await client.end();
  await closeDatabase();
} finally {
  receiver.stop();
  await cluster.stop();
}
process.exit();
