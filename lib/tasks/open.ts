import type { Caller } from "../access/caller";
import { openRoomToWrite, type RoomAccess } from "../access/open-room";
import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";

export interface TaskAccess {
  room: RoomAccess;
  taskId: string;
}

export async function openTaskToWrite(caller: Caller, params: { roomId: string; taskId: string }): Promise<TaskAccess> {
  const room = await openRoomToWrite(caller, params);
  const rows = isId("task", params.taskId)
    ? await sql("find_task", "SELECT 1 FROM tasks WHERE id = $1 AND room_id = $2", [params.taskId, room.roomId])
    : [];
  if (rows.length === 0) throw notFound();
  return { room, taskId: params.taskId };
}
