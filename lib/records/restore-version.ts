import type { Transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import type { RecordAccess } from "./open";
import type { RecordSummary } from "./record";
import { updateRecord } from "./update";

/** Restoring is a save: the current text becomes a version. */
export async function restoreVersion(
  tx: Transaction,
  access: RecordAccess,
  actorId: string,
  version: number,
): Promise<RecordSummary> {
  const [kept] = await tx.sql<{ title: string; content: string }>(
    "read_record_version_to_restore",
    `SELECT v.title, v.content FROM record_versions v JOIN records r ON r.id = v.record_id
     WHERE v.record_id = $1 AND r.room_id = $2 AND v.version = $3`,
    [access.recordId, access.room.roomId, version],
  );
  if (!kept) throw notFound();
  return updateRecord(tx, access, actorId, kept);
}
