// SQL: ranges over partitions and sums of their hours.
import { bigint, instant, integer, limit, nullable, type SqlType, statement, text } from "../db/statement";

const smallint: SqlType<number> = { type: "smallint", isNullable: false };
const instantArray: SqlType<readonly Date[]> = { type: "timestamp with time zone[]", isNullable: false };

const ROW = {
  id: bigint,
  at: instant,
  requestId: text,
  surface: text,
  method: text,
  route: text,
  status: smallint,
  errorCode: nullable(text),
  durationMs: integer,
  unitsCost: integer,
  actorType: nullable(text),
  credentialId: nullable(text),
  userId: nullable(text),
  roomId: nullable(text),
};

const COLUMNS = `d.id, d.at, d.request_id AS "requestId", d.surface, d.method, d.route, d.status,
  d.error_code AS "errorCode", d.duration_ms AS "durationMs", d.units_cost AS "unitsCost", d.actor_type AS "actorType",
  d.credential_id AS "credentialId", d.user_id AS "userId", d.room_id AS "roomId"`;

function matchesFrom(first: number): string {
  const p = (index: number) => `$${first + index}`;
  return `(${p(0)}::text IS NULL OR d.user_id = ${p(0)}) AND (${p(1)}::int IS NULL OR d.status >= ${p(1)})
  AND (${p(2)}::int IS NULL OR d.status < ${p(2)}) AND (${p(3)}::text IS NULL OR d.error_code = ${p(3)})
  AND (${p(4)}::text IS NULL OR d.method = ${p(4)}) AND (${p(5)}::text IS NULL OR d.route = ${p(5)})
  AND (${p(6)}::text IS NULL OR d.credential_id = ${p(6)}) AND (${p(7)}::text IS NULL OR d.surface = ${p(7)})`;
}
const MATCHES = matchesFrom(6);

export const axisOf = (row: string) =>
  `CASE WHEN ${row}.status = 429 THEN substring(${row}.facts FROM position('{' IN ${row}.facts))::json ->> 'x' END`;

const FACETS = [
  nullable(text),
  nullable(integer),
  nullable(integer),
  nullable(text),
  nullable(text),
  nullable(text),
  nullable(text),
  nullable(text),
] as const;
const FILTER = [...FACETS, nullable(text), nullable(text)] as const;

/**
 * Each span is a range of one index, in the partitions of its days. `status >= 400` must be in the text for the index of
 * refused requests.
 */
const pageOf = (statementName: string, only: string) =>
  statement({
    name: statementName,
    params: [text, instantArray, instantArray, instant, bigint, ...FILTER, limit],
    row: ROW,
    text: `
      SELECT page.* FROM unnest($2::timestamptz[], $3::timestamptz[]) AS span(since, until)
      CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM request_details d
        WHERE d.billing_entity_id = $1 AND d.at >= span.since AND d.at < span.until AND (d.at, d.id) < ($4, $5)
          ${only} AND ${MATCHES} AND ($14::text IS NULL OR d.room_id = $14) AND ($15::text IS NULL OR ${axisOf("d")} = $15)
        ORDER BY d.at DESC, d.id DESC LIMIT $16
      ) page ORDER BY page.at DESC, page.id DESC LIMIT $16`,
  });

export const LIST_REQUESTS = pageOf("list_requests", "");
export const LIST_REFUSED_REQUESTS = pageOf("list_refused_requests", "AND d.status >= 400");

const IN_SUMS = `${MATCHES} AND ($14::text IS NULL OR d.axis = $14)`;

/** An hour with fewer sums holds the instant of each match. */
const EXACT_SUMS_MAX = 16;
const PLACES = {
  matches: bigint,
  rows: bigint,
  places: nullable(instantArray),
  /** null when the hour does not say where its matches are. */
  firstAt: nullable(instant),
  lastAt: nullable(instant),
};

