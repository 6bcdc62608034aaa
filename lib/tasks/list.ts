import type { RoomAccess } from "../access/open-room";
import type { PageRequest } from "../platform/page";
import { readPage } from "../platform/read-page";
import type { TaskSummary } from "./task";
import { LIST_TASKS } from "./tasks.sql";

export function listTasks({ roomId }: RoomAccess, page: PageRequest): Promise<TaskSummary[]> {
  return readPage(LIST_TASKS, roomId, page);
}
