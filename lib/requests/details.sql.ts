// SQL: ranges over partitions and sums of their hours.
import {
  bigint,
  instant,
  integer,
  limit,
  nullable,
  type Placeholders,
  type SqlType,
  statement,
  text,
} from "../db/statement";

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

function matches(p: Facets): string {
  return `(${p.userId}::text IS NULL OR d.user_id = ${p.userId}) AND (${p.statusFrom}::int IS NULL OR d.status >= ${p.statusFrom})
  AND (${p.statusBefore}::int IS NULL OR d.status < ${p.statusBefore}) AND (${p.errorCode}::text IS NULL OR d.error_code = ${p.errorCode})
  AND (${p.method}::text IS NULL OR d.method = ${p.method}) AND (${p.route}::text IS NULL OR d.route = ${p.route})
  AND (${p.credentialId}::text IS NULL OR d.credential_id = ${p.credentialId}) AND (${p.surface}::text IS NULL OR d.surface = ${p.surface})`;
}
export const axisOf = (row: string) =>
  `CASE WHEN ${row}.status = 429 THEN substring(${row}.facts FROM position('{' IN ${row}.facts))::json ->> 'x' END`;

const FACETS = {
  userId: nullable(text),
  statusFrom: nullable(integer),
  statusBefore: nullable(integer),
  errorCode: nullable(text),
  method: nullable(text),
  route: nullable(text),
  credentialId: nullable(text),
  surface: nullable(text),
};
type Facets = Placeholders<keyof typeof FACETS>;

/**
 * Each span is a range of one index, in the partitions of its days. `status >= 400` must be in the text for the index of
 * refused requests.
 */
const pageOf = (statementName: string, only: string) =>
  statement({
    name: statementName,
    params: {
      entityId: text,
      sinces: instantArray,
      untils: instantArray,
      at: instant,
      id: bigint,
      ...FACETS,
      roomId: nullable(text),
      axis: nullable(text),
      limit,
    },
    row: ROW,
    text: (p) => `
      SELECT page.* FROM unnest(${p.sinces}::timestamptz[], ${p.untils}::timestamptz[]) AS span(since, until)
      CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM request_details d
        WHERE d.billing_entity_id = ${p.entityId} AND d.at >= span.since AND d.at < span.until AND (d.at, d.id) < (${p.at}, ${p.id})
          ${only} AND ${matches(p)} AND (${p.roomId}::text IS NULL OR d.room_id = ${p.roomId}) AND (${p.axis}::text IS NULL OR ${axisOf("d")} = ${p.axis})
        ORDER BY d.at DESC, d.id DESC LIMIT ${p.limit}
      ) page ORDER BY page.at DESC, page.id DESC LIMIT ${p.limit}`,
  });

export const LIST_REQUESTS = pageOf("list_requests", "");
export const LIST_REFUSED_REQUESTS = pageOf("list_refused_requests", "AND d.status >= 400");

const isInSums = (p: Facets & { axis: string }) => `${matches(p)} AND (${p.axis}::text IS NULL OR d.axis = ${p.axis})`;

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

const HOURS = { entityId: text, since: instant, until: instant, limit, kind: text, ...FACETS };

export const FIND_MATCHING_HOURS = statement({
  name: "find_matching_hours",
  params: { ...HOURS, axis: nullable(text) },
  row: { hour: instant, ...PLACES },
  text: (p) => `
    SELECT h.hour, h.matches, h.rows, CASE WHEN h.is_exact THEN h.places END AS places, h.first_at AS "firstAt", h.last_at AS "lastAt"
    FROM (
      SELECT d.hour, sum(d.requests) FILTER (WHERE ${isInSums(p)})::bigint AS matches,
        sum(d.requests) FILTER (WHERE ${p.kind} = 'all' OR d.status >= 400)::bigint AS rows,
        count(*) FILTER (WHERE ${isInSums(p)}) <= ${EXACT_SUMS_MAX}
          AND count(*) FILTER (WHERE (d.requests > 2 OR d.first_at IS NULL) AND ${isInSums(p)}) = 0 AS is_exact,
        array_agg(d.first_at) FILTER (WHERE ${isInSums(p)}) || array_agg(d.last_at) FILTER (WHERE ${isInSums(p)}) AS places,
        CASE WHEN count(*) FILTER (WHERE d.first_at IS NULL AND ${isInSums(p)}) = 0
          THEN min(d.first_at) FILTER (WHERE ${isInSums(p)}) END AS first_at,
        max(d.last_at) FILTER (WHERE ${isInSums(p)}) AS last_at
      FROM request_hours d
      WHERE d.billing_entity_id = ${p.entityId} AND d.hour >= ${p.since} AND d.hour < ${p.until}
      GROUP BY d.billing_entity_id, d.hour HAVING count(*) FILTER (WHERE ${isInSums(p)}) > 0
      ORDER BY d.hour DESC LIMIT ${p.limit}
    ) h ORDER BY h.hour DESC`,
});

export const FIND_MATCHING_DAYS = statement({
  name: "find_matching_days",
  params: { entityId: text, since: instant, until: instant, ...FACETS },
  row: { day: instant },
  text: (p) => `
    SELECT d.day FROM request_days d
    WHERE d.billing_entity_id = ${p.entityId} AND d.day >= ${p.since} AND d.day < ${p.until} AND ${matches(p)}
    GROUP BY d.day ORDER BY d.day DESC`,
});

export const FIND_ROOM_HOURS = statement({
  name: "find_room_hours",
  params: { ...HOURS, roomId: nullable(text) },
  row: { hour: instant, ...PLACES },
  text: (p) => `
    SELECT r.hour, r.requests AS matches, (
      SELECT coalesce(sum(d.requests) FILTER (WHERE ${p.kind} = 'all' OR d.status >= 400), 0)::bigint FROM request_hours d
      WHERE d.billing_entity_id = ${p.entityId} AND d.hour = r.hour) AS rows,
      CASE WHEN r.requests <= 2 AND r.first_at IS NOT NULL THEN ARRAY[r.first_at, r.last_at] END AS places,
      r.first_at AS "firstAt", r.last_at AS "lastAt"
    FROM request_room_hours r
    WHERE r.billing_entity_id = ${p.entityId} AND r.room_id = ${p.roomId} AND r.hour >= ${p.since} AND r.hour < ${p.until} AND EXISTS (
      SELECT FROM request_hours d WHERE d.billing_entity_id = ${p.entityId} AND d.hour = r.hour AND ${matches(p)})
    ORDER BY r.hour DESC LIMIT ${p.limit}`,
});

/** Clients may repeat their ids, so one id can have several rows. */
export const FIND_REQUESTS = statement({
  name: "find_requests",
  params: { requestId: text, since: instant },
  row: {
    ...ROW,
    facts: text,
    billingEntityId: text,
    authMethod: nullable(text),
    grantId: nullable(text),
    scopes: text,
  },
  text: (p) => `
    SELECT ${COLUMNS}, d.facts, d.billing_entity_id AS "billingEntityId", a.auth_method AS "authMethod",
           a.grant_id AS "grantId", a.scopes
    FROM audit_log a JOIN request_details d ON d.billing_entity_id = a.billing_entity_id AND d.at = a.at
      AND d.request_id = a.request_id AND d.route = a.route AND d.status = a.status
    WHERE a.request_id = ${p.requestId} AND a.at >= ${p.since}
    ORDER BY a.at DESC, a.id DESC LIMIT 50`,
});
