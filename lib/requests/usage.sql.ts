import { bigint, instant, integer, nullable, type SqlType, statement, text } from "../platform/statement";
import { axisOf } from "./details.sql";

const smallint: SqlType<number> = { type: "smallint", isNullable: true };

const FILTER = "($4::text IS NULL OR user_id = $4) AND ($5::text IS NULL OR credential_id = $5)";
const KIND = "surface, method, route, status, error_code, axis, requests, units, duration_ms";
const NEXT_DAY = "date_trunc('day', $2::timestamptz + interval '1 day' - interval '1 second', 'UTC')";
const LAST_DAY = "date_trunc('day', $3::timestamptz, 'UTC')";

/**
 * The sums of counted hours and the requests since, in one snapshot, so that none is missing and none counts twice. Hours
 * and callers come from the sums of callers; the rest from those of whole days, and of hours at the ends of the span. One
 * row for each value of each facet; `facet` has a bit for every column that is not grouped.
 */
export const SUM_USAGE = statement({
  name: "sum_usage",
  params: [text, instant, instant, nullable(text), nullable(text)],
  row: {
    facet: integer,
    hour: nullable(instant),
    credentialId: nullable(text),
    actorType: nullable(text),
    userId: nullable(text),
    surface: nullable(text),
    method: nullable(text),
    route: nullable(text),
    status: nullable(smallint),
    errorCode: nullable(text),
    axis: nullable(text),
    requests: bigint,
    units: bigint,
    refused: bigint,
    failed: bigint,
    durationMs: bigint,
  },
  text: `
  WITH state AS (SELECT transaction_id, counted_until FROM request_rollups WHERE id = 1), rest AS MATERIALIZED (
    SELECT date_trunc('hour', at, 'UTC') AS hour, credential_id, actor_type, user_id, surface, method, route, status,
      error_code, ${axisOf("request_details")} AS axis,
      1::bigint AS requests, units_cost::bigint AS units, duration_ms::bigint AS duration_ms
    FROM request_details
    WHERE billing_entity_id = $1 AND at >= greatest($2, (SELECT counted_until FROM state)) AND at < $3
      AND transaction_id >= (SELECT transaction_id FROM state) AND ${FILTER}
  ), callers AS (
    SELECT hour, credential_id, actor_type, user_id, requests, units, refused, failed, duration_ms
    FROM request_caller_hours WHERE billing_entity_id = $1 AND hour >= $2 AND hour < $3 AND ${FILTER}
    UNION ALL
    SELECT hour, credential_id, actor_type, user_id, 1, units, (status BETWEEN 400 AND 499)::int, (status >= 500)::int,
      duration_ms
    FROM rest
  ), kinds AS (
    SELECT ${KIND} FROM request_days
    WHERE billing_entity_id = $1 AND day >= ${NEXT_DAY} AND day < ${LAST_DAY} AND ${FILTER}
    UNION ALL
    SELECT ${KIND} FROM request_hours
    WHERE billing_entity_id = $1 AND hour >= $2 AND hour < least(${NEXT_DAY}, $3) AND ${FILTER}
    UNION ALL
    SELECT ${KIND} FROM request_hours
    WHERE billing_entity_id = $1 AND hour >= greatest(${LAST_DAY}, least(${NEXT_DAY}, $3)) AND hour < $3 AND ${FILTER}
    UNION ALL
    SELECT ${KIND} FROM rest
  )
  SELECT GROUPING(hour, credential_id, user_id) * 8 + 7 AS facet, hour, credential_id AS "credentialId",
    actor_type AS "actorType", user_id AS "userId", NULL::text AS surface, NULL::text AS method, NULL::text AS route,
    NULL::smallint AS status, NULL::text AS "errorCode", NULL::text AS axis, sum(requests)::bigint AS requests,
    sum(units)::bigint AS units, sum(refused)::bigint AS refused, sum(failed)::bigint AS failed,
    sum(duration_ms)::bigint AS "durationMs"
  FROM callers GROUP BY GROUPING SETS ((hour), (credential_id, actor_type), (user_id))
  UNION ALL
  SELECT 56 + GROUPING(route, status, axis), NULL, NULL, NULL, NULL, surface, method, route, status, error_code, axis,
    sum(requests)::bigint, sum(units)::bigint,
    coalesce(sum(requests) FILTER (WHERE status BETWEEN 400 AND 499), 0)::bigint,
    coalesce(sum(requests) FILTER (WHERE status >= 500), 0)::bigint, sum(duration_ms)::bigint
  FROM kinds GROUP BY GROUPING SETS ((surface, method, route), (status, error_code), (axis))
  ORDER BY 1, hour, requests DESC`,
});
