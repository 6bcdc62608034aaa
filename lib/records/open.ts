import { type Caller, representedUserId } from "../access/caller";
import { openRoom, openRoomToWrite, type RoomAccess } from "../access/open-room";
import { query } from "../platform/db";
import { forbidden, notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { READ_LIFECYCLE } from "./records.sql";
import type { RecordFacts } from "./rules";

export interface RecordAccess {
  room: RoomAccess;
  recordId: string;
}

interface RecordParams {
  roomId: string;
  recordId: string;
}

async function findRecord(caller: Caller, { roomId }: RoomAccess, recordId: string) {
  const userId = representedUserId(caller);
  const [record] = isId("rec", recordId) ? await query(READ_LIFECYCLE, [recordId, roomId, userId]) : [];
  if (!record) throw notFound();
  return record;
}

export async function openRecord(caller: Caller, { recordId, ...params }: RecordParams): Promise<RecordAccess> {
  const room = await openRoom(caller, params);
  await findRecord(caller, room, recordId);
  return { room, recordId };
}

export async function openRecordToWrite(caller: Caller, { recordId, ...params }: RecordParams): Promise<RecordAccess> {
  const room = await openRoomToWrite(caller, params);
  requireEditable(await findRecord(caller, room, recordId));
  return { room, recordId };
}

/** Only its creator may update a record, and only while it is open (§3). */
export function requireEditable({ isCreator, status }: Pick<RecordFacts, "isCreator" | "status">): void {
  if (!isCreator) throw forbidden("Only the record's creator can update it.");
  if (status === "LOCKED" || status === "ARCHIVED")
    throw forbidden(`The record is ${status.toLowerCase()} and cannot be updated.`);
}

/** For actions of members and managers: the rules decide on the locked row. */
export async function openRecordToAct(caller: Caller, { recordId, ...params }: RecordParams): Promise<RecordAccess> {
  const room = await openRoomToWrite(caller, params);
  if (!isId("rec", recordId)) throw notFound();
  return { room, recordId };
}
