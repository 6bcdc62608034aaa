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
 * Rows never leave PostgreSQL: hashing them in JavaScript took three times the processor time. Salts derive from $2, a
 * secret of this round.
 */
const appendFrom = (rows: string, order: string) => `
  WITH numbered AS (
    SELECT r.*, row_number() OVER (ORDER BY ${order}) AS place,
      coalesce(c.leaves, 0) + row_number() OVER (PARTITION BY r.billing_entity_id COLLATE "C" ORDER BY ${order}) AS number
    FROM (${rows}) r LEFT JOIN audit_leaf_counts c ON c.owner = coalesce(r.billing_entity_id, '')
  ), salted AS (
    SELECT n.*, substring(sha256($2 || int8send(place)) FOR 16) AS salt FROM numbered n
  ), leaves AS MATERIALIZED (
    SELECT place, id, at, transaction_id, billing_entity_id, number, salt,
      ${writeEntry(writeCanonicalRow("number::text"), "salt")} AS entry
    FROM salted a ORDER BY ${order}
  ), saved AS (
    INSERT INTO audit_leaves (index, audit_id, at, number, salt)
    SELECT $1::bigint + place - 1, id, at, number, salt FROM leaves
  ), counted AS (
    INSERT INTO audit_leaf_counts (owner, leaves)
    SELECT coalesce(billing_entity_id, ''), max(number) FROM leaves GROUP BY billing_entity_id
    ON CONFLICT (owner) DO UPDATE SET leaves = excluded.leaves
  )
  SELECT string_agg(entry, ''::bytea ORDER BY ${order}) AS entries,
    (array_agg(transaction_id ORDER BY ${order}))[count(*)] AS "lastTransactionId",
    (array_agg(id ORDER BY ${order}))[count(*)] AS "lastAuditId"
  FROM leaves`;

export const APPEND_NEW_ROWS = statement({
  name: "append_new_audit_rows",
  params: [bigint, bytes, bigint, bigint, bigint, instant, limit],
  row: APPENDED,
  text: appendFrom(
    `
      SELECT a.* FROM audit_log a
      WHERE a.transaction_id >= $3 AND a.transaction_id < $5 AND (a.transaction_id, a.id) > ($3, $4) AND a.at >= $6
      ORDER BY a.transaction_id, a.id LIMIT $7`,
    "transaction_id, id",
  ),
});

/**
 * A restored database counts transactions from the beginning, so rows beyond the tail are older and new ones have the
 * highest ids.
 */
export const APPEND_RESTORED_ROWS = statement({
  name: "append_restored_audit_rows",
  params: [bigint, bytes, bigint, bigint, bigint, instant],
  row: APPENDED,
  text: appendFrom(
    `
      WITH before AS MATERIALIZED (
        SELECT a.id FROM audit_log a WHERE a.transaction_id >= $3 AND (a.transaction_id, a.id) > ($3, $4) AND a.at >= $6
      ), last AS MATERIALIZED (
        SELECT greatest((SELECT max(id) FROM before), (SELECT max(audit_id) FROM audit_leaves)) AS id
      )
      SELECT a.* FROM audit_log a
      WHERE a.at >= $6 AND (a.id IN (SELECT id FROM before) OR (a.transaction_id < $5 AND a.id > (SELECT id FROM last)))`,
    "id",
  ),
});

const LEAF = { index: nullable(bigint), number: nullable(bigint), salt: nullable(bytes), entry: nullable(bytes) };

export const READ_LOGGED_ROWS = statement({
  name: "read_logged_audit_rows",
  params: [nullable(text), bigintArray, instantArray],
  row: { ...LOGGED_ROW, ...LEAF },
  text: `
  SELECT ${LOGGED_COLUMNS}, l.index, l.number, l.salt, ${writeEntry(writeCanonicalRow("l.number::text"), "l.salt")} AS entry
  FROM unnest($2::bigint[], $3::timestamptz[]) WITH ORDINALITY AS r(id, at, n)
  JOIN audit_log a ON a.at = r.at AND a.id = r.id AND a.billing_entity_id IS NOT DISTINCT FROM $1
  LEFT JOIN audit_leaves l ON l.audit_id = a.id ORDER BY r.n`,
});

/**
 * Leaves are in the order of transactions, so the oldest come first. Leaves of held rows stay there and are passed each
 * time.
 */
export const ERASE_LEAVES = statement({
  name: "erase_audit_leaves",
  params: [bigint, instant, limit],
  row: { last: nullable(bigint), old: present(integer), erased: present(integer) },
  text: `
  WITH page AS (SELECT index, audit_id, at FROM audit_leaves WHERE index > $1 ORDER BY index LIMIT $3),
  erased AS (
    DELETE FROM audit_leaves WHERE index = ANY(ARRAY(
      SELECT l.index FROM page l WHERE l.at < $2 AND NOT EXISTS (SELECT FROM audit_log a
        WHERE a.at = l.at AND a.id = l.audit_id AND ${isHeld("a.billing_entity_id")})))
    RETURNING 1)
  SELECT max(index) AS last, (count(*) FILTER (WHERE at < $2))::int AS old, (SELECT count(*)::int FROM erased) AS erased
  FROM page`,
});
