import { bigint, instant, integer, nullable, type SqlType, statement, text } from "../platform/statement";

const smallint: SqlType<number> = { type: "smallint", isNullable: true };

/**
 * The sums of counted hours and the requests since, in one snapshot, so that none is missing and none counts twice. One
 * row for each value of each facet; `facet` is GROUPING's number, with a bit for every column that is not grouped.
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
  WITH state AS (SELECT transaction_id, counted_until FROM request_rollups WHERE id = 1), used AS (
    SELECT hour, credential_id, actor_type, user_id, surface, method, route, status, error_code, axis, requests, units,
      duration_ms
    FROM request_hours WHERE billing_entity_id = $1 AND hour >= $2 AND hour < $3
      AND ($4::text IS NULL OR user_id = $4) AND ($5::text IS NULL OR credential_id = $5)
    UNION ALL
    SELECT date_trunc('hour', at, 'UTC'), credential_id, actor_type, user_id, surface, method, route, status, error_code,
      CASE WHEN status = 429 THEN substring(facts FROM position('{' IN facts))::json ->> 'x' END, 1, units_cost, duration_ms
    FROM request_details
    WHERE billing_entity_id = $1 AND at >= greatest($2, (SELECT counted_until FROM state)) AND at < $3
      AND transaction_id >= (SELECT transaction_id FROM state)
      AND ($4::text IS NULL OR user_id = $4) AND ($5::text IS NULL OR credential_id = $5)
  )
  SELECT GROUPING(hour, credential_id, user_id, route, status, axis) AS facet, hour, credential_id AS "credentialId",
    actor_type AS "actorType", user_id AS "userId", surface, method, route, status, error_code AS "errorCode", axis,
    sum(requests)::bigint AS requests, sum(units)::bigint AS units,
    coalesce(sum(requests) FILTER (WHERE status BETWEEN 400 AND 499), 0)::bigint AS refused,
    coalesce(sum(requests) FILTER (WHERE status >= 500), 0)::bigint AS failed, sum(duration_ms)::bigint AS "durationMs"
  FROM used
  GROUP BY GROUPING SETS ((hour), (credential_id, actor_type), (user_id), (surface, method, route), (status, error_code),
    (axis))
  ORDER BY 1, hour, requests DESC`,
});
