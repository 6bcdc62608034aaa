import { query } from "../db/transaction";
import { notFound } from "../platform/errors";
import type { RecordAccess } from "./open";
import type { RecordDetail } from "./record";
import { READ_RECORD } from "./records.sql";

export async function readRecord({ room, recordId }: RecordAccess): Promise<RecordDetail> {
  const [record] = await query(READ_RECORD, [recordId, room.roomId]);
  if (!record) throw notFound();
  return record;
}
