import { recordApproval, recordEvent } from "../events/outbox";
import { buildResourceData } from "../events/v1-data";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { AppError, notFound } from "../platform/errors";
import { RECORD_VERSIONS_MAX } from "../platform/limits";
import { closed, notCreator, type RecordAccess, type RecordState } from "./open";
import { isClosed, type RecordSummary, type UpdateRecord } from "./record";
import { RECORD_COLUMNS } from "./records.sql";

/** Screens pass the version they started from; on `/v1` the last save wins. */
export interface RecordChanges extends UpdateRecord {
  expectedVersion?: number;
}

interface Before extends RecordState {
  version: number;
}

const LOCK_RECORD = `
  SELECT created_by_id AS "createdById", status, version FROM records WHERE id = $1 AND room_id = $2 FOR UPDATE`;

/**
 * One statement: the previous text becomes a version, and an open or given approval ends with the text it was for.
 * A save without changes stores nothing.
 */
const UPDATE_RECORD = `
  WITH changed AS (
    SELECT id, version, title, content, status, coalesce(saved_at, created_at) AS saved_at FROM records
    WHERE id = $1 AND room_id = $2 AND created_by_id = $6 AND status NOT IN ('LOCKED', 'ARCHIVED')
      AND ($7::int IS NULL OR version = $7)
      AND (title, content) IS DISTINCT FROM (coalesce($3::text, title), coalesce($4::text, content))
  ), kept AS (
    INSERT INTO record_versions (record_id, version, title, content, saved_at)
    SELECT id, version, title, content, saved_at FROM changed
  ), dropped AS (
    DELETE FROM record_versions v USING changed c WHERE v.record_id = c.id AND v.version <= c.version - $8
  ), withdrawn AS (
    UPDATE approvals a SET status = 'WITHDRAWN', decided_by_id = $6, decided_at = $5
    FROM changed c WHERE a.record_id = c.id AND a.status = 'REQUESTED'
  )
  UPDATE records SET
    title = coalesce($3, title), content = coalesce($4, content), updated_at = $5,
    version = version + (SELECT count(*)::int FROM changed),
    saved_at = CASE WHEN EXISTS (SELECT 1 FROM changed) THEN $5 ELSE saved_at END,
    status = CASE WHEN EXISTS (SELECT 1 FROM changed) THEN 'DRAFT' ELSE status END
  WHERE id = $1 AND room_id = $2 AND created_by_id = $6 AND status NOT IN ('LOCKED', 'ARCHIVED')
    AND ($7::int IS NULL OR version = $7)
  RETURNING ${RECORD_COLUMNS}, EXISTS (SELECT 1 FROM changed WHERE status = 'PENDING_APPROVAL') AS "isWithdrawn"`;

export async function updateRecord(
  tx: Transaction,
  { room, recordId }: RecordAccess,
  actorId: string,
  { title, content, expectedVersion }: RecordChanges,
): Promise<RecordSummary> {
  const at = [recordId, room.roomId];
  const changes = [title ?? null, content ?? null, now(), actorId, expectedVersion ?? null, RECORD_VERSIONS_MAX];
  // The access gate checked earlier, but the record may have been locked since, so the row decides. Both queries go out together.
  const [[before], [updated]] = await Promise.all([
    tx.sql<Before>("lock_record", LOCK_RECORD, at),
    tx.sql<RecordSummary & { isWithdrawn: boolean }>("update_record", UPDATE_RECORD, [...at, ...changes]),
  ]);
  if (!updated) throw explainRefusal(before, actorId);
  const { isWithdrawn, ...record } = updated;
  recordEvent(tx, room, {
    type: "record.updated",
    objectId: recordId,
    v1Data: buildResourceData(record, actorId),
  });
  if (isWithdrawn) recordApproval(tx, room, "withdrawn", record, actorId);
  return record;
}

function explainRefusal(before: Before | undefined, actorId: string): AppError {
  if (!before) return notFound();
  if (before.createdById !== actorId) return notCreator();
  if (isClosed(before.status)) return closed(before.status);
  const message = `The record has changed: its version is ${before.version}. Read it again and decide what to keep.`;
  return new AppError("version_conflict", message, { details: { currentVersion: before.version } });
}
