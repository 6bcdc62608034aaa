import type pg from "pg";
import { type RequestFacts, writeFacts } from "../lib/audit/request-facts";
import { REGISTRY } from "../lib/docs/surface/registry";
import { REQUEST_DETAILS_RETENTION_DAYS } from "../lib/platform/limits";
import { axisOf } from "../lib/requests/details.sql";
import { numbered } from "./webhook-world";

/** Requests of 30 days as `settle` writes them: a dominant entity, three smaller ones, and two hundred with a hundredth of all. */
export const ENTITIES = ["largest", "second", "third", "fourth", "one of 200 small"] as const;
const SMALL_ENTITIES = 200;
const PEOPLE = ENTITIES.length - 1 + SMALL_ENTITIES;
const KEYS = 24;
const APPS = 6;
const USERS_OF_APP = 8;
/** Requests since the last count: the charts read their rows. */
const UNCOUNTED_SECONDS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

const READS = REGISTRY.filter(({ method }) => method === "GET").map(({ path }) => path);
export const ROUTES = READS.slice(0, 12);
/** Called once in 200,000 requests. */
export const RARE_ROUTE = READS[12] ?? "";
export const RARE_ROOM = numbered("room", 999);
const CODES = ["not_found", "validation_error", "insufficient_scope", "rate_limit_exceeded", "internal_error"];
const STATUSES = [404, 400, 403, 429, 500];

const FACTS: RequestFacts = {
  t: [40, 180, 12, 4, 310, 95, 22, 260, 1, 900],
  p: { messageId: numbered("msg", 1) },
  a: "svc-sdk/1.2.0",
  n: "203.0.113",
  b: [["key", 120, 119]],
  u: [20_000, 312, 1],
};

const list = (values: readonly (string | number)[]) =>
  `(ARRAY[${values.map((value) => (typeof value === "number" ? value : `'${value}'`)).join(",")}])`;
const id = (prefix: string, n: string) => `('${prefix}_0' || lpad((${n})::text, 25, '0'))`;
const ENTITY = `CASE WHEN n % 1000 < 600 THEN 1 WHEN n % 1000 < 850 THEN 2 WHEN n % 1000 < 950 THEN 3
  WHEN n % 1000 < 990 THEN 4 ELSE 5 + (n / 1000) % ${SMALL_ENTITIES} END`;
/** The digits of n decide about the entity; these decide about the rest. */
const MIXED = "(n * 7919 + n / 1000 * 104729)";

/** Values follow from n alone, so that each run has the same rows. */
const ROWS = `
  SELECT n, date_trunc('milliseconds', $1::timestamptz + (n - 0.5) * $2::float8 * interval '1 ms') AS at, ${id("bil", ENTITY)} AS entity, c,
    CASE WHEN ${MIXED} % 50 = 0 THEN ${MIXED} / 50 % ${CODES.length} + 1 END AS failure
  FROM (SELECT n, ${MIXED} / 3 % ${KEYS + APPS} AS c FROM generate_series(1, $3::bigint) n) numbered`;

const VALUES = `
  SELECT n AS id, at, entity AS billing_entity_id, 'req_0' || lpad(n::text, 25, '0') AS request_id, 'v1' AS surface, 'GET' AS method,
    CASE WHEN n % 200000 = 1 THEN '${RARE_ROUTE}' ELSE ${list(ROUTES)}[(c * 5 + ${MIXED} / 7 % 4) % ${ROUTES.length} + 1] END AS route,
    coalesce(${list(STATUSES)}[failure], 200)::smallint AS status, ${list(CODES)}[failure] AS error_code,
    (3 + ${MIXED} % 40)::int AS duration_ms, 1 AS units_cost, CASE WHEN c < ${KEYS} THEN 'app' ELSE 'user' END AS actor_type,
    CASE WHEN c < ${KEYS} THEN ${id("key", "c + 1")} ELSE ${id("app", `c - ${KEYS} + 1`)} END AS credential_id,
    CASE WHEN c >= ${KEYS} THEN ${id("usr", `c * ${USERS_OF_APP} + ${MIXED} / 11 % ${USERS_OF_APP}`)} END AS user_id,
    CASE WHEN n % 200000 = 2 THEN '${RARE_ROOM}' ELSE ${id("room", `${MIXED} / 13 % 100`)} END AS room_id,
    CASE WHEN failure = 4 THEN $5 ELSE $4 END AS facts
  FROM (${ROWS}) drawn`;

