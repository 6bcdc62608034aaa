import { isoText } from "../platform/pool";
import { listStatement } from "../platform/read-page";
import { enumeration, instantText, nullable, text } from "../platform/statement";
import type { TaskStatus } from "./status";

/** The public summary used by `/v1` and events. */
export const TASK_COLUMNS = `id, room_id AS "roomId", title, description, status, ${isoText("due_date")} AS "dueDate",
  created_by_id AS "createdById", ${isoText("created_at")} AS "createdAt", ${isoText("updated_at")} AS "updatedAt"`;

export const TASK_ROW = {
  id: text,
  roomId: text,
  title: text,
  description: nullable(text),
  status: enumeration<TaskStatus>("task_status"),
  dueDate: nullable(instantText),
  createdById: nullable(text),
  createdAt: instantText,
  updatedAt: instantText,
};

export const LIST_TASKS = listStatement({
  name: "list_tasks",
  row: TASK_ROW,
  select: `SELECT ${TASK_COLUMNS} FROM tasks WHERE`,
  owner: "room_id",
  id: "id",
});
