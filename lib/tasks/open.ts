import type { Caller } from "../access/caller";
import { openRoomToWrite, type RoomAccess } from "../access/open-room";
import { query } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { FIND_TASK } from "./tasks.sql";

export interface TaskAccess {
  room: RoomAccess;
  taskId: string;
}

export async function openTaskToWrite(caller: Caller, params: { roomId: string; taskId: string }): Promise<TaskAccess> {
  const room = await openRoomToWrite(caller, params);
  const [task] = isId("task", params.taskId) ? await query(FIND_TASK, [params.taskId, room.roomId]) : [];
  if (!task) throw notFound();
  return { room, taskId: params.taskId };
}
