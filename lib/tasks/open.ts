import type { Caller } from "../access/caller";
import { openRoom } from "../access/open-room";
import { query } from "../db/transaction";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import type { TaskDetail } from "./task";
import { READ_TASK } from "./tasks.sql";

export async function openTask(caller: Caller, params: { roomId: string; taskId: string }): Promise<TaskDetail> {
  const { roomId } = await openRoom(caller, params);
  const { taskId } = params;
  const [task] = isId("task", taskId) ? await query(READ_TASK, { taskId, roomId }) : [];
  if (!task) throw notFound();
  return task;
}
