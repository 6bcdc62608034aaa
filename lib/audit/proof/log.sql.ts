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

const TREE = { checkpoint: text, verifierKey: text, tailTransactionId: bigint, tailAuditId: bigint };
const WHOLE_TREE = { ...TREE, origin: text, size: bigint, appendedAt: instant };

/** The row lock is the lease: a killed process releases it. SKIP LOCKED and the pause keep rounds from queueing. */
export const LOCK_TREE = statement({
  name: "lock_audit_tree",
  params: { at: instant },
  row: WHOLE_TREE,
  text: (p) => `
  SELECT checkpoint, verifier_key AS "verifierKey", tail_transaction_id AS "tailTransactionId",
    tail_audit_id AS "tailAuditId", origin, size, appended_at AS "appendedAt"
  FROM audit_tree WHERE id = 1 AND NOT appended_at BETWEEN ${p.at}::timestamptz - interval '900 milliseconds' AND ${p.at}
  FOR UPDATE SKIP LOCKED`,
});

/** The snapshot must be taken after the lock. Every transaction below `oldest` has ended. */
export const READ_BOUNDS = statement({
  name: "read_audit_tree_bounds",
  row: { oldest: present(bigint), newest: present(bigint) },
  text: `
  SELECT pg_snapshot_xmin(s)::text::bigint AS oldest, pg_snapshot_xmax(s)::text::bigint AS newest
  FROM pg_current_snapshot() s`,
});

/** Tiles travel concatenated, because PostgreSQL would send an array of bytea as hex. */
export const SAVE_TILES = statement({
  name: "save_audit_tiles",
  params: { levels: integerArray, indexes: bigintArray, sizes: integerArray, data: bytes },
  row: {},
  text: (p) => `
  INSERT INTO audit_tiles AS t (level, index, data)
  SELECT level, index, substring(${p.data}::bytea FROM (sum(size) OVER (ORDER BY place) - size + 1)::int FOR size)
  FROM unnest(${p.levels}::int[], ${p.indexes}::bigint[], ${p.sizes}::int[]) WITH ORDINALITY AS r(level, index, size, place)
  ON CONFLICT (level, index) DO UPDATE SET data = excluded.data`,
});

export const MOVE_TREE = statement({
  name: "move_audit_tree",
  params: WHOLE_TREE,
  row: {},
  text: (p) => `
  UPDATE audit_tree SET origin = ${p.origin}, size = ${p.size}, tail_transaction_id = ${p.tailTransactionId}, tail_audit_id = ${p.tailAuditId}, checkpoint = ${p.checkpoint},
    verifier_key = ${p.verifierKey}, appended_at = ${p.appendedAt}
  WHERE id = 1`,
});

export const INSERT_HANDOVER = statement({
  name: "insert_audit_handover",
  params: { at: instant, note: text },
  row: {},
  text: (p) => `INSERT INTO audit_handovers (at, note) VALUES (${p.at}, ${p.note})`,
});

export const READ_TILES = statement({
  name: "read_audit_tiles",
  params: { levels: integerArray, indexes: bigintArray },
  row: { level: integer, index: bigint, data: bytes },
  text: (p) => `
  SELECT t.level, t.index, t.data FROM unnest(${p.levels}::int[], ${p.indexes}::bigint[]) AS r(level, index)
  JOIN audit_tiles t ON t.level = r.level AND t.index = r.index`,
});

export const READ_TREE = statement({
  name: "read_audit_tree",
  row: TREE,
  text: `
  SELECT checkpoint, verifier_key AS "verifierKey", tail_transaction_id AS "tailTransactionId", tail_audit_id AS "tailAuditId"
  FROM audit_tree WHERE id = 1`,
});

export const READ_HANDOVERS = statement({
  name: "read_audit_handovers",
  row: { note: text },
  text: "SELECT note FROM audit_handovers ORDER BY id",
});

/** A row of another entity must look like one that never existed. */
export const READ_LEAF_INSTANT = statement({
  name: "read_audit_leaf_instant",
  params: { auditId: bigint, billingEntityId: nullable(text) },
  row: { at: instant },
  text: (p) => `
  SELECT l.at FROM audit_leaves l JOIN audit_log a ON a.at = l.at AND a.id = l.audit_id
  WHERE l.audit_id = ${p.auditId} AND a.billing_entity_id IS NOT DISTINCT FROM ${p.billingEntityId}`,
});

export const READ_TREE_AND_COUNT = statement({
  name: "read_audit_tree_and_count",
  params: { billingEntityId: text },
  row: { ...TREE, leaves: present(bigint) },
  text: (p) => `
  SELECT checkpoint, verifier_key AS "verifierKey", tail_transaction_id AS "tailTransactionId", tail_audit_id AS "tailAuditId",
    coalesce((SELECT leaves FROM audit_leaf_counts WHERE owner = ${p.billingEntityId}), 0) AS leaves
  FROM audit_tree WHERE id = 1`,
});
