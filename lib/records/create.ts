import type { RoomAccess } from "../access/open-room";
import { recordEvent } from "../events/outbox";
import { buildResourceData } from "../events/v1-data";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { newId } from "../platform/ids";
import type { CreateRecord, RecordSummary } from "./record";
import { RECORD_COLUMNS } from "./records.sql";

export async function createRecord(
  tx: Transaction,
  access: RoomAccess,
  createdById: string,
  { title, content }: CreateRecord,
): Promise<RecordSummary> {
  const [record] = await tx.sql<RecordSummary>(
    "create_record",
    `INSERT INTO records (id, room_id, title, content, created_by_id, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING ${RECORD_COLUMNS}`,
    [newId("rec"), access.roomId, title, content ?? "", createdById, now()],
  );
  if (!record) throw new Error("A record was not written.");
  recordEvent(tx, access, {
    type: "record.created",
    objectId: record.id,
    v1Data: buildResourceData(record, createdById),
  });
  return record;
}
