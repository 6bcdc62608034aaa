import type { RoomAccess } from "../access/open-room";
import { type ActName, recordAct } from "../audit/record-act";
import type { Transaction } from "../db/transaction";
import { tellWatchers } from "../events/room-watch";
import { now } from "../platform/clock";
import { roomNotFound } from "../platform/errors";
import { newEventId } from "../platform/ids";
import { LOCK_ROOM, READ_SEAT_ROLE } from "./rooms.sql";
import { refuseRoom } from "./settings";

/** Serializes changes of a room's members. Returns the actor's role now, which may differ from the rendered page. */
export async function lockRoom(tx: Transaction, roomId: string, actorId: string): Promise<number | null> {
  const [room] = await tx.query(LOCK_ROOM, [roomId]);
  if (!room) throw roomNotFound();
  if (room.roomType !== 0) throw refuseRoom("direct_room");
  // A statement of its own: it reads what was committed while the lock was awaited.
  const [seat] = await tx.query(READ_SEAT_ROLE, [roomId, actorId]);
  if (!seat) throw roomNotFound();
  return seat.role;
}

/** For other people's open pages. Not an event of §6: pages of this process update now, others on their next render. */
export function tellRoom(tx: Transaction, roomId: string): void {
  tx.afterCommit(() =>
    tellWatchers({ id: newEventId(), type: "room.changed", roomId, objectId: roomId, createdAt: now() }),
  );
}

export function recordMemberAct(
  tx: Transaction,
  name: ActName,
  { roomId, billingEntityId }: RoomAccess,
  actorId: string,
  userId: string,
  facts: { role?: number } = {},
): void {
  const details = { roomId, ...facts };
  recordAct(tx, { name, userId: actorId, resourceId: userId, scope: { billingEntityId }, details });
}
