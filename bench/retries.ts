import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { startBackground } from "../inngest/start";
import { closeDatabase } from "../lib/db/pool";
import { encrypt } from "../lib/platform/crypto";
import { secretPlace } from "../lib/platform/sealed-places";
import { startFailingReceivers } from "./failing-receivers";
import { SECRET } from "./webhook-receiver";
import { emitIn, openWebhookWorld } from "./webhook-world";

/**
 * `npm run bench:retries`: how late retries are made on the embedded runner. First when many deliveries fail at once, then
 * for seeded tables of a dozen receivers that fail in different ways. docs/benchmarks.md has its figures.
 */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const CROWD = Number(process.env["BENCH_CROWD"] ?? 1_000);
const TABLES = Number(process.env["BENCH_TABLES"] ?? 500);
const SEED = Number(process.env["BENCH_SEED"] ?? 1);
const TABLES_PER_SECOND = 3;
/** Fewer attempts each than an entity may have in a minute. */
const CROWD_ENTITIES = 20;
const SHARED_HOSTS = 12;
const WARM_UP = 4_000;

/** The behaviours of a table's receivers, besides one that never answers. */
const FAILURES = ["500", "502", "503", "408", "429", "reset", "flaky-1", "flaky-2", "flaky-3", "404", "410", "200"];

interface Target {
  entity: number;
  url: string;
}

/** A small generator of our own: the same seed gives the same tables everywhere. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One receiver never answers. In every other table all receivers are one host, which that one makes slow. */
function makeTable(entity: number, ownHost: string, hosts: readonly string[], random: () => number): Target[] {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  const isOneHost = random() < 0.5;
  const failing = Array.from({ length: SHARED_HOSTS - 1 }, (_, n) => ({
    entity,
    url: `${isOneHost ? ownHost : hosts[n]}/${pick(FAILURES)}?table=${entity}&n=${n}`,
  }));
  return [...failing, { entity, url: `${ownHost}/hang?table=${entity}` }];
}

