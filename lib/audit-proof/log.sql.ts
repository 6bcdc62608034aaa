import {
  bigint,
  bytes,
  bytesArray,
  instant,
  integer,
  integerArray,
  json,
  limit,
  nullable,
  present,
  type SqlType,
  statement,
  text,
  textArray,
} from "../platform/statement";

const bigintArray: SqlType<readonly string[]> = { type: "bigint[]", isNullable: false };
const instantArray: SqlType<readonly string[]> = { type: "timestamp with time zone[]", isNullable: false };

export const LOGGED_ROW = {
  id: bigint,
  at: instant,
  requestId: text,
  surface: text,
  method: text,
  route: text,
  status: integer,
  errorCode: nullable(text),
  authMethod: nullable(text),
  actorType: nullable(text),
  actorId: nullable(text),
  scopes: text,
  billingEntityId: nullable(text),
  organizationId: nullable(text),
  userId: nullable(text),
  apiKeyId: nullable(text),
  appId: nullable(text),
  grantId: nullable(text),
  externalTokenId: nullable(text),
  unitsCost: integer,
  durationMs: nullable(integer),
  address: nullable(text),
  requests: integer,
  resourceId: nullable(text),
  details: nullable(json<Record<string, unknown>>()),
  transactionId: bigint,
};

const LOGGED_COLUMNS = `
  a.id, a.at, a.request_id AS "requestId", a.surface, a.method, a.route, a.status, a.error_code AS "errorCode",
  a.auth_method AS "authMethod", a.actor_type AS "actorType", a.actor_id AS "actorId", a.scopes,
  a.billing_entity_id AS "billingEntityId", a.organization_id AS "organizationId", a.user_id AS "userId",
  a.api_key_id AS "apiKeyId", a.app_id AS "appId", a.grant_id AS "grantId", a.external_token_id AS "externalTokenId",
  a.units_cost AS "unitsCost", a.duration_ms AS "durationMs", a.address, a.requests, a.resource_id AS "resourceId",
  a.details, a.transaction_id AS "transactionId"`;

/**
 * The row's lock is the lease: a process that is killed releases it. A round that has just ended, or that another process
 * is at, is not waited for.
 */
export const LOCK_TREE = statement({
  name: "lock_audit_tree",
  params: [instant],
  row: {
    origin: text,
    size: bigint,
    tailTransactionId: bigint,
    tailAuditId: bigint,
    checkpoint: text,
    verifierKey: text,
    appendedAt: instant,
  },
  text: `
  SELECT origin, size, tail_transaction_id AS "tailTransactionId", tail_audit_id AS "tailAuditId", checkpoint,
    verifier_key AS "verifierKey", appended_at AS "appendedAt"
  FROM audit_tree WHERE id = 1 AND NOT appended_at BETWEEN $1::timestamptz - interval '900 milliseconds' AND $1
  FOR UPDATE SKIP LOCKED`,
});

/** After the lock, so that it is younger than the round before. All transactions below `oldest` have ended. */
export const READ_BOUNDS = statement({
  name: "read_audit_tree_bounds",
  params: [],
  row: { oldest: present(bigint), newest: present(bigint) },
  text: `
  SELECT pg_snapshot_xmin(s)::text::bigint AS oldest, pg_snapshot_xmax(s)::text::bigint AS newest
  FROM pg_current_snapshot() s`,
});

/** $4 bounds the partitions that are looked into. */
export const READ_NEW_ROWS = statement({
  name: "read_new_audit_rows",
  params: [bigint, bigint, bigint, instant, limit],
  row: LOGGED_ROW,
  text: `
  SELECT ${LOGGED_COLUMNS} FROM audit_log a
  WHERE a.transaction_id >= $1 AND a.transaction_id < $3 AND (a.transaction_id, a.id) > ($1, $2) AND a.at >= $4
  ORDER BY a.transaction_id, a.id LIMIT $5`,
});

/**
 * A database that was restored from a dump counts its transactions from the beginning: rows beyond the tail are of before,
 * and rows of its new transactions have the highest numbers.
 */
export const READ_RESTORED_ROWS = statement({
  name: "read_restored_audit_rows",
  params: [bigint, bigint, bigint, instant],
  row: LOGGED_ROW,
  text: `
  WITH before AS MATERIALIZED (
    SELECT a.id FROM audit_log a WHERE a.transaction_id >= $1 AND (a.transaction_id, a.id) > ($1, $2) AND a.at >= $4
  ), last AS MATERIALIZED (
    SELECT greatest((SELECT max(id) FROM before), (SELECT max(audit_id) FROM audit_leaves)) AS id
  )
  SELECT ${LOGGED_COLUMNS} FROM audit_log a
  WHERE a.at >= $4 AND (a.id IN (SELECT id FROM before) OR (a.transaction_id < $3 AND a.id > (SELECT id FROM last)))
  ORDER BY a.id`,
});

export const READ_COUNTS = statement({
  name: "read_audit_leaf_counts",
  params: [textArray],
  row: { owner: text, leaves: bigint },
  text: "SELECT owner, leaves FROM audit_leaf_counts WHERE owner = ANY($1)",
});