export const FIND_MATCHING_HOURS = statement({
  name: "find_matching_hours",
  params: [text, instant, instant, limit, text, ...FACETS, nullable(text)],
  row: { hour: instant, ...PLACES },
  text: `
    SELECT h.hour, h.matches, h.rows, CASE WHEN h.is_exact THEN h.places END AS places, h.first_at AS "firstAt", h.last_at AS "lastAt"
    FROM (
      SELECT d.hour, sum(d.requests) FILTER (WHERE ${IN_SUMS})::bigint AS matches,
        sum(d.requests) FILTER (WHERE $5 = 'all' OR d.status >= 400)::bigint AS rows,
        count(*) FILTER (WHERE ${IN_SUMS}) <= ${EXACT_SUMS_MAX}
          AND count(*) FILTER (WHERE (d.requests > 2 OR d.first_at IS NULL) AND ${IN_SUMS}) = 0 AS is_exact,
        array_agg(d.first_at) FILTER (WHERE ${IN_SUMS}) || array_agg(d.last_at) FILTER (WHERE ${IN_SUMS}) AS places,
        CASE WHEN count(*) FILTER (WHERE d.first_at IS NULL AND ${IN_SUMS}) = 0
          THEN min(d.first_at) FILTER (WHERE ${IN_SUMS}) END AS first_at,
        max(d.last_at) FILTER (WHERE ${IN_SUMS}) AS last_at
      FROM request_hours d
      WHERE d.billing_entity_id = $1 AND d.hour >= $2 AND d.hour < $3
      GROUP BY d.billing_entity_id, d.hour HAVING count(*) FILTER (WHERE ${IN_SUMS}) > 0
      ORDER BY d.hour DESC LIMIT $4
    ) h ORDER BY h.hour DESC`,
});

export const FIND_MATCHING_DAYS = statement({
  name: "find_matching_days",
  params: [text, instant, instant, ...FACETS],
  row: { day: instant },
  text: `
    SELECT d.day FROM request_days d
    WHERE d.billing_entity_id = $1 AND d.day >= $2 AND d.day < $3 AND ${matchesFrom(4)}
    GROUP BY d.day ORDER BY d.day DESC`,
});

export const FIND_ROOM_HOURS = statement({
  name: "find_room_hours",
  params: [text, instant, instant, limit, text, ...FACETS, nullable(text)],
  row: { hour: instant, ...PLACES },
  text: `
    SELECT r.hour, r.requests AS matches, (
      SELECT coalesce(sum(d.requests) FILTER (WHERE $5 = 'all' OR d.status >= 400), 0)::bigint FROM request_hours d
      WHERE d.billing_entity_id = $1 AND d.hour = r.hour) AS rows,
      CASE WHEN r.requests <= 2 AND r.first_at IS NOT NULL THEN ARRAY[r.first_at, r.last_at] END AS places,
      r.first_at AS "firstAt", r.last_at AS "lastAt"
    FROM request_room_hours r
    WHERE r.billing_entity_id = $1 AND r.room_id = $14 AND r.hour >= $2 AND r.hour < $3 AND EXISTS (
      SELECT FROM request_hours d WHERE d.billing_entity_id = $1 AND d.hour = r.hour AND ${MATCHES})
    ORDER BY r.hour DESC LIMIT $4`,
});

/** Clients may repeat their ids, so one id can have several rows. */
export const FIND_REQUESTS = statement({
  name: "find_requests",
  params: [text, instant],
  row: {
    ...ROW,
    facts: text,
    billingEntityId: text,
    authMethod: nullable(text),
    grantId: nullable(text),
    scopes: text,
  },
  text: `
    SELECT ${COLUMNS}, d.facts, d.billing_entity_id AS "billingEntityId", a.auth_method AS "authMethod",
           a.grant_id AS "grantId", a.scopes
    FROM audit_log a JOIN request_details d ON d.billing_entity_id = a.billing_entity_id AND d.at = a.at
      AND d.request_id = a.request_id AND d.route = a.route AND d.status = a.status
    WHERE a.request_id = $1 AND a.at >= $2
    ORDER BY a.at DESC, a.id DESC LIMIT 50`,
});
