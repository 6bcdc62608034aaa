import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import type { RecordAccess } from "./open";
import type { RecordDetail } from "./record";
import { RECORD_COLUMNS } from "./records.sql";

export async function readRecord({ room, recordId }: RecordAccess): Promise<RecordDetail> {
  const [record] = await sql<RecordDetail>(
    "read_record",
    `SELECT ${RECORD_COLUMNS}, content FROM records WHERE id = $1 AND room_id = $2`,
    [recordId, room.roomId],
  );
  if (!record) throw notFound();
  return record;
}
