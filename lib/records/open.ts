import { type Caller, representedUserId } from "../access/caller";
import { openRoom, openRoomToWrite, type RoomAccess } from "../access/open-room";
import { query } from "../platform/db";
import { type AppError, forbidden, notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { isClosed } from "./record";
import { FIND_RECORD } from "./records.sql";

export interface RecordAccess {
  room: RoomAccess;
  recordId: string;
}

interface RecordParams {
  roomId: string;
  recordId: string;
}

export async function findRecord(room: RoomAccess, recordId: string) {
  const [record] = isId("rec", recordId) ? await query(FIND_RECORD, [recordId, room.roomId]) : [];
  if (!record) throw notFound();
  return record;
}

export async function openRecord(caller: Caller, params: RecordParams): Promise<RecordAccess> {
  const room = await openRoom(caller, params);
  await findRecord(room, params.recordId);
  return { room, recordId: params.recordId };
}

/** Only its creator may update a record, and only while it is open. */
export async function openRecordToWrite(caller: Caller, params: RecordParams): Promise<RecordAccess> {
  const room = await openRoomToWrite(caller, params);
  const record = await findRecord(room, params.recordId);
  if (record.createdById !== representedUserId(caller)) throw notCreator();
  if (isClosed(record.status)) throw closed(record.status);
  return { room, recordId: params.recordId };
}

export function notCreator(): AppError {
  return forbidden("Only the record's creator can update it.");
}

export function closed(status: string): AppError {
  return forbidden(`The record is ${status.toLowerCase()} and cannot be updated.`);
}

/** For actions of members and managers: the rules decide on the locked row. */
export async function openRecordToAct(caller: Caller, params: RecordParams): Promise<RecordAccess> {
  const room = await openRoomToWrite(caller, params);
  if (!isId("rec", params.recordId)) throw notFound();
  return { room, recordId: params.recordId };
}
