import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import type pg from "pg";
import { writeCursor } from "../lib/api/list";
import { closeDatabase } from "../lib/db/pool";
import { countRequests } from "../lib/requests/count";
import { listRequests, type RequestFilter } from "../lib/requests/list";
import { openRequests, type RequestViewer } from "../lib/requests/open-viewer";
import { readUsage } from "../lib/requests/usage";
import { ENTITIES, fillDays, RARE_ROOM, RARE_ROUTE, ROUTES } from "./request-days";
import { numbered, openWebhookWorld } from "./webhook-world";

/**
 * `npm run bench:requests`: pages, filters and charts of the requests screen over 30 days of details. docs/benchmarks.md
 * has its figures. BENCH_ROWS=100000000 needs 50 GB in the temporary directory. BENCH_HOLD=1 fills, says where the
 * database is, and keeps it until SIGINT; BENCH_DATABASE_URL measures there.
 */
const ROWS = Number(process.env["BENCH_ROWS"] ?? 5_000_000);
const DAYS = Number(process.env["BENCH_DAYS"] ?? 30);
const REPEATS = Number(process.env["BENCH_REPEATS"] ?? 40);
const P95_MAX_MS = 150;
const LAST_TO_FIRST_MAX = 1.2;
const PAGE = { limit: 50 };
const DAY_MS = 24 * 60 * 60 * 1000;

const startedMs = performance.now();
const say = (text: string) =>
  console.log(`${((performance.now() - startedMs) / 1000).toFixed(0).padStart(6)} s  ${text}`);

interface Times {
  /** Of PostgreSQL and this process, a call: it hardly depends on what else the machine does. */
  processor: number;
  median: number;
  p95: number;
  first: number;
}

async function repeat(work: (turn: number) => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  const processorMs = await readProcessorMs();
  for (let turn = 0; turn < REPEATS; turn += 1) {
    const beganMs = performance.now();
    await work(turn);
    times.push(performance.now() - beganMs);
  }
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  const processor = ((await readProcessorMs()) - processorMs) / REPEATS;
  return { processor, median: at(0.5), p95: at(0.95), first: times[0] ?? Number.NaN };
}

const TICK_MS = 10;

/** Linux alone tells the processor time of other processes. */
async function readProcessorMs(): Promise<number> {
  const { user, system } = process.cpuUsage();
  const { rows } = await client.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'",
  );
  const backends = rows.map(({ pid }) => {
    const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "";
    const [ticks = 0, systemTicks = 0] = stat
      .replace(/^.*\) /, "")
      .split(" ")
      .slice(11, 13)
      .map(Number);
    return (ticks + systemTicks) * TICK_MS;
  });
  return (user + system) / 1000 + backends.reduce((sum, ms) => sum + ms, 0);
}

function show(entity: string, what: string, { processor, median, p95, first }: Times, found: string): void {
  const cells = [processor, median, p95, first].map((value) => value.toFixed(1));
  console.log(`| ${entity} | ${what} | ${cells.join(" | ")} | ${p95 <= P95_MAX_MS ? "met" : "MISSED"} | ${found} |`);
}

/** `back`: so many days before now. */
const FILTERS: [string, RequestFilter][] = [
  ["2xx", { statusClass: "2xx" }],
  ["4xx", { statusClass: "4xx" }],
  ["5xx", { statusClass: "5xx" }],
  ["status 429", { status: 429 }],
  ["code not_found", { errorCode: "not_found" }],
  ["a code that never came", { errorCode: "idempotency_conflict" }],
  ["method", { method: "GET" }],
  ["a method that never came", { method: "DELETE" }],
  ["a common route", { route: ROUTES[3] }],
  ["a rare route", { route: RARE_ROUTE }],
  ["surface", { surface: "v1" }],
  ["a surface without requests", { surface: "mcp" }],
  ["a key", { credentialId: numbered("key", 3) }],
  ["an unknown key", { credentialId: numbered("key", 999) }],
  ["a person", { personId: numbered("usr", 200) }],
  ["a room", { roomId: numbered("room", 7) }],
  ["a rare room", { roomId: RARE_ROOM }],
  ["a key, a route and refused", { credentialId: numbered("key", 3), route: ROUTES[3], statusClass: "4xx" }],
  ["one hour of 20 days ago", { since: daysAgo(20), until: new Date(daysAgo(20).getTime() + DAY_MS / 24) }],
];

