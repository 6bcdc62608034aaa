import type { RoomAccess } from "../access/open-room";
import { type AuditActionName, recordAction } from "../audit/record-action";
import type { Transaction } from "../db/transaction";
import { publishChange } from "../events/room-watch";
import { now } from "../platform/clock";
import { roomNotFound } from "../platform/errors";
import { newEventId } from "../platform/ids";
import { LOCK_ROOM, READ_SEAT_ROLE } from "./rooms.sql";
import { refuseRoom } from "./settings";

export async function lockRoom(tx: Transaction, roomId: string, actorId: string): Promise<number | null> {
  const [room] = await tx.query(LOCK_ROOM, { roomId });
  if (!room) throw roomNotFound();
  if (room.roomType !== 0) throw refuseRoom("direct_room");
  // A separate statement sees what was committed while the lock was awaited.
  const [seat] = await tx.query(READ_SEAT_ROLE, { roomId, actorId });
  if (!seat) throw roomNotFound();
  return seat.role;
}

/** §6 has no event for it. Pages of this process update now, others on their next render. */
export function publishRoomChange(tx: Transaction, roomId: string): void {
  tx.afterCommit(() =>
    publishChange({ id: newEventId(), type: "room.changed", roomId, objectId: roomId, createdAt: now() }),
  );
}

export function recordMemberAction(
  tx: Transaction,
  name: AuditActionName,
  { roomId, billingEntityId }: RoomAccess,
  actorId: string,
  userId: string,
  facts: { role?: number } = {},
): void {
  const details = { roomId, ...facts };
  recordAction(tx, { name, userId: actorId, resourceId: userId, scope: { billingEntityId }, details });
}
