import { sql, type Transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import type { RecordSummary } from "./record";
import { type RecordAccess, updateRecord } from "./store";

export interface RecordVersion {
  version: number;
  title: string;
  savedAt: Date;
}

export interface VersionText extends RecordVersion {
  content: string;
}

/** The record itself is the newest version. */
const VERSIONS = `
  SELECT version, title, content, coalesce(saved_at, created_at) AS "savedAt" FROM records WHERE id = $1 AND room_id = $2
  UNION ALL
  SELECT v.version, v.title, v.content, v.saved_at FROM record_versions v JOIN records r ON r.id = v.record_id
  WHERE v.record_id = $1 AND r.room_id = $2`;

/** Newest first; at most `RECORD_VERSIONS_MAX` and the record itself. */
export function listVersions({ room, recordId }: RecordAccess): Promise<RecordVersion[]> {
  return sql(
    "list_record_versions",
    `SELECT version, title, "savedAt" FROM (${VERSIONS}) AS versions ORDER BY version DESC`,
    [recordId, room.roomId],
  );
}

/** Reads kept versions; missing ones are left out. */
export function readVersions({ room, recordId }: RecordAccess, versions: readonly number[]): Promise<VersionText[]> {
  return sql(
    "read_record_versions",
    `SELECT version, title, content, "savedAt" FROM (${VERSIONS}) AS versions WHERE version = ANY($3::int[])`,
    [recordId, room.roomId, versions],
  );
}

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