function daysAgo(days: number): Date {
  return new Date(Math.floor(Date.now() / DAY_MS - days) * DAY_MS);
}

async function measureLists(entity: string, viewer: RequestViewer, since: Date): Promise<void> {
  const [area] = viewer.areas;
  const seal = JSON.stringify([area?.entityId, []]);
  const at = (instant: Date) => ({ ...PAGE, cursor: writeCursor("listRequests", `${instant.getTime()}-0`, seal) });
  const span = Date.now() - since.getTime();
  const first = await repeat(() => listRequests(viewer, {}, PAGE));
  show(entity, "first page", first, "");
  show(
    entity,
    "a page of any day",
    await repeat((turn) =>
      listRequests(viewer, {}, at(new Date(since.getTime() + (span * (turn + 1)) / (REPEATS + 1)))),
    ),
    "",
  );
  const oldest = (await listOldest(viewer, since)) ?? since;
  const last = await repeat(() => listRequests(viewer, {}, at(oldest)));
  const ratio = last.median / first.median;
  show(entity, "last page", last, `${ratio.toFixed(2)} of the first: ${ratio <= LAST_TO_FIRST_MAX ? "met" : "MISSED"}`);
  for (const [name, filter] of FILTERS) {
    const page = await listRequests(viewer, filter, PAGE);
    const found = `${page.rows.length} rows${page.searchedUntil === null ? "" : `, searched until ${page.searchedUntil.toISOString()}`}`;
    show(entity, name, await repeat(() => listRequests(viewer, filter, PAGE)), found);
  }
}

/** Where the last full page begins. */
async function listOldest(viewer: RequestViewer, since: Date): Promise<Date | undefined> {
  for (let hours = 1; hours < 1_000; hours *= 4) {
    const until = new Date(since.getTime() + hours * 3_600_000);
    const { rows } = await listRequests(viewer, { until }, PAGE);
    if (rows.length === PAGE.limit) return until;
  }
  return undefined;
}

async function measureCharts(entity: string, viewer: RequestViewer): Promise<void> {
  const spans = { "charts of a day": 1, "charts of 7 days": 7, "charts of 30 days": 30 };
  for (const [name, days] of Object.entries(spans)) {
    const span = { since: new Date(Date.now() - days * DAY_MS) };
    const { total } = await readUsage(viewer, span);
    show(entity, name, await repeat(() => readUsage(viewer, span)), `${total.requests} requests`);
  }
  const ofKey = { since: new Date(Date.now() - 7 * DAY_MS), credentialId: numbered("key", 3) };
  show(entity, "charts of a key, 7 days", await repeat(() => readUsage(viewer, ofKey)), "");
}

async function fill(client: pg.Client): Promise<void> {
  await client.query("SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'; SET synchronous_commit = off");
  await fillDays(client, ROWS, DAYS, say);
  const { rows: sizes } = await client.query<{ bytes: string; hours: string }>(
    `SELECT pg_size_pretty(sum(pg_total_relation_size(relid))) AS bytes, (SELECT count(*) FROM request_hours) AS hours
     FROM pg_partition_tree('request_details')`,
  );
  say(`${ROWS} requests of ${DAYS} days, ${sizes[0]?.bytes}; ${sizes[0]?.hours} sums of hours`);
}

async function measure(client: pg.Client): Promise<void> {
  // As the job of each minute does.
  while (!(await countRequests()));
  const { rows } = await client.query<{ since: Date }>("SELECT min(hour) AS since FROM request_hours");
  const since = rows[0]?.since ?? new Date();
  console.log(
    `\n| Entity | | processor ms | median ms | p95 | first | ${P95_MAX_MS} ms | |\n|---|---|---|---|---|---|---|---|`,
  );
  for (const [index, entity] of ENTITIES.entries()) {
    const viewer = await openRequests(numbered("usr", index + 1));
    await measureLists(entity, viewer, since);
    await measureCharts(entity, viewer);
  }
}

const { cluster, client, url } = await openWebhookWorld(process.env["BENCH_DATABASE_URL"]);
try {
  if (process.env["BENCH_DATABASE_URL"] === undefined) await fill(client);
  if (process.env["BENCH_HOLD"] === undefined) await measure(client);
  else {
    say(`BENCH_DATABASE_URL=${url}`);
    const held = setInterval(() => undefined, 60_000);
    await once(process, "SIGINT");
    clearInterval(held);
  }
} finally {
  await client.end();
  await closeDatabase();
  await cluster.stop();
}
process.exit(0);
