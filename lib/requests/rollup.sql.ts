// SQL: a lock, the order of transactions, and erasing in batches.
import { eraseStatement } from "../db/erase";
import { boolean, instant, limit, statement } from "../db/statement";
import { axisOf } from "./details.sql";

const HOUR = `date_trunc('hour', at, 'UTC')`;
const DAY = `date_trunc('day', hour, 'UTC')`;
const CALLER = "actor_type, credential_id, user_id";
const FACETS = "surface, method, route, status, error_code, actor_type, credential_id, user_id, axis";
const SUMS = `sum(requests), sum(units), coalesce(sum(requests) FILTER (WHERE status BETWEEN 400 AND 499), 0),
      coalesce(sum(requests) FILTER (WHERE status >= 500), 0), sum(duration_ms)`;
const addSums = (name: string) =>
  ["requests", "units", "refused", "failed", "duration_ms"]
    .map((column) => `${column} = ${name}.${column} + excluded.${column}`)
    .join(", ");
/** An hour whose count began without places stays without. */
const PLACES = `first_at = CASE WHEN h.first_at IS NOT NULL THEN least(h.first_at, excluded.first_at) END,
      last_at = CASE WHEN h.last_at IS NOT NULL THEN greatest(h.last_at, excluded.last_at) END`;

/** The statement is separate, because the count after it needs a younger snapshot than the count before. */
export const LOCK_COUNT = statement({
  name: "lock_request_count",
  row: {},
  text: "SELECT FROM request_rollups WHERE id = 1 FOR UPDATE",
});

/**
 * Counts each row exactly once. All transactions before `until` have ended, so no row of theirs comes later. Rows of one
 * transaction are counted together, so a few more than `limit` may be.
 */
export const COUNT_REQUESTS = statement({
  name: "count_requests",
  params: { settled: instant, limit },
  row: { hasMore: boolean },
  text: (p) => `
  WITH state AS MATERIALIZED (
    SELECT transaction_id AS since FROM request_rollups WHERE id = 1
  ), snapshot AS MATERIALIZED (
    SELECT pg_snapshot_xmin(s)::text::bigint AS oldest, pg_snapshot_xmax(s)::text::bigint AS newest
    FROM pg_current_snapshot() s
  ), next AS MATERIALIZED (
    SELECT (SELECT transaction_id FROM request_details WHERE transaction_id >= (SELECT since FROM state)
      ORDER BY transaction_id OFFSET ${p.limit} LIMIT 1) AS transaction_id
  ), bound AS MATERIALIZED (
    -- A restored database counts its transactions from the beginning.
    SELECT CASE WHEN since > newest THEN oldest
        ELSE greatest(since, least(oldest, greatest(since + 1, coalesce(next.transaction_id, oldest)))) END AS until, oldest
    FROM state, snapshot, next
  ), alike AS MATERIALIZED (
    SELECT billing_entity_id, hour, ${FACETS}, room_id, count(*) AS requests, sum(units_cost) AS units,
      sum(duration_ms) AS duration_ms, min(at) AS first_at, max(at) AS last_at
    FROM (
      SELECT *, ${HOUR} AS hour, ${axisOf("request_details")} AS axis FROM request_details
      WHERE transaction_id >= (SELECT since FROM state) AND transaction_id < (SELECT until FROM bound)) fresh
    GROUP BY billing_entity_id, hour, ${FACETS}, room_id
  ), hours AS (
    INSERT INTO request_hours AS h (billing_entity_id, hour, slot, ${FACETS}, requests, units, duration_ms, first_at, last_at)
    SELECT billing_entity_id, hour, md5(ROW(${FACETS})::text)::uuid AS slot, ${FACETS},
      sum(requests), sum(units), sum(duration_ms), min(first_at), max(last_at)
    FROM alike GROUP BY billing_entity_id, hour, ${FACETS} ORDER BY billing_entity_id, hour, slot
    ON CONFLICT (billing_entity_id, hour, slot) DO UPDATE SET requests = h.requests + excluded.requests,
      units = h.units + excluded.units, duration_ms = h.duration_ms + excluded.duration_ms, ${PLACES}
  ), days AS (
    INSERT INTO request_days AS d (billing_entity_id, day, slot, ${FACETS}, requests, units, duration_ms)
    SELECT billing_entity_id, ${DAY} AS day, md5(ROW(${FACETS})::text)::uuid AS slot, ${FACETS},
      sum(requests), sum(units), sum(duration_ms)
    FROM alike GROUP BY billing_entity_id, day, ${FACETS} ORDER BY billing_entity_id, day, slot
    ON CONFLICT (billing_entity_id, day, slot) DO UPDATE SET requests = d.requests + excluded.requests,
      units = d.units + excluded.units, duration_ms = d.duration_ms + excluded.duration_ms
  ), totals AS (
    INSERT INTO request_entity_hours AS e (billing_entity_id, hour, requests, units, refused, failed, duration_ms)
    SELECT billing_entity_id, hour, ${SUMS} FROM alike GROUP BY billing_entity_id, hour ORDER BY billing_entity_id, hour
    ON CONFLICT (billing_entity_id, hour) DO UPDATE SET ${addSums("e")}
  ), callers AS (
    INSERT INTO request_caller_hours AS c (billing_entity_id, hour, slot, ${CALLER}, requests, units, refused, failed, duration_ms)
    SELECT billing_entity_id, hour, md5(ROW(${CALLER})::text)::uuid AS slot, ${CALLER}, ${SUMS}
    FROM alike GROUP BY billing_entity_id, hour, ${CALLER} ORDER BY billing_entity_id, hour, slot
    ON CONFLICT (billing_entity_id, hour, slot) DO UPDATE SET ${addSums("c")}
  ), rooms AS (
    INSERT INTO request_room_hours AS h (billing_entity_id, room_id, hour, requests, first_at, last_at)
    SELECT billing_entity_id, room_id, hour, sum(requests), min(first_at), max(last_at) FROM alike
    WHERE room_id IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (billing_entity_id, room_id, hour) DO UPDATE SET requests = h.requests + excluded.requests, ${PLACES}
  )
  UPDATE request_rollups SET transaction_id = until, counted_until = CASE
    -- No row that is left began earlier than before; to look at all of them for each few rows would take too long.
    WHEN until < oldest THEN counted_until
    ELSE least(${p.settled}, coalesce(
      (SELECT min(at) FROM request_details WHERE transaction_id >= (SELECT until FROM bound)), ${p.settled})) END
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
