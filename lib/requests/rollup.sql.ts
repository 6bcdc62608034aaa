import { eraseStatement } from "../platform/erase";
import { boolean, instant, limit, statement } from "../platform/statement";
import { axisOf } from "./details.sql";

const HOUR = `date_trunc('hour', at, 'UTC')`;
const DAY = `date_trunc('day', hour, 'UTC')`;
const CALLER = "actor_type, credential_id, user_id";
const FACETS = "surface, method, route, status, error_code, actor_type, credential_id, user_id, axis";
const SUMS = `count(*), sum(units_cost), count(*) FILTER (WHERE status BETWEEN 400 AND 499),
      count(*) FILTER (WHERE status >= 500), sum(duration_ms)`;
const addSums = (name: string) =>
  ["requests", "units", "refused", "failed", "duration_ms"]
    .map((column) => `${column} = ${name}.${column} + excluded.${column}`)
    .join(", ");
/** An hour whose count began without them stays without. */
const PLACES = `first_at = CASE WHEN h.first_at IS NOT NULL THEN least(h.first_at, excluded.first_at) END,
      last_at = CASE WHEN h.last_at IS NOT NULL THEN greatest(h.last_at, excluded.last_at) END`;

/** Jobs take turns. A statement of its own: the count after it has a snapshot that is younger than the count before. */
export const LOCK_COUNT = statement({
  name: "lock_request_count",
  params: [],
  row: {},
  text: "SELECT FROM request_rollups WHERE id = 1 FOR UPDATE",
});

/**
 * Adds each row to its hour exactly once. All transactions before `until` have ended, so no row of theirs comes later,
 * whenever the request began.
 */
export const COUNT_REQUESTS = statement({
  name: "count_requests",
  params: [instant, limit],
  row: { hasMore: boolean },
  text: `
  WITH state AS MATERIALIZED (
    SELECT transaction_id AS since FROM request_rollups WHERE id = 1
  ), snapshot AS MATERIALIZED (
    SELECT pg_snapshot_xmin(s)::text::bigint AS oldest, pg_snapshot_xmax(s)::text::bigint AS newest
    FROM pg_current_snapshot() s
  ), bound AS MATERIALIZED (
    -- A restored database counts its transactions from the beginning.
    SELECT CASE WHEN since > newest THEN oldest ELSE greatest(since, least(oldest, since + $2)) END AS until, oldest
    FROM state, snapshot
  ), fresh AS MATERIALIZED (
    SELECT billing_entity_id, at, ${HOUR} AS hour, surface, method, route, status, error_code, actor_type, credential_id,
      user_id, room_id, units_cost, duration_ms, ${axisOf("request_details")} AS axis
    FROM request_details
    WHERE transaction_id >= (SELECT since FROM state) AND transaction_id < (SELECT until FROM bound)
  ), hours AS (
    INSERT INTO request_hours AS h (billing_entity_id, hour, slot, ${FACETS}, requests, units, duration_ms, first_at, last_at)
    SELECT billing_entity_id, hour, md5(ROW(${FACETS})::text)::uuid AS slot, ${FACETS},
      count(*), sum(units_cost), sum(duration_ms), min(at), max(at)
    FROM fresh GROUP BY billing_entity_id, hour, ${FACETS} ORDER BY billing_entity_id, hour, slot
    ON CONFLICT (billing_entity_id, hour, slot) DO UPDATE SET requests = h.requests + excluded.requests,
      units = h.units + excluded.units, duration_ms = h.duration_ms + excluded.duration_ms, ${PLACES}
  ), days AS (
    INSERT INTO request_days AS d (billing_entity_id, day, slot, ${FACETS}, requests, units, duration_ms)
    SELECT billing_entity_id, ${DAY} AS day, md5(ROW(${FACETS})::text)::uuid AS slot, ${FACETS},
      count(*), sum(units_cost), sum(duration_ms)
    FROM fresh GROUP BY billing_entity_id, day, ${FACETS} ORDER BY billing_entity_id, day, slot
    ON CONFLICT (billing_entity_id, day, slot) DO UPDATE SET requests = d.requests + excluded.requests,
      units = d.units + excluded.units, duration_ms = d.duration_ms + excluded.duration_ms
  ), totals AS (
    INSERT INTO request_entity_hours AS e (billing_entity_id, hour, requests, units, refused, failed, duration_ms)
    SELECT billing_entity_id, hour, ${SUMS} FROM fresh GROUP BY billing_entity_id, hour ORDER BY billing_entity_id, hour
    ON CONFLICT (billing_entity_id, hour) DO UPDATE SET ${addSums("e")}
  ), callers AS (
    INSERT INTO request_caller_hours AS c (billing_entity_id, hour, slot, ${CALLER}, requests, units, refused, failed, duration_ms)
    SELECT billing_entity_id, hour, md5(ROW(${CALLER})::text)::uuid AS slot, ${CALLER}, ${SUMS}
    FROM fresh GROUP BY billing_entity_id, hour, ${CALLER} ORDER BY billing_entity_id, hour, slot
    ON CONFLICT (billing_entity_id, hour, slot) DO UPDATE SET ${addSums("c")}
  ), rooms AS (
    INSERT INTO request_room_hours AS h (billing_entity_id, room_id, hour, requests, first_at, last_at)
    SELECT billing_entity_id, room_id, hour, count(*), min(at), max(at) FROM fresh WHERE room_id IS NOT NULL
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (billing_entity_id, room_id, hour) DO UPDATE SET requests = h.requests + excluded.requests, ${PLACES}
  )
  UPDATE request_rollups SET transaction_id = until, counted_until = least($1, coalesce(
    (SELECT min(at) FROM request_details WHERE transaction_id >= (SELECT until FROM bound)), $1))
  FROM bound WHERE id = 1 RETURNING until < oldest AS "hasMore"`,
});

export const ERASE_REQUEST_HOURS = eraseStatement("erase_request_hours", {
  table: "request_hours",
  key: "ctid",
  age: "hour",
  entity: "t.billing_entity_id",
});

export const ERASE_REQUEST_DAYS = eraseStatement("erase_request_days", {
  table: "request_days",
  key: "ctid",
  age: "day",
  entity: "t.billing_entity_id",
});

export const ERASE_ENTITY_HOURS = eraseStatement("erase_request_entity_hours", {
  table: "request_entity_hours",
  key: "ctid",
  age: "hour",
  entity: "t.billing_entity_id",
});

export const ERASE_CALLER_HOURS = eraseStatement("erase_request_caller_hours", {
  table: "request_caller_hours",
  key: "ctid",
  age: "hour",
  entity: "t.billing_entity_id",
});

export const ERASE_ROOM_HOURS = eraseStatement("erase_request_room_hours", {
  table: "request_room_hours",
  key: "ctid",
  age: "hour",
  entity: "t.billing_entity_id",
});

export const ERASE_DELIVERY_HOURS = eraseStatement("erase_delivery_hours", {
  table: "delivery_hours",
  key: "ctid",
  age: "hour",
  entity: "t.billing_entity_id",
});
