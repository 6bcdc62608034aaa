// SQL: grouping sets over one snapshot.
import { bigint, instant, integer, nullable, type SqlType, statement, text } from "../db/statement";
import { axisOf } from "./details.sql";

const smallint: SqlType<number> = { type: "smallint", isNullable: true };

const isFiltered = (p: { userId: string; credentialId: string }) =>
  `(${p.userId}::text IS NOT NULL OR ${p.credentialId}::text IS NOT NULL)`;
const writeFilter = (p: { userId: string; credentialId: string }) =>
  `(${p.userId}::text IS NULL OR user_id = ${p.userId}) AND (${p.credentialId}::text IS NULL OR credential_id = ${p.credentialId})`;
const CALLER = "credential_id, actor_type, user_id";
const KIND = `${CALLER}, surface, method, route, status, error_code, axis, requests, units, duration_ms`;
const HOUR_SUMS = "hour, requests, units, refused, failed, duration_ms";
const startNextDay = (p: { since: string }) =>
  `date_trunc('day', ${p.since}::timestamptz + interval '1 day' - interval '1 second', 'UTC')`;
const startLastDay = (p: { until: string }) => `date_trunc('day', ${p.until}::timestamptz, 'UTC')`;

/**
 * Sums of counted hours and uncounted requests come from one snapshot, so that none is missing or counted twice. Whole days
 * have sums of their own. `facet` has a bit for every column that is not grouped.
 */
export const SUM_USAGE = statement({
  name: "sum_usage",
  params: { entityId: text, since: instant, until: instant, userId: nullable(text), credentialId: nullable(text) },
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
  text: (p) => `
  WITH state AS (SELECT transaction_id, counted_until FROM request_rollups WHERE id = 1), rest AS MATERIALIZED (
    SELECT date_trunc('hour', at, 'UTC') AS hour, credential_id, actor_type, user_id, surface, method, route, status,
      error_code, ${axisOf("request_details")} AS axis,
      1::bigint AS requests, units_cost::bigint AS units, duration_ms::bigint AS duration_ms
    FROM request_details
    WHERE billing_entity_id = ${p.entityId} AND at >= greatest(${p.since}, (SELECT counted_until FROM state)) AND at < ${p.until}
      AND transaction_id >= (SELECT transaction_id FROM state) AND ${writeFilter(p)}
  ), hours AS (
    SELECT ${HOUR_SUMS} FROM request_entity_hours
    WHERE NOT ${isFiltered(p)} AND billing_entity_id = ${p.entityId} AND hour >= ${p.since} AND hour < ${p.until}
    UNION ALL
    SELECT ${HOUR_SUMS} FROM request_caller_hours
    WHERE ${isFiltered(p)} AND billing_entity_id = ${p.entityId} AND hour >= ${p.since} AND hour < ${p.until} AND ${writeFilter(p)}
    UNION ALL
    SELECT hour, 1, units, (status BETWEEN 400 AND 499)::int, (status >= 500)::int, duration_ms FROM rest
  ), kinds AS (
    SELECT ${KIND} FROM request_days
    WHERE billing_entity_id = ${p.entityId} AND day >= ${startNextDay(p)} AND day < ${startLastDay(p)} AND ${writeFilter(p)}
    UNION ALL
    SELECT ${KIND} FROM request_hours
    WHERE billing_entity_id = ${p.entityId} AND hour >= ${p.since} AND hour < least(${startNextDay(p)}, ${p.until}) AND ${writeFilter(p)}
    UNION ALL
    SELECT ${KIND} FROM request_hours
    WHERE billing_entity_id = ${p.entityId} AND hour >= greatest(${startLastDay(p)}, least(${startNextDay(p)}, ${p.until})) AND hour < ${p.until} AND ${writeFilter(p)}
    UNION ALL
    SELECT ${KIND} FROM rest
  )
  SELECT 31 AS facet, hour, NULL::text AS "credentialId", NULL::text AS "actorType", NULL::text AS "userId",
    NULL::text AS surface, NULL::text AS method, NULL::text AS route, NULL::smallint AS status, NULL::text AS "errorCode",
    NULL::text AS axis, sum(requests)::bigint AS requests, sum(units)::bigint AS units, sum(refused)::bigint AS refused,
    sum(failed)::bigint AS failed, sum(duration_ms)::bigint AS "durationMs"
  FROM hours GROUP BY hour
  UNION ALL
  SELECT 32 + GROUPING(credential_id, user_id, route, status, axis), NULL, credential_id, actor_type, user_id, surface,
    method, route, status, error_code, axis, sum(requests)::bigint, sum(units)::bigint,
    coalesce(sum(requests) FILTER (WHERE status BETWEEN 400 AND 499), 0)::bigint,
    coalesce(sum(requests) FILTER (WHERE status >= 500), 0)::bigint, sum(duration_ms)::bigint
  FROM kinds
  GROUP BY GROUPING SETS ((credential_id, actor_type), (user_id), (surface, method, route), (status, error_code), (axis))
  ORDER BY 1, hour, requests DESC`,
});

export const SUM_DELIVERIES = statement({
  name: "sum_deliveries",
  params: { entityId: text, since: instant, until: instant },
  row: { hour: nullable(instant), webhookId: nullable(text), attempts: bigint, failed: bigint, units: bigint },
  text: (p) => `
  SELECT hour, webhook_id AS "webhookId", sum(attempts)::bigint AS attempts, sum(failed)::bigint AS failed,
    sum(units)::bigint AS units
  FROM delivery_hours WHERE billing_entity_id = ${p.entityId} AND hour >= ${p.since} AND hour < ${p.until}
  GROUP BY GROUPING SETS ((hour), (webhook_id)) ORDER BY hour, attempts DESC`,
});
