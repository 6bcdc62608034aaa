import type { RoomAccess } from "../access/open-room";
import { readOrigin } from "../access/origin";
import type { Transaction } from "../db/transaction";
import { buildResourceData } from "../events/event";
import { recordEvent } from "../events/outbox";
import { now } from "../platform/clock";
import { newId } from "../platform/ids";
import type { CreateRecord, RecordSummary } from "./record";
import { INSERT_RECORD } from "./records.sql";

export async function createRecord(
  tx: Transaction,
  access: RoomAccess,
  createdById: string,
  { title, content }: CreateRecord,
): Promise<RecordSummary> {
  const { roomId } = access;
  const [record] = await tx.query(INSERT_RECORD, {
    recordId: newId("rec"),
    roomId,
    title,
    content: content ?? "",
    createdById,
    now: now(),
    ...readOrigin(tx),
  });
  if (!record) throw new Error("A record was not written.");
  const v1Data = buildResourceData(record, createdById);
  recordEvent(tx, access, { type: "record.created", objectId: record.id, v1Data });
  return record;
}
