import { tellWatchers } from "../events/room-watch";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { roomNotFound } from "../platform/errors";
import { newEventId } from "../platform/ids";
import { refuseRoom } from "./settings";

/**
 * Serializes changes of a room's members. Not FOR UPDATE, which would block messages and tasks that reference the room.
 * Returns the actor's role now, which may differ from when the page was rendered.
 */
export async function lockRoom(tx: Transaction, roomId: string, actorId: string): Promise<number | null> {
  const [room] = await tx.sql<{ roomType: number }>(
    "lock_room",
    `SELECT room_type AS "roomType" FROM rooms WHERE id = $1 FOR NO KEY UPDATE`,
    [roomId],
  );
  if (!room) throw roomNotFound();
  if (room.roomType !== 0) throw refuseRoom("direct_room");
  const [seat] = await tx.sql<{ role: number | null }>(
    "find_seat",
    "SELECT role FROM room_members WHERE room_id = $1 AND user_id = $2",
    [roomId, actorId],
  );
  if (!seat) throw roomNotFound();
  return seat.role;
}

/** For other people's open pages. Not an event of §6: pages of this process update now, others on their next render. */
export function tellRoom(tx: Transaction, roomId: string): void {
  tx.afterCommit(() =>
    tellWatchers({ id: newEventId(), type: "room.changed", roomId, objectId: roomId, createdAt: now() }),
  );
}
