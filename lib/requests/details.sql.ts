import { bigint, instant, integer, limit, nullable, type SqlType, statement, text } from "../platform/statement";

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

/** Conditions of a filter that requests and their hours share. */
const MATCHES = `($6::text IS NULL OR d.user_id = $6) AND ($7::int IS NULL OR d.status >= $7)
  AND ($8::int IS NULL OR d.status < $8) AND ($9::text IS NULL OR d.error_code = $9)
  AND ($10::text IS NULL OR d.method = $10) AND ($11::text IS NULL OR d.route = $11)
  AND ($12::text IS NULL OR d.credential_id = $12) AND ($13::text IS NULL OR d.surface = $13)`;

/** Of a 429, the axis of the burst that was full. The sums have it as a column. */
export const axisOf = (row: string) =>
  `CASE WHEN ${row}.status = 429 THEN substring(${row}.facts FROM position('{' IN ${row}.facts))::json ->> 'x' END`;

const FILTER = [
  nullable(text),
  nullable(integer),
  nullable(integer),
  nullable(text),
  nullable(text),
  nullable(text),
  nullable(text),
  nullable(text),
  nullable(text),
] as const;

/**
 * Newest first in each span of time, spans newest first. A span is a range of one index, in the partitions of its days
 * alone. With `status >= 400` in the text the index of refused requests serves.
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
          ${only} AND ${MATCHES} AND ($14::text IS NULL OR d.room_id = $14)
        ORDER BY d.at DESC, d.id DESC LIMIT $15
      ) page ORDER BY page.at DESC, page.id DESC LIMIT $15`,
  });

export const LIST_REQUESTS = pageOf("list_requests", "");
export const LIST_REFUSED_REQUESTS = pageOf("list_refused_requests", "AND d.status >= 400");

/** Counted hours with a match, newest first, and how many rows a page reads in them. */
export const FIND_MATCHING_HOURS = statement({
  name: "find_matching_hours",
  params: [text, instant, instant, limit, text, ...FILTER],
  row: { hour: instant, matches: bigint, rows: bigint },
  text: `
    SELECT d.hour, sum(d.requests) FILTER (WHERE ${MATCHES})::bigint AS matches,
           sum(d.requests) FILTER (WHERE $5 = 'all' OR d.status >= 400)::bigint AS rows
    FROM request_hours d
    WHERE d.billing_entity_id = $1 AND d.hour >= $2 AND d.hour < $3 AND ($14::text IS NULL OR EXISTS (
      SELECT FROM request_room_hours r WHERE r.billing_entity_id = $1 AND r.room_id = $14 AND r.hour = d.hour))
    GROUP BY d.billing_entity_id, d.hour HAVING count(*) FILTER (WHERE ${MATCHES}) > 0
    ORDER BY d.hour DESC LIMIT $4`,
});

/** Hours before this instant can be skipped when their sums show no match. */
export const READ_COUNTED_UNTIL = statement({
  name: "read_counted_until",
  params: [],
  row: { countedUntil: instant },
  text: `SELECT counted_until AS "countedUntil" FROM request_rollups WHERE id = 1`,
});

/** By the index of the audit log, and from its entity and time the row in its day. Clients may repeat their ids. */
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

/** A request whose credential is not known belongs to no entity, and has a row in the audit log alone. */
export const FIND_UNOWNED_REQUEST = statement({
  name: "find_unowned_request",
  params: [text, instant],
  row: {
    at: instant,
    surface: text,
    method: text,
    route: text,
    status: integer,
    errorCode: nullable(text),
    durationMs: nullable(integer),
  },
  text: `
    SELECT at, surface, method, route, status, error_code AS "errorCode", duration_ms AS "durationMs"
    FROM audit_log WHERE request_id = $1 AND at >= $2 AND billing_entity_id IS NULL AND surface IN ('v1', 'mcp')
    ORDER BY at DESC LIMIT 1`,
});
