import { readOrigin } from "../access/origin";
import type { Transaction } from "../db/transaction";
import { buildResourceData } from "../events/event";
import { recordApproval, recordEvent } from "../events/outbox";
import { now } from "../platform/clock";
import { AppError, notFound } from "../platform/errors";
import { RECORD_VERSIONS_MAX } from "../platform/limits";
import { type RecordAccess, requireEditable } from "./open";
import type { RecordSummary, UpdateRecord } from "./record";
import { LOCK_LIFECYCLE, UPDATE_RECORD } from "./records.sql";

export interface RecordChanges extends UpdateRecord {
  expectedVersion?: number;
}

export async function updateRecord(
  tx: Transaction,
  { room, recordId }: RecordAccess,
  actorId: string,
  changes: RecordChanges,
): Promise<RecordSummary> {
  const { title = null, content = null, expectedVersion = null } = changes;
  const [{ roomId }, at] = [room, now()];
  // The record may have been locked since the access gate, so the row decides. Both queries go out together.
  const [[before], [updated]] = await Promise.all([
    tx.query(LOCK_LIFECYCLE, { recordId, roomId, userId: actorId }),
    tx.query(UPDATE_RECORD, {
      recordId,
      roomId,
      title,
      content,
      at,
      actorId,
      expectedVersion,
      versionsMax: RECORD_VERSIONS_MAX,
      ...readOrigin(tx),
    }),
  ]);
  if (!updated) {
    if (!before) throw notFound();
    requireEditable(before);
    const message = `The record has changed: its version is now ${before.version}. Read it again before you save.`;
    throw new AppError("version_conflict", message, { details: { currentVersion: before.version } });
  }
  const { isWithdrawn, ...record } = updated;
  const v1Data = buildResourceData(record, actorId);
  recordEvent(tx, room, { type: "record.updated", objectId: recordId, v1Data });
  if (isWithdrawn) recordApproval(tx, room, "withdrawn", record, actorId);
  return record;
}

export async function restoreVersion(tx: Transaction, access: RecordAccess, actorId: string, version: number) {
  const { room, recordId } = access;
  const kept = await tx.prisma.recordVersion.findFirst({
    where: { recordId, version, record: { roomId: room.roomId } },
    select: { title: true, content: true },
  });
  if (!kept) throw notFound();
  return updateRecord(tx, access, actorId, kept);
}
