import type { Caller } from "../access/caller";
import { mayManage } from "../access/membership";
import { openRoomToWrite, type RoomAccess } from "../access/open-room";
import { recordAction } from "../audit/record-action";
import type { Transaction } from "../db/transaction";
import { checkInput } from "../platform/check-input";
import { now } from "../platform/clock";
import { type AppError, forbidden, roomNotFound } from "../platform/errors";
import { lockRoom, publishRoomChange } from "./lock-room";
import type { RoomSummary } from "./room";
import { UPDATE_ROOM } from "./rooms.sql";
import { RoomName } from "./settings";

export async function openRoomToManage(caller: Caller, params: { roomId: string }): Promise<RoomAccess> {
  const access = await openRoomToWrite(caller, params);
  if (!mayManage(access.role)) throw managersOnly();
  return access;
}

/** The role under the lock counts, not the one that opened the room. */
export async function updateRoom(
  tx: Transaction,
  { roomId }: RoomAccess,
  actorId: string,
  changes: { name: string },
): Promise<RoomSummary> {
  const name = checkInput(RoomName, changes.name, "name");
  if (!mayManage(await lockRoom(tx, roomId, actorId))) throw managersOnly();
  const [room] = await tx.query(UPDATE_ROOM, { roomId, name, now: now() });
  if (!room) throw roomNotFound();
  publishRoomChange(tx, roomId);
  return room;
}

export async function renameRoom(tx: Transaction, access: RoomAccess, actorId: string, name: string): Promise<void> {
  const { roomId, billingEntityId } = access;
  await updateRoom(tx, access, actorId, { name });
  recordAction(tx, { name: "room.update", userId: actorId, resourceId: roomId, scope: { billingEntityId } });
}

function managersOnly(): AppError {
  return forbidden("Only managers and owners of the room can change its settings.", { reason: "managers_only" });
}
