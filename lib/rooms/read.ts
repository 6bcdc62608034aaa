import type { RoomAccess } from "../access/open-room";
import { query } from "../db/transaction";
import { roomNotFound } from "../platform/errors";
import type { RoomSummary } from "./room";
import { READ_ROOM } from "./rooms.sql";

export async function readRoom({ roomId }: RoomAccess): Promise<RoomSummary> {
  const [room] = await query(READ_ROOM, [roomId]);
  if (!room) throw roomNotFound();
  return room;
}
