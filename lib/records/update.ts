import { recordApproval, recordEvent } from "../events/outbox";
import { buildResourceData } from "../events/v1-data";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { AppError, notFound } from "../platform/errors";
import { RECORD_VERSIONS_MAX } from "../platform/limits";
import { closed, type findRecord, notCreator, type RecordAccess } from "./open";
import { isClosed, type RecordSummary, type UpdateRecord } from "./record";
import { LOCK_RECORD, UPDATE_RECORD } from "./records.sql";

/** Screens pass the version they started from; on `/v1` the last save wins. */
export interface RecordChanges extends UpdateRecord {
  expectedVersion?: number;
}

export async function updateRecord(
  tx: Transaction,
  { room, recordId }: RecordAccess,
  actorId: string,
  { title, content, expectedVersion }: RecordChanges,
): Promise<RecordSummary> {
  const { roomId } = room;
  // The access gate checked earlier, but the record may have been locked since, so the row decides. Both queries go out together.
  const [[before], [updated]] = await Promise.all([
    tx.query(LOCK_RECORD, [recordId, roomId]),
    tx.query(UPDATE_RECORD, [
      recordId,
      roomId,
      title ?? null,
      content ?? null,
      now(),
      actorId,
      expectedVersion ?? null,
      RECORD_VERSIONS_MAX,
    ]),
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

type Found = Awaited<ReturnType<typeof findRecord>>;

function explainRefusal(before: Found | undefined, actorId: string): AppError {
  if (!before) return notFound();
  if (before.createdById !== actorId) return notCreator();
  if (isClosed(before.status)) return closed(before.status);
  const message = `The record has changed: its version is now ${before.version}. Read it again before you save.`;
  return new AppError("version_conflict", message, { details: { currentVersion: before.version } });
}
