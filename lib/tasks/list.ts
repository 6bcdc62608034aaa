import type { RoomAccess } from "../access/open-room";
import { type PageRequest, pageValues } from "../db/page";
import { readPage } from "../db/read-page";
import { query } from "../db/transaction";
import type { TaskStatus } from "./status";
import type { TaskSummary } from "./task";
import { LIST_CHANGED_TASKS, LIST_TASKS, LIST_TASKS_OF_STATUS } from "./tasks.sql";

export interface TaskListFilter {
  status?: TaskStatus | undefined;
  updatedSince?: Date | undefined;
}

export function listTasks(
  { roomId }: RoomAccess,
  { status, updatedSince }: TaskListFilter,
  page: PageRequest,
): Promise<TaskSummary[]> {
  if (updatedSince) return query(LIST_CHANGED_TASKS, [...pageValues(roomId, page), updatedSince, status ?? null]);
  if (status) return query(LIST_TASKS_OF_STATUS, [...pageValues(roomId, page), status]);
  return readPage(LIST_TASKS, roomId, page);
}