const FACETS = "surface, method, route, status, error_code, actor_type, credential_id, user_id, axis";
const AXIS = `${axisOf("draft")} AS axis`;
const HOUR = "date_trunc('hour', at, 'UTC') AS hour";
const CALLER = "actor_type, credential_id, user_id";
const DRAFT_DAY = new Date("2000-01-01T00:00:00Z");

/** A day's rows and their sums, as `count-requests` makes them. The days are copies of it. */
const DRAFT = [
  `CREATE TEMP TABLE draft_hours AS
   SELECT billing_entity_id, hour, md5(ROW(${FACETS})::text)::uuid AS slot, ${FACETS}, count(*) AS requests,
     sum(units_cost) AS units, sum(duration_ms) AS duration_ms, min(at) AS first_at, max(at) AS last_at
   FROM (SELECT *, ${HOUR}, ${AXIS} FROM draft) rows GROUP BY billing_entity_id, hour, ${FACETS}`,
  `CREATE TEMP TABLE draft_callers AS
   SELECT billing_entity_id, hour, md5(ROW(${CALLER})::text)::uuid AS slot, ${CALLER}, count(*) AS requests,
     sum(units_cost) AS units, count(*) FILTER (WHERE status BETWEEN 400 AND 499) AS refused,
     count(*) FILTER (WHERE status >= 500) AS failed, sum(duration_ms) AS duration_ms
   FROM (SELECT *, ${HOUR} FROM draft) rows GROUP BY billing_entity_id, hour, ${CALLER}`,
  `CREATE TEMP TABLE draft_rooms AS SELECT billing_entity_id, room_id, hour, count(*) AS requests,
     min(at) AS first_at, max(at) AS last_at
   FROM (SELECT billing_entity_id, room_id, at, ${HOUR} FROM draft) rows GROUP BY 1, 2, 3`,
];
const COLUMNS = `billing_entity_id, request_id, surface, method, route, status, error_code, duration_ms, units_cost, actor_type,
  credential_id, user_id, room_id, facts`;
const copyRows = (table: string) => `
  INSERT INTO ${table} (id, at, ${COLUMNS}, transaction_id)
  SELECT id + $1::bigint, at + $2::interval, ${COLUMNS}, pg_current_xact_id()::text::bigint
  FROM draft WHERE at + $2::interval >= $3 AND at + $2::interval < $4`;
const COPY_SUMS = [
  `INSERT INTO request_hours (billing_entity_id, hour, slot, ${FACETS}, requests, units, duration_ms, first_at, last_at)
   SELECT billing_entity_id, hour + $1::interval, slot, ${FACETS}, requests, units, duration_ms, first_at + $1::interval,
     last_at + $1::interval FROM draft_hours
   WHERE hour + $1::interval BETWEEN $2 AND $3`,
  `INSERT INTO request_entity_hours (billing_entity_id, hour, requests, units, refused, failed, duration_ms)
   SELECT billing_entity_id, hour + $1::interval, sum(requests), sum(units), sum(refused), sum(failed), sum(duration_ms)
   FROM draft_callers WHERE hour + $1::interval BETWEEN $2 AND $3 GROUP BY billing_entity_id, hour`,
  `INSERT INTO request_caller_hours (billing_entity_id, hour, slot, ${CALLER}, requests, units, refused, failed, duration_ms)
   SELECT billing_entity_id, hour + $1::interval, slot, ${CALLER}, requests, units, refused, failed, duration_ms
   FROM draft_callers WHERE hour + $1::interval BETWEEN $2 AND $3`,
  `INSERT INTO request_days (billing_entity_id, day, slot, ${FACETS}, requests, units, duration_ms)
   SELECT billing_entity_id, date_trunc('day', hour + $1::interval, 'UTC'), slot, ${FACETS}, sum(requests), sum(units),
     sum(duration_ms)
   FROM draft_hours WHERE hour + $1::interval BETWEEN $2 AND $3 GROUP BY billing_entity_id, 2, slot, ${FACETS}`,
  `INSERT INTO request_room_hours (billing_entity_id, room_id, hour, requests, first_at, last_at)
   SELECT billing_entity_id, room_id, hour + $1::interval, requests, first_at + $1::interval, last_at + $1::interval
   FROM draft_rooms
   WHERE hour + $1::interval BETWEEN $2 AND $3`,
];

