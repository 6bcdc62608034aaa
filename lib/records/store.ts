import { type Caller, representedUserId } from "../access/caller";
import { openRoom, openRoomToWrite, type RoomAccess } from "../access/store";
import { recordEvent } from "../events/outbox";
import { buildResourceData } from "../events/v1-data";
import { now } from "../platform/clock";
import { isoText, sql, type Transaction } from "../platform/db";
import { type AppError, forbidden, notFound } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import { newestOf, type PageRequest, pageValues } from "../platform/page";
import { type CreateRecord, isClosed, type RecordDetail, type RecordSummary, type UpdateRecord } from "./record";

const COLUMNS = `id, room_id AS "roomId", title, status, created_by_id AS "createdById",
  ${isoText("created_at")} AS "createdAt", ${isoText("updated_at")} AS "updatedAt"`;

export interface RecordAccess {
  room: RoomAccess;
  recordId: string;
}

interface RecordParams {
  roomId: string;
  recordId: string;
}

interface RecordState {
  createdById: string | null;
  status: string;
}

async function findRecord(room: RoomAccess, recordId: string): Promise<RecordState> {
  const [record] = isId("rec", recordId)
    ? await sql<RecordState>(
        "find_record",
        `SELECT created_by_id AS "createdById", status FROM records WHERE id = $1 AND room_id = $2`,
        [recordId, room.roomId],
      )
    : [];
  if (!record) throw notFound();
  return record;
}

export async function openRecord(caller: Caller, params: RecordParams): Promise<RecordAccess> {
  const room = await openRoom(caller, params);
  await findRecord(room, params.recordId);
  return { room, recordId: params.recordId };
}

/** A record is updated by its creator alone, and while it is open. */
export async function openRecordToWrite(caller: Caller, params: RecordParams): Promise<RecordAccess> {
  const room = await openRoomToWrite(caller, params);
  const record = await findRecord(room, params.recordId);
  if (record.createdById !== representedUserId(caller)) throw forbidden("Only the record's creator may update it.");
  if (isClosed(record.status)) throw closed(record.status);
  return { room, recordId: params.recordId };
}

function closed(status: string): AppError {
  return forbidden(`The record is ${status.toLowerCase()} and cannot be updated.`);
}

export function listRecords({ roomId }: RoomAccess, page: PageRequest): Promise<RecordSummary[]> {
  return sql(
    "list_records",
    `SELECT ${COLUMNS} FROM records WHERE ${newestOf("room_id", "id")}`,
    pageValues(roomId, page),
  );
}

export async function readRecord({ room, recordId }: RecordAccess): Promise<RecordDetail> {
  const [record] = await sql<RecordDetail>(
    "read_record",
    `SELECT ${COLUMNS}, content FROM records WHERE id = $1 AND room_id = $2`,
    [recordId, room.roomId],
  );
  if (!record) throw notFound();
  return record;
}

export async function createRecord(
  tx: Transaction,
  access: RoomAccess,
  createdById: string,
  { title, content }: CreateRecord,
): Promise<RecordSummary> {
  const [record] = await tx.sql<RecordSummary>(
    "create_record",
    `INSERT INTO records (id, room_id, title, content, created_by_id, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING ${COLUMNS}`,
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

export async function updateRecord(
  tx: Transaction,
  { room, recordId }: RecordAccess,
  actorId: string,
  { title, content }: UpdateRecord,
): Promise<RecordSummary> {
  // The door has looked, but a lock may have fallen since: the row itself decides.
  const [record] = await tx.sql<RecordSummary>(
    "update_record",
    `UPDATE records SET title = coalesce($3, title), content = coalesce($4, content), updated_at = $5
     WHERE id = $1 AND room_id = $2 AND created_by_id = $6 AND status NOT IN ('LOCKED', 'ARCHIVED') RETURNING ${COLUMNS}`,
    [recordId, room.roomId, title ?? null, content ?? null, now(), actorId],
  );
  if (!record) throw closed("locked");
  recordEvent(tx, room, {
    type: "record.updated",
    objectId: recordId,
    v1Data: buildResourceData(record, actorId),
  });
  return record;
}
