import type pg from "pg";
import type { RoomAccess } from "../lib/access/open-room";
import { closeDatabase } from "../lib/db/pool";
import { listEvents } from "../lib/events/list";
import { dropOldEvents } from "../lib/events/retention";
import { lowestId } from "../lib/platform/ids";
import { claimDeliveries } from "../lib/webhooks/delivery/claim";
import { createSlots } from "../lib/webhooks/delivery/slots";
import { listEventDeliveries } from "../lib/webhooks/history/history-query";
import { listAttempts } from "../lib/webhooks/history/list-attempts";
import { readAttemptStats, readLatestAttempts, readSuccess } from "../lib/webhooks/history/stats-query";
import { dropOldDeliveries } from "../lib/webhooks/retention";
import type { WebhookAccess } from "../lib/webhooks/settings/open-webhook";
import { createDays } from "./history-days";
import { emitIn, numbered, openWebhookWorld } from "./webhook-world";

/**
 * `npm run bench:history`: 92 days of events, deliveries and attempts in their partitions. How long the erase of a night
 * takes, how long it delays commits, and what claims and reads cost beside so many partitions. docs/benchmarks.md has
 * its figures.
 */
const ROWS = Number(process.env["BENCH_ROWS"] ?? 10_000);
/** Of the oldest day, which is dropped first: its size shows what a larger day would take. */
const OLDEST_ROWS = Number(process.env["BENCH_OLDEST_ROWS"] ?? 500_000);
const DAYS = 92;
const WEBHOOKS = 40;
const WRITERS = 4;
const REPEATS = 21;
/** The rate that the figures are projected to. */
const PER_SECOND = 1_300;
const DAY_MS = 24 * 60 * 60 * 1000;
const DAY_SECONDS = 24 * 60 * 60;

const TODAY = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
const startOf = (back: number) => new Date(TODAY.getTime() - back * DAY_MS);
const nameOf = (back: number) => startOf(back).toISOString().slice(0, 10).replaceAll("-", "_");
const TABLES = ["events", "deliveries", "delivery_attempts"];
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const show = (name: string, value: string) => console.log(`${name.padEnd(58)} ${value}`);

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

