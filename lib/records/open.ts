import { type Caller, representedUserId } from "../access/caller";
import { openRoom, openRoomToWrite, type RoomAccess } from "../access/open-room";
import { query } from "../db/transaction";
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
  const [record] = isId("rec", recordId) ? await query(READ_LIFECYCLE, { recordId, roomId, userId }) : [];
  if (!record) throw notFound();
  return record;
}

export async function openRecord(caller: Caller, { recordId, ...params }: RecordParams): Promise<RecordAccess> {
  const room = await openRoom(caller, params);
  await findRecord(caller, room, recordId);
  return { room, recordId };
}

/**
 * It opens deleted, locked and archived records as well: a repeated request must reach its stored result first, and the
 * verb then refuses.
 */
export async function openRecordToWrite(caller: Caller, params: RecordParams): Promise<RecordAccess> {
  const access = await openRecordToAct(caller, params);
  const [record] = await query(READ_LIFECYCLE, {
    recordId: access.recordId,
    roomId: access.room.roomId,
    userId: representedUserId(caller),
  });
  if (record) requireCreator(record);
  return access;
}

function requireCreator({ isCreator }: Pick<RecordFacts, "isCreator">): void {
  if (!isCreator) throw forbidden("Only the record's creator can update it.");
}

export function requireEditable({ isCreator, status }: Pick<RecordFacts, "isCreator" | "status">): void {
  requireCreator({ isCreator });
  if (status === "LOCKED" || status === "ARCHIVED")
    throw forbidden(`The record is ${status.toLowerCase()} and cannot be updated.`);
}

export async function openRecordToAct(caller: Caller, { recordId, ...params }: RecordParams): Promise<RecordAccess> {
  const room = await openRoomToWrite(caller, params);
  if (!isId("rec", recordId)) throw notFound();
  return { room, recordId };
}