async function register(client: pg.Client, targets: readonly Target[]): Promise<void> {
  const entities = [...new Set(targets.map(({ entity }) => entity))];
  const id = (prefix: string) => `'${prefix}_0' || lpad(n::text, 25, '0')`;
  const each = "unnest($1::int[]) AS t(n)";
  await client.query(
    `INSERT INTO billing_entities (id, kind, plan, created_at) SELECT ${id("bil")}, 'ORGANIZATION', 'UNLIMITED', now() FROM ${each}`,
    [entities],
  );
  await client.query(
    `INSERT INTO rooms (id, name, billing_entity_id, created_at, updated_at) SELECT ${id("room")}, 'R', ${id("bil")}, now(), now() FROM ${each}`,
    [entities],
  );
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     SELECT ${id("wh")} || '_' || number, ${id("room")}, 'W', url, '{message.created}', '2026-06-09', now(), now()
     FROM unnest($1::int[], $2::text[]) WITH ORDINALITY AS t(n, url, number) RETURNING id`,
    [targets.map(({ entity }) => entity), targets.map(({ url }) => url)],
  );
  await client.query(
    `INSERT INTO webhook_secrets (webhook_id, role, ciphertext, created_at)
     SELECT id, 'CURRENT', sealed, now() FROM unnest($1::text[], $2::text[]) AS s(id, sealed)`,
    [rows.map((row) => row.id), rows.map((row) => encrypt(SECRET, secretPlace(row.id)))],
  );
  await client.query("VACUUM ANALYZE");
}

/** How long after its time each retry was made, of the entities in this range. */
async function readLateness(client: pg.Client, from: number, to: number, attempt: number): Promise<number[]> {
  const { rows } = await client.query<{ lateMs: number }>(
    `SELECT (extract(epoch FROM b.delivered_at - a.next_retry_at) * 1000)::int AS "lateMs"
     FROM delivery_attempts a JOIN delivery_attempts b ON b.delivery_id = a.delivery_id AND b.attempt = a.attempt + 1
     WHERE b.attempt = $3 AND substr(a.webhook_id, 4, 26)::numeric BETWEEN $1 AND $2 ORDER BY 1`,
    [from, to, attempt],
  );
  return rows.map(({ lateMs }) => lateMs);
}

async function waitUntilDone(client: pg.Client, maxMs: number): Promise<void> {
  const until = performance.now() + maxMs;
  for (;;) {
    const { rows } = await client.query("SELECT count(*)::int AS n FROM deliveries WHERE next_attempt_at IS NOT NULL");
    const { n } = rows[0] as { n: number };
    if (n === 0) return;
    if (performance.now() > until) throw new Error(`${n} deliveries still wait.`);
    await sleep(250);
  }
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
const inSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const show = (name: string, value: string) => console.log(`${name.padEnd(44)} ${value}`);

/** §6: the attempt before was made so long before the retry's time. */
const gapMs = (attempt: number) => 1_000 * 2 ** (attempt - 1);

/** Warms up: the figures are of a running service, not of one that was just compiled. */
async function warmUp(client: pg.Client, firstEntity: number): Promise<void> {
  for (let round = 0; round < WARM_UP / CROWD_ENTITIES; round += 10) {
    const emitted = Array.from({ length: 10 * CROWD_ENTITIES }, (_, n) => emitIn(firstEntity + (n % CROWD_ENTITIES)));
    await Promise.all(emitted);
  }
  await waitUntilDone(client, 60_000);
}

/** Many deliveries fail at once. From the first attempt's end to the second attempt. */
async function measureCrowd(client: pg.Client, firstEntity: number): Promise<number[]> {
  const perEntity = CROWD / CROWD_ENTITIES;
  const emitted = Array.from({ length: CROWD_ENTITIES }, (_, n) =>
    Array.from({ length: perEntity }, () => emitIn(firstEntity + n)),
  );
  await Promise.all(emitted.flat());
  await waitUntilDone(client, 120_000);
  const late = await readLateness(client, firstEntity, firstEntity + CROWD_ENTITIES - 1, 2);
  if (late.length !== CROWD) throw new Error(`${late.length} of ${CROWD} second attempts were made.`);
  return late.map((ms) => ms + gapMs(2));
}

async function measureTables(client: pg.Client, firstEntity: number): Promise<void> {
  const emitted: Promise<void>[] = [];
  for (let n = 0; n < TABLES; n += 1) {
    emitted.push(emitIn(firstEntity + n));
    await sleep(1_000 / TABLES_PER_SECOND);
  }
  const unwritten = (await Promise.allSettled(emitted)).filter(({ status }) => status === "rejected").length;
  if (unwritten > 0) show("tables that could not be written", String(unwritten));
  await waitUntilDone(client, 180_000);
  let isLate = false;
  for (const attempt of [2, 3, 4]) {
    const late = await readLateness(client, firstEntity, firstEntity + TABLES - 1, attempt);
    const shares = [0.5, 0.95, 0.99, 1].map((share) => inSeconds(at(late, share) + gapMs(attempt)));
    const count = late.filter((ms) => ms > gapMs(attempt) / 2).length;
    isLate ||= count > 0;
    show(
      `${TABLES} tables, attempt ${attempt} (due after ${gapMs(attempt) / 1000} s)`,
      `p50 ${shares[0]}, p95 ${shares[1]}, p99 ${shares[2]}, latest ${shares[3]} (${late.length} made; ${count} later than 1.5 × that)`,
    );
  }
  if (isLate) process.exitCode = 1;
}

const { cluster, client } = await openWebhookWorld();
const receivers = await startFailingReceivers(SHARED_HOSTS + TABLES);
try {
  const random = createRandom(SEED);
  const hosts = receivers.urls.slice(0, SHARED_HOSTS);
  const makeCrowd = (from: number, count: number, path: string) =>
    Array.from({ length: count }, (_, n) => ({ entity: from + n, url: `${hosts[n % SHARED_HOSTS]}/${path}` }));
  const crowds = makeCrowd(1, ROUNDS * CROWD_ENTITIES, "500");
  const firstWarmUp = crowds.length + 1;
  const firstTable = firstWarmUp + CROWD_ENTITIES;
  const tables = receivers.urls.slice(SHARED_HOSTS).map((url, n) => makeTable(firstTable + n, url, hosts, random));
  await register(client, [...crowds, ...makeCrowd(firstWarmUp, CROWD_ENTITIES, "200"), ...tables.flat()]);
  const background = await startBackground();
  await warmUp(client, firstWarmUp);
  const windows: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    windows.push(await measureCrowd(client, 1 + round * CROWD_ENTITIES));
    const window = windows.at(-1) ?? [];
    show(
      `${CROWD} fail at once, second attempt after`,
      `p50 ${inSeconds(at(window, 0.5))}, p95 ${inSeconds(at(window, 0.95))}, latest ${inSeconds(at(window, 1))}`,
    );
  }
  await measureTables(client, firstTable);
  await background.stop();
  await client.end();
  await closeDatabase();
} finally {
  receivers.stop();
  await cluster.stop();
}
process.exit();
