import type { RoomAccess } from "../access/open-room";
import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import { type PageRequest, pageValues } from "../platform/page";
import type { RecordFilter } from "./filter";
import type { RecordAccess } from "./open";
import type { RecordOrigin, RecordStatus } from "./record";

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

/** A record for the screens, with names and the fields that `/v1` leaves out. */
export interface RecordRow {
  id: string;
  title: string;
  status: RecordStatus;
  origin: RecordOrigin;
  createdById: string | null;
  createdByName: string | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface RecordPage extends RecordRow {
  content: string;
}

const COLUMNS = `r.id, r.title, r.status, r.origin, r.created_by_id AS "createdById", u.name AS "createdByName",
  r.created_at AS "createdAt", r.updated_at AS "updatedAt", r.version`;

/** Archived records are listed only on request. */
export function listRecordRows({ roomId }: RoomAccess, filter: RecordFilter, page: PageRequest): Promise<RecordRow[]> {
  return sql(
    "list_record_rows",
    `SELECT ${COLUMNS} FROM records r LEFT JOIN users u ON u.id = r.created_by_id
     WHERE r.room_id >= $1 AND (r.room_id, r.id) < ($1, $2)
       AND CASE WHEN $4::text = '' THEN r.status <> 'ARCHIVED' WHEN $4 = 'all' THEN true ELSE r.status = $4::record_status END
       AND ($5::text = '' OR r.origin = $5::record_origin)
       AND ($6::text = '' OR position(lower($6) IN lower(r.title)) > 0)
     ORDER BY r.room_id DESC, r.id DESC LIMIT $3`,
    [...pageValues(roomId, page), filter.status, filter.origin, filter.text],
  );
}

export async function readRecordPage({ room, recordId }: RecordAccess): Promise<RecordPage> {
  const [record] = await sql<RecordPage>(
    "read_record_page",
    `SELECT ${COLUMNS}, r.content FROM records r LEFT JOIN users u ON u.id = r.created_by_id
     WHERE r.id = $1 AND r.room_id = $2`,
    [recordId, room.roomId],
  );
  if (!record) throw notFound();
  return record;
}

export interface ApprovalEntry {
  id: string;
  status: "REQUESTED" | "APPROVED" | "REJECTED" | "WITHDRAWN";
  /** Version of the text; null when it was not recorded. */
  version: number | null;
  requestedByName: string | null;
  comment: string | null;
  createdAt: Date;
  decidedByName: string | null;
  decisionComment: string | null;
  decidedAt: Date | null;
}

/** More than any real record has; older rows beyond it are not read. */
const HISTORY_MAX = 100;

/** Newest first. */
export function listApprovals({ room, recordId }: RecordAccess): Promise<ApprovalEntry[]> {
  return sql(
    "list_approvals",
    `SELECT a.id, a.status, a.version, a.comment, a.decision_comment AS "decisionComment", a.created_at AS "createdAt",
            a.decided_at AS "decidedAt", u.name AS "requestedByName", d.name AS "decidedByName"
     FROM approvals a JOIN records r ON r.id = a.record_id
     LEFT JOIN users u ON u.id = a.requested_by_id LEFT JOIN users d ON d.id = a.decided_by_id
     WHERE a.record_id = $1 AND r.room_id = $2 ORDER BY a.record_id DESC, a.id DESC LIMIT ${HISTORY_MAX}`,
    [recordId, room.roomId],
  );
}
