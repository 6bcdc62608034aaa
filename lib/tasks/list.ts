import type { RoomAccess } from "../access/open-room";
import { query } from "../platform/db";
import { type PageRequest, pageValues } from "../platform/page";
import { readPage } from "../platform/read-page";
import type { TaskStatus } from "./status";
import type { TaskSummary } from "./task";
import { LIST_CHANGED_TASKS, LIST_TASKS, LIST_TASKS_OF_STATUS } from "./tasks.sql";

export interface TaskListFilter {
  status?: TaskStatus | undefined;
  updatedSince?: Date | undefined;
}

/** Newest first, with and without filters. Each way has an index of its own. */
export function listTasks(
  { roomId }: RoomAccess,
  { status, updatedSince }: TaskListFilter,
  page: PageRequest,
): Promise<TaskSummary[]> {
  if (updatedSince) return query(LIST_CHANGED_TASKS, [...pageValues(roomId, page), updatedSince, status ?? null]);
  if (status) return query(LIST_TASKS_OF_STATUS, [...pageValues(roomId, page), status]);
  return readPage(LIST_TASKS, roomId, page);
}
