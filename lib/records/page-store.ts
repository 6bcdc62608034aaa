import type { RoomAccess } from "../access/open-room";
import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import type { PageRequest } from "../platform/page";
import { pageValues } from "../platform/page";
import type { RecordFilter } from "./filter";
import type { RecordOrigin, RecordStatus } from "./record";
import type { RecordAccess } from "./store";

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