export const INSERT_LEAVES = statement({
  name: "insert_audit_leaves",
  params: [bigint, bigintArray, instantArray, bigintArray, bytes],
  row: {},
  text: `
  INSERT INTO audit_leaves (index, audit_id, at, number, salt)
  SELECT $1::bigint + n - 1, id, at, number, substring($5::bytea FROM ((n - 1) * 16 + 1)::int FOR 16)
  FROM unnest($2::bigint[], $3::timestamptz[], $4::bigint[]) WITH ORDINALITY AS r(id, at, number, n)`,
});

export const SAVE_TILES = statement({
  name: "save_audit_tiles",
  params: [integerArray, bigintArray, bytesArray],
  row: {},
  text: `
  INSERT INTO audit_tiles AS t (level, index, data) SELECT level, index, data 
  FROM unnest($1::int[], $2::bigint[], $3::bytea[]) AS r(level, index, data)
  ON CONFLICT (level, index) DO UPDATE SET data = excluded.data`,
});

export const SAVE_COUNTS = statement({
  name: "save_audit_leaf_counts",
  params: [textArray, bigintArray],
  row: {},
  text: `
  INSERT INTO audit_leaf_counts (owner, leaves) SELECT owner, leaves FROM unnest($1::text[], $2::bigint[]) AS r(owner, leaves)
  ON CONFLICT (owner) DO UPDATE SET leaves = excluded.leaves`,
});

export const MOVE_TREE = statement({
  name: "move_audit_tree",
  params: [text, bigint, bigint, bigint, text, text, instant],
  row: {},
  text: `
  UPDATE audit_tree SET origin = $1, size = $2, tail_transaction_id = $3, tail_audit_id = $4, checkpoint = $5,
    verifier_key = $6, appended_at = $7
  WHERE id = 1`,
});

export const INSERT_HANDOVER = statement({
  name: "insert_audit_handover",
  params: [instant, text],
  row: {},
  text: "INSERT INTO audit_handovers (at, note) VALUES ($1, $2)",
});

export const READ_TILES = statement({
  name: "read_audit_tiles",
  params: [integerArray, bigintArray],
  row: { level: integer, index: bigint, data: bytes },
  text: `
  SELECT t.level, t.index, t.data FROM unnest($1::int[], $2::bigint[]) AS r(level, index)
  JOIN audit_tiles t ON t.level = r.level AND t.index = r.index`,
});

const TREE = { checkpoint: text, verifierKey: text, tailTransactionId: bigint, tailAuditId: bigint };

export const READ_TREE = statement({
  name: "read_audit_tree",
  params: [],
  row: TREE,
  text: `
  SELECT checkpoint, verifier_key AS "verifierKey", tail_transaction_id AS "tailTransactionId", tail_audit_id AS "tailAuditId"
  FROM audit_tree WHERE id = 1`,
});

export const READ_HANDOVERS = statement({
  name: "read_audit_handovers",
  params: [],
  row: { note: text },
  text: "SELECT note FROM audit_handovers ORDER BY id",
});

const LEAF = { index: nullable(bigint), number: nullable(bigint), salt: nullable(bytes) };

/** Rows with their leaves; the entity is compared again. */
export const READ_LOGGED_ROWS = statement({
  name: "read_logged_audit_rows",
  params: [nullable(text), bigintArray, instantArray],
  row: { ...LOGGED_ROW, ...LEAF },
  text: `
  SELECT ${LOGGED_COLUMNS}, l.index, l.number, l.salt
  FROM unnest($2::bigint[], $3::timestamptz[]) WITH ORDINALITY AS r(id, at, n)
  JOIN audit_log a ON a.at = r.at AND a.id = r.id AND a.billing_entity_id IS NOT DISTINCT FROM $1
  LEFT JOIN audit_leaves l ON l.audit_id = a.id ORDER BY r.n`,
});

/** The instant of a row, by which its partition is found. */
export const READ_LEAF_INSTANT = statement({
  name: "read_audit_leaf_instant",
  params: [bigint],
  row: { at: instant },
  text: "SELECT at FROM audit_leaves WHERE audit_id = $1",
});

/** With the tree, so that the two are of one moment. */
export const READ_TREE_AND_COUNT = statement({
  name: "read_audit_tree_and_count",
  params: [text],
  row: { ...TREE, leaves: present(bigint) },
  text: `
  SELECT checkpoint, verifier_key AS "verifierKey", tail_transaction_id AS "tailTransactionId", tail_audit_id AS "tailAuditId",
    coalesce((SELECT leaves FROM audit_leaf_counts WHERE owner = $1), 0) AS leaves
  FROM audit_tree WHERE id = 1`,
});

/** Leaves are in the order of their rows' transactions, so the oldest are the first. */
export const ERASE_LEAVES = statement({
  name: "erase_audit_leaves",
  params: [instant, limit],
  row: { erased: integer },
  text: `
  DELETE FROM audit_leaves WHERE index = ANY(ARRAY(
    SELECT index FROM (SELECT index, at FROM audit_leaves ORDER BY index LIMIT $2) oldest WHERE at < $1))
  RETURNING 1 AS erased`,
});
