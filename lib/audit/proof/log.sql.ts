// SQL: the order of the audit log, its lock, and its tiles.
import {
  bigint,
  bytes,
  instant,
  integer,
  integerArray,
  nullable,
  present,
  type SqlType,
  statement,
  text,
} from "../../db/statement";

const bigintArray: SqlType<readonly string[]> = { type: "bigint[]", isNullable: false };

/** The row lock is the lease: a killed process releases it. SKIP LOCKED and the pause keep rounds from queueing. */
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

/** The snapshot must be taken after the lock. Every transaction below `oldest` has ended. */
export const READ_BOUNDS = statement({
  name: "read_audit_tree_bounds",
  params: [],
  row: { oldest: present(bigint), newest: present(bigint) },
  text: `
  SELECT pg_snapshot_xmin(s)::text::bigint AS oldest, pg_snapshot_xmax(s)::text::bigint AS newest
  FROM pg_current_snapshot() s`,
});

/** Tiles travel concatenated in $4, because PostgreSQL would send an array of bytea as hex. */
export const SAVE_TILES = statement({
  name: "save_audit_tiles",
  params: [integerArray, bigintArray, integerArray, bytes],
  row: {},
  text: `
  INSERT INTO audit_tiles AS t (level, index, data)
  SELECT level, index, substring($4::bytea FROM (sum(size) OVER (ORDER BY place) - size + 1)::int FOR size)
  FROM unnest($1::int[], $2::bigint[], $3::int[]) WITH ORDINALITY AS r(level, index, size, place)
  ON CONFLICT (level, index) DO UPDATE SET data = excluded.data`,
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

/** A row of another entity must look like one that never existed. */
export const READ_LEAF_INSTANT = statement({
  name: "read_audit_leaf_instant",
  params: [bigint, nullable(text)],
  row: { at: instant },
  text: `
  SELECT l.at FROM audit_leaves l JOIN audit_log a ON a.at = l.at AND a.id = l.audit_id
  WHERE l.audit_id = $1 AND a.billing_entity_id IS NOT DISTINCT FROM $2`,
});

export const READ_TREE_AND_COUNT = statement({
  name: "read_audit_tree_and_count",
  params: [text],
  row: { ...TREE, leaves: present(bigint) },
  text: `
  SELECT checkpoint, verifier_key AS "verifierKey", tail_transaction_id AS "tailTransactionId", tail_audit_id AS "tailAuditId",
    coalesce((SELECT leaves FROM audit_leaf_counts WHERE owner = $1), 0) AS leaves
  FROM audit_tree WHERE id = 1`,
});
