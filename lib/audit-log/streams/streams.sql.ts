// SQL: locks, the queue, and the order of transactions.
import {
  bigint,
  boolean,
  instant,
  integer,
  limit,
  narrowed,
  nullable,
  present,
  statement,
  text,
} from "../../db/statement";
import { AUDIT_COLUMNS, AUDIT_NAMES, AUDIT_ROW } from "../audit.sql";
import type { StreamFormat, StreamKind } from "./choices";

/** A separate statement, so that the next one sees a snapshot taken after the lock. */
export const LOCK_TAIL = statement({
  name: "lock_audit_tail",
  row: {},
  text: "SELECT FROM audit_tail WHERE id = 1 FOR UPDATE",
});

/**
 * Every transaction before `until` has ended, so each row is handed out exactly once. `since` bounds the partitions
 * that are scanned.
 */
export const COLLECT_ROWS = statement({
  name: "collect_audit_stream_rows",
  params: { transactionsMax: limit, since: instant },
  row: { hasMore: boolean },
  text: (p) => `
  WITH state AS MATERIALIZED (
    SELECT transaction_id AS tail FROM audit_tail WHERE id = 1
  ), snapshot AS MATERIALIZED (
    SELECT pg_snapshot_xmin(s)::text::bigint AS oldest, pg_snapshot_xmax(s)::text::bigint AS newest
    FROM pg_current_snapshot() s
  ), first AS MATERIALIZED (
    -- Nothing before the first stream is read. A restored database counts its transactions from the beginning.
    SELECT CASE WHEN tail > newest THEN oldest
      ELSE greatest(tail, coalesce((SELECT min(least(since_transaction_id, newest)) FROM audit_streams), oldest)) END AS since,
      oldest
    FROM state, snapshot
  ), bound AS MATERIALIZED (
    SELECT since, greatest(since, least(oldest, since + ${p.transactionsMax})) AS until, oldest FROM first
  ), copied AS (
    INSERT INTO audit_stream_rows (stream_id, at, audit_id)
    SELECT s.id, a.at, a.id
    FROM audit_log a JOIN audit_streams s ON s.billing_entity_id = a.billing_entity_id
      AND (s.since_transaction_id <= a.transaction_id OR s.since_transaction_id > (SELECT newest FROM snapshot))
    WHERE a.transaction_id >= (SELECT since FROM bound) AND a.transaction_id < (SELECT until FROM bound) AND a.at >= ${p.since}
    ORDER BY a.transaction_id, a.id
  )
  UPDATE audit_tail SET transaction_id = until FROM bound WHERE id = 1 RETURNING until < oldest AS "hasMore"`,
  readsAll: "the streams of all entities are few, and new rows may be of any of them",
});

const CLAIMED = {
  id: text,
  billingEntityId: text,
  kind: narrowed<StreamKind>()(text),
  format: narrowed<StreamFormat>()(text),
  url: text,
  bucket: nullable(text),
  region: nullable(text),
  prefix: nullable(text),
  accessKeyId: nullable(text),
  secret: text,
  runById: nullable(text),
  failures: integer,
  failingSince: nullable(instant),
};

export const HAS_STREAMS = statement({
  name: "has_audit_streams",
  row: { hasStreams: present(boolean) },
  text: `SELECT EXISTS (SELECT FROM audit_streams) AS "hasStreams"`,
});

export const CLAIM_STREAMS = statement({
  name: "claim_audit_streams",
  params: { at: instant, leaseEnd: instant, limit },
  row: CLAIMED,
  text: (p) => `
  UPDATE audit_streams SET claimed_until = ${p.leaseEnd} WHERE id IN (
    SELECT s.id FROM audit_streams s
    WHERE s.next_attempt_at <= ${p.at} AND s.paused_at IS NULL AND (s.claimed_until IS NULL OR s.claimed_until <= ${p.at})
      AND EXISTS (SELECT FROM audit_stream_rows r WHERE r.stream_id = s.id)
    ORDER BY s.next_attempt_at LIMIT ${p.limit} FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING id, billing_entity_id AS "billingEntityId", kind, format, url, bucket, region, prefix,
    access_key_id AS "accessKeyId", secret_ciphertext AS secret, run_by_id AS "runById", failures,
    failing_since AS "failingSince"`,
});

export const READ_BATCH = statement({
  name: "read_audit_stream_batch",
  params: { streamId: text, billingEntityId: text, limit },
  row: { seq: bigint, ...AUDIT_ROW },
  text: (p) => `
  SELECT q.seq, ${AUDIT_COLUMNS}
  FROM (SELECT seq, at, audit_id FROM audit_stream_rows WHERE stream_id = ${p.streamId} ORDER BY seq LIMIT ${p.limit}) q
  JOIN audit_log a ON a.at = q.at AND a.id = q.audit_id AND a.billing_entity_id = ${p.billingEntityId} ${AUDIT_NAMES}
  ORDER BY q.seq`,
});

/** Rows leave the queue in the statement that marks them as sent. */
export const CONFIRM_BATCH = statement({
  name: "confirm_audit_stream_batch",
  params: { streamId: text, sent: bigint, at: instant, rows: limit, nextAttemptAt: instant },
  row: { id: text },
  text: (p) => `
  WITH sent AS (DELETE FROM audit_stream_rows WHERE stream_id = ${p.streamId} AND seq <= ${p.sent})
  UPDATE audit_streams SET sent_rows = sent_rows + ${p.rows}, last_success_at = ${p.at}, next_attempt_at = ${p.nextAttemptAt}, failures = 0,
    failing_since = NULL
  WHERE id = ${p.streamId} RETURNING id`,
});

export const RELEASE_STREAM = statement({
  name: "release_audit_stream",
  params: { streamId: text },
  row: {},
  text: (p) => `UPDATE audit_streams SET claimed_until = NULL WHERE id = ${p.streamId}`,
});

export const FAIL_BATCH = statement({
  name: "fail_audit_stream_batch",
  params: { streamId: text, at: instant, failure: text, nextAttemptAt: instant },
  row: {},
  text: (p) => `
  UPDATE audit_streams SET failures = failures + 1, failing_since = coalesce(failing_since, ${p.at}), last_error = ${p.failure},
    last_error_at = ${p.at}, next_attempt_at = ${p.nextAttemptAt}, claimed_until = NULL
  WHERE id = ${p.streamId}`,
});

export const ERASE_UNSENT = statement({
  name: "erase_unsent_audit_rows",
  params: { before: instant, limit },
  row: { erased: integer },
  text: (p) => `
  WITH old AS (
    SELECT stream_id, seq FROM audit_stream_rows WHERE at < ${p.before} ORDER BY at LIMIT ${p.limit} FOR UPDATE SKIP LOCKED
  ), erased AS (
    DELETE FROM audit_stream_rows r USING old WHERE r.stream_id = old.stream_id AND r.seq = old.seq RETURNING r.stream_id
  ), lost AS (SELECT stream_id, count(*) AS rows FROM erased GROUP BY stream_id), told AS (
    UPDATE audit_streams s SET lost_rows = s.lost_rows + lost.rows FROM lost WHERE s.id = lost.stream_id
  )
  SELECT 1 AS erased FROM erased`,
});

export const LOCK_STREAM_OWNER = statement({
  name: "lock_audit_stream_owner",
  params: { billingEntityId: text },
  row: { transactionId: bigint },
  text: (p) => `
  SELECT pg_current_xact_id()::text::bigint AS "transactionId" FROM billing_entities WHERE id = ${p.billingEntityId} FOR NO KEY UPDATE`,
});
