// SQL: the proof bench measures these.
import { isHeld } from "../../db/holds.sql";
import {
  bigint,
  bytes,
  instant,
  integer,
  limit,
  nullable,
  present,
  type SqlType,
  statement,
  text,
} from "../../db/statement";
import { LOGGED_ROW, writeCanonicalRow } from "./canonical-row.sql";

const bigintArray: SqlType<readonly string[]> = { type: "bigint[]", isNullable: false };
const instantArray: SqlType<readonly string[]> = { type: "timestamp with time zone[]", isNullable: false };

const LOGGED_COLUMNS = `
  a.id, a.at, a.request_id AS "requestId", a.surface, a.method, a.route, a.status, a.error_code AS "errorCode",
  a.auth_method AS "authMethod", a.actor_type AS "actorType", a.actor_id AS "actorId", a.scopes,
  a.billing_entity_id AS "billingEntityId", a.organization_id AS "organizationId", a.user_id AS "userId",
  a.api_key_id AS "apiKeyId", a.app_id AS "appId", a.grant_id AS "grantId", a.external_token_id AS "externalTokenId",
  a.units_cost AS "unitsCost", a.duration_ms AS "durationMs", a.address, a.requests, a.resource_id AS "resourceId",
  a.details, a.transaction_id AS "transactionId"`;

/** An entry is public. Without the salt it does not even confirm a guess at the row. */
const writeEntry = (row: string, salt: string) => `sha256(${salt} || convert_to(${row}, 'UTF8'))`;

const APPENDED = {
  entries: nullable(bytes),
  lastTransactionId: nullable(bigint),
  lastAuditId: nullable(bigint),
};

/**
 * Rows never leave PostgreSQL: hashing them in JavaScript took three times the processor time. Salts derive from the
 * secret of this round.
 */
const appendFrom = (p: { size: string; secret: string }, rows: string, order: string) => `
  WITH numbered AS (
    SELECT r.*, row_number() OVER (ORDER BY ${order}) AS place,
      coalesce(c.leaves, 0) + row_number() OVER (PARTITION BY r.billing_entity_id COLLATE "C" ORDER BY ${order}) AS number
    FROM (${rows}) r LEFT JOIN audit_leaf_counts c ON c.owner = coalesce(r.billing_entity_id, '')
  ), salted AS (
    SELECT n.*, substring(sha256(${p.secret} || int8send(place)) FOR 16) AS salt FROM numbered n
  ), leaves AS MATERIALIZED (
    SELECT place, id, at, transaction_id, billing_entity_id, number, salt,
      ${writeEntry(writeCanonicalRow("number::text"), "salt")} AS entry
    FROM salted a ORDER BY ${order}
  ), saved AS (
    INSERT INTO audit_leaves (index, audit_id, at, number, salt)
    SELECT ${p.size}::bigint + place - 1, id, at, number, salt FROM leaves
  ), counted AS (
    INSERT INTO audit_leaf_counts (owner, leaves)
    SELECT coalesce(billing_entity_id, ''), max(number) FROM leaves GROUP BY billing_entity_id
    ON CONFLICT (owner) DO UPDATE SET leaves = excluded.leaves
  )
  SELECT string_agg(entry, ''::bytea ORDER BY ${order}) AS entries,
    (array_agg(transaction_id ORDER BY ${order}))[count(*)] AS "lastTransactionId",
    (array_agg(id ORDER BY ${order}))[count(*)] AS "lastAuditId"
  FROM leaves`;

const BOUND = {
  size: bigint,
  secret: bytes,
  tailTransactionId: bigint,
  tailAuditId: bigint,
  oldest: bigint,
  since: instant,
};

export const APPEND_NEW_ROWS = statement({
  name: "append_new_audit_rows",
  params: { ...BOUND, limit },
  row: APPENDED,
  text: (p) =>
    appendFrom(
      p,
      `
      SELECT a.* FROM audit_log a
      WHERE a.transaction_id >= ${p.tailTransactionId} AND a.transaction_id < ${p.oldest} AND (a.transaction_id, a.id) > (${p.tailTransactionId}, ${p.tailAuditId}) AND a.at >= ${p.since}
      ORDER BY a.transaction_id, a.id LIMIT ${p.limit}`,
      "transaction_id, id",
    ),
});

/**
 * A restored database counts transactions from the beginning, so rows beyond the tail are older and new ones have the
 * highest ids.
 */
export const APPEND_RESTORED_ROWS = statement({
  name: "append_restored_audit_rows",
  params: BOUND,
  row: APPENDED,
  text: (p) =>
    appendFrom(
      p,
      `
      WITH before AS MATERIALIZED (
        SELECT a.id FROM audit_log a WHERE a.transaction_id >= ${p.tailTransactionId} AND (a.transaction_id, a.id) > (${p.tailTransactionId}, ${p.tailAuditId}) AND a.at >= ${p.since}
      ), last AS MATERIALIZED (
        SELECT greatest((SELECT max(id) FROM before), (SELECT max(audit_id) FROM audit_leaves)) AS id
      )
      SELECT a.* FROM audit_log a
      WHERE a.at >= ${p.since} AND (a.id IN (SELECT id FROM before) OR (a.transaction_id < ${p.oldest} AND a.id > (SELECT id FROM last)))`,
      "id",
    ),
});

const LEAF = { index: nullable(bigint), number: nullable(bigint), salt: nullable(bytes), entry: nullable(bytes) };

export const READ_LOGGED_ROWS = statement({
  name: "read_logged_audit_rows",
  params: { billingEntityId: nullable(text), ids: bigintArray, instants: instantArray },
  row: { ...LOGGED_ROW, ...LEAF },
  text: (p) => `
  SELECT ${LOGGED_COLUMNS}, l.index, l.number, l.salt, ${writeEntry(writeCanonicalRow("l.number::text"), "l.salt")} AS entry
  FROM unnest(${p.ids}::bigint[], ${p.instants}::timestamptz[]) WITH ORDINALITY AS r(id, at, n)
  JOIN audit_log a ON a.at = r.at AND a.id = r.id AND a.billing_entity_id IS NOT DISTINCT FROM ${p.billingEntityId}
  LEFT JOIN audit_leaves l ON l.audit_id = a.id ORDER BY r.n`,
});

/**
 * Leaves are in the order of transactions, so the oldest come first. Leaves of held rows stay there and are passed each
 * time.
 */
export const ERASE_LEAVES = statement({
  name: "erase_audit_leaves",
  params: { after: bigint, before: instant, limit },
  row: { last: nullable(bigint), old: present(integer), erased: present(integer) },
  text: (p) => `
  WITH page AS (SELECT index, audit_id, at FROM audit_leaves WHERE index > ${p.after} ORDER BY index LIMIT ${p.limit}),
  erased AS (
    DELETE FROM audit_leaves WHERE index = ANY(ARRAY(
      SELECT l.index FROM page l WHERE l.at < ${p.before} AND NOT EXISTS (SELECT FROM audit_log a
        WHERE a.at = l.at AND a.id = l.audit_id AND ${isHeld("a.billing_entity_id")})))
    RETURNING 1)
  SELECT max(index) AS last, (count(*) FILTER (WHERE at < ${p.before}))::int AS old, (SELECT count(*)::int FROM erased) AS erased
  FROM page`,
});