async function fillRooms(client: pg.Client): Promise<void> {
  const id = (prefix: string) => `'${prefix}_0' || lpad(n::text, 25, '0')`;
  const series = `generate_series(1, ${WEBHOOKS}) n`;
  for (const statement of [
    `INSERT INTO billing_entities (id, kind, plan, created_at) SELECT ${id("bil")}, 'ORGANIZATION', 'UNLIMITED', now() FROM ${series}`,
    `INSERT INTO rooms (id, name, billing_entity_id, created_at, updated_at) SELECT ${id("room")}, 'R', ${id("bil")}, now(), now() FROM ${series}`,
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     SELECT ${id("wh")}, ${id("room")}, 'W', 'http://127.0.0.1:9/', '{message.created}', '2026-06-09', now(), now() FROM ${series}`,
  ])
    await client.query(statement);
}

/** Rows of the sizes that the engine writes, spread over the day. */
async function fillDay(client: pg.Client, back: number, rows: number): Promise<void> {
  const at = `$1::timestamptz + n * interval '1 day' / ${rows + 1}`;
  const of = (prefix: string) => `'${prefix}_0' || lpad((n % ${WEBHOOKS} + 1)::text, 25, '0')`;
  const eventId = `'evt_' || left(md5($1::text || n), 22)`;
  const deliveryId = "md5($1::text || 'd' || n)::uuid";
  const series = `FROM generate_series(1, ${rows}) n`;
  const day = startOf(back);
  await client.query(
    `INSERT INTO events (id, type, room_id, object_type, object_id, created_at)
     SELECT ${eventId}, 'message.created', ${of("room")}, 'message', 'msg_' || left(md5(n::text), 26), ${at} ${series}`,
    [day],
  );
  await client.query(
    `INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, billing_entity_id, state, attempts, created_at)
     SELECT ${deliveryId}, ${of("wh")}, ${eventId}, 'message.created', ${at}, ${of("bil")}, 'SUCCEEDED', 1, ${at} ${series}`,
    [day],
  );
  await client.query(
    `INSERT INTO delivery_attempts (id, webhook_id, delivery_id, event, event_id, success, status_code, attempt, duration_ms,
       delivered_at, finalized_at, payload, request_headers, response_preview)
     SELECT $2 || lpad(n::text, 16, '0'), ${of("wh")}, ${deliveryId}, 'message.created', ${eventId}, true, 200, 1, 31, ${at}, ${at},
       repeat(md5(n::text), 10),
       jsonb_build_object('Content-Type', 'application/json', 'User-Agent', 'Svc-Webhook/1.0', 'Svc-Webhook-Id', md5(n::text),
         'Svc-Webhook-Delivery', md5(n::text), 'Svc-Webhook-Signature', 'v1=' || md5(n::text) || md5('s' || n)), 'ok' ${series}`,
    [day, lowestId("whd", day)],
  );
}

async function measureDay(client: pg.Client, back: number): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "SELECT sum(pg_total_relation_size(('partitions.' || name || '_' || $2)::regclass)) AS bytes FROM unnest($1::text[]) name",
    [TABLES, nameOf(back)],
  );
  return Number(rows[0]?.bytes) / 2 ** 30;
}

const webhookOf = (n: number) => ({ webhookId: numbered("wh", n) }) as WebhookAccess;
const roomOf = (n: number) => ({ roomId: numbered("room", n) }) as RoomAccess;

async function showReads(client: pg.Client): Promise<void> {
  const page = { limit: 50, after: null };
  const deep = { limit: 50, after: lowestId("whd", startOf(60)) };
  const webhookIds = Array.from({ length: WEBHOOKS }, (_, n) => numbered("wh", n + 1));
  const reads: [string, () => Promise<unknown>][] = [
    ["a claim, one delivery is due", () => claimDeliveries(createSlots())],
    ["deliveries of /v1, first page", () => listAttempts(webhookOf(1), page)],
    ["deliveries of /v1, 60 days back", () => listAttempts(webhookOf(1), deep)],
    ["event log, first page", () => listEvents(roomOf(1), undefined, page)],
    [
      "event log, 60 days back",
      () => listEvents(roomOf(1), undefined, { ...page, after: `${startOf(60).getTime()}:evt_${"a".repeat(22)}` }),
    ],
    ["events of a webhook on the screen", () => listEventDeliveries(webhookOf(1), {}, { limit: 25, after: null })],
    ["figures of one webhook's day", () => readAttemptStats(webhookOf(1))],
    [`a day of ${WEBHOOKS} webhooks by the hour`, () => readSuccess(webhookIds)],
    [`newest attempt of ${WEBHOOKS} webhooks`, () => readLatestAttempts(webhookIds)],
  ];
  for (const [name, read] of reads) {
    const times: number[] = [];
    for (let n = 0; n < REPEATS; n += 1) {
      if (name.startsWith("a claim")) {
        await client.query("UPDATE partitions.deliveries_waiting SET state = 'HELD', next_attempt_at = NULL");
        await emitIn(1);
      }
      times.push(await time(read));
    }
    show(name, `${median(times).toFixed(2)} ms (first, planned: ${times[0]?.toFixed(1)} ms)`);
  }
}

/** Commits go on beside the erase; the slowest of them says how long it held a lock. */
async function eraseBesideCommits(): Promise<{ tookMs: number; slowestMs: number; commits: number }> {
  const commits: number[] = [];
  let isErasing = true;
  const write = async (n: number) => {
    while (isErasing) commits.push(await time(() => emitIn(n)));
  };
  const writers = Array.from({ length: WRITERS }, (_, n) => write(n + 1));
  const tookMs = await time(async () => {
    while (!((await dropOldEvents()) && (await dropOldDeliveries())));
  });
  isErasing = false;
  await Promise.all(writers);
  return { tookMs, slowestMs: Math.max(...commits), commits: commits.length };
}

const { cluster, client } = await openWebhookWorld();
try {
  await fillRooms(client);
  await createDays(DAYS);
  const filledMs = await time(async () => {
    await fillDay(client, DAYS, OLDEST_ROWS);
    for (let back = DAYS - 1; back >= 1; back -= 1) await fillDay(client, back, ROWS);
    await client.query("VACUUM ANALYZE");
  });
  const rows = OLDEST_ROWS + ROWS * (DAYS - 1);
  show(`${DAYS} days, ${rows} deliveries`, `filled in ${(filledMs / 1000).toFixed(0)} s`);
  await showReads(client);

  const gigabytes = await measureDay(client, DAYS);
  const ordinary = await measureDay(client, DAYS - 1);
  const { tookMs, slowestMs, commits } = await eraseBesideCommits();
  show(
    `erase of two days, ${(gigabytes + ordinary).toFixed(2)} GB, beside ${WRITERS} writers`,
    `${tookMs.toFixed(0)} ms`,
  );
  show(`slowest of ${commits} commits meanwhile`, `${slowestMs.toFixed(0)} ms`);
  const second = await time(async () => [await dropOldEvents(), await dropOldDeliveries()]);
  show("erase with nothing to do", `${second.toFixed(0)} ms`);
  const perDay = (gigabytes / OLDEST_ROWS) * PER_SECOND * DAY_SECONDS;
  show(
    `a day at ${PER_SECOND}/s, by the size of these rows`,
    `${perDay.toFixed(0)} GB; 91 days ${((perDay * 91) / 1024).toFixed(1)} TB`,
  );
} finally {
  await client.end();
  await closeDatabase();
  await cluster.stop();
}
process.exit(0);