/**
 * Fills the days before now, the newest first, each in a partition of its own without a log of its writes. The hours at
 * both ends are counted as whole ones.
 */
export async function fillDays(
  client: pg.Client,
  rows: number,
  days: number,
  say: (text: string) => void,
): Promise<void> {
  const until = new Date(Date.now() - UNCOUNTED_SECONDS * 1000);
  const since = new Date(until.getTime() - Math.min(days, REQUEST_DETAILS_RETENTION_DAYS) * DAY_MS + 60_000);
  const perDay = Math.round(rows / days);
  const facts = [writeFacts(FACTS), writeFacts({ ...FACTS, x: "key" })];
  await fillPeople(client);
  await client.query("CREATE TEMP TABLE draft (LIKE request_details)");
  await client.query("ALTER TABLE draft DROP COLUMN transaction_id");
  await client.query(`INSERT INTO draft (id, at, ${COLUMNS}) ${VALUES}`, [
    DRAFT_DAY,
    DAY_MS / perDay,
    perDay,
    ...facts,
  ]);
  for (const statement of DRAFT) await client.query(statement);
  say(`${perDay} rows a day`);
  const today = Math.floor(until.getTime() / DAY_MS) * DAY_MS;
  for (let day = today; day + DAY_MS > since.getTime(); day -= DAY_MS) {
    const shift = `${(day - DRAFT_DAY.getTime()) / 1000} seconds`;
    const name = `partitions.request_details_${new Date(day).toISOString().slice(0, 10).replaceAll("-", "_")}`;
    const existing = await client.query("SELECT to_regclass($1) AS relation", [name]);
    const isNew = existing.rows[0]?.relation === null;
    if (isNew)
      await client.query(
        `CREATE UNLOGGED TABLE ${name} (LIKE request_details INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`,
      );
    const number = (day / DAY_MS) * perDay;
    const filled = await client.query(copyRows(name), [number, shift, since, until]);
    if (isNew)
      await client.query(
        `ALTER TABLE request_details ATTACH PARTITION ${name} FOR VALUES FROM ('${new Date(day).toISOString()}') TO ('${new Date(day + DAY_MS).toISOString()}')`,
      );
    for (const statement of COPY_SUMS) await client.query(statement, [shift, since, until]);
    await client.query(`ANALYZE ${name}`);
    say(`${filled.rowCount} rows in ${name}`);
  }
  await client.query(
    "UPDATE request_rollups SET transaction_id = pg_snapshot_xmin(pg_current_snapshot())::text::bigint, counted_until = $1",
    [until],
  );
  const shift = `${(today - DRAFT_DAY.getTime()) / 1000} seconds`;
  await client.query(copyRows("request_details"), [(today / DAY_MS) * perDay, shift, until, new Date()]);
  await client.query("ANALYZE");
}

/** Each entity has its own area; keys and apps of the rows are not looked up here, so their names are missing. */
async function fillPeople(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO billing_entities (id, kind, plan, created_at)
     SELECT ${id("bil", "n")}, 'INDIVIDUAL', 'UNLIMITED', now() FROM generate_series(1, ${PEOPLE}) n`,
  );
  await client.query(
    `INSERT INTO users (id, email, name, billing_entity_id, created_at)
     SELECT ${id("usr", "n")}, 'u' || n || '@example.test', 'User ' || n, ${id("bil", "n")}, now() FROM generate_series(1, ${PEOPLE}) n`,
  );
}
