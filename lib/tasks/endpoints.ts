import { openRoom, openRoomToWrite } from "../access/open-room";
import { read, write } from "../api/endpoint";
import { cursorPage, listQuery, pageOf, toPage } from "../api/list";
import { UNITS } from "../platform/limits";

import { createTask as create } from "./create";
import { listTasks as list } from "./list";
import { openTaskToWrite } from "./open";
import { CreateTask, TaskSummary, TaskWriteResponse, UpdateTask } from "./task";
import { updateTask as update } from "./update";

export const listTasks = read({
  method: "GET",
  path: "/v1/rooms/{roomId}/tasks",
  operationId: "listTasks",
  summary: "The tasks of a room, newest first",
  scope: "tasks:read",
  units: UNITS.restRead,
  query: listQuery("listTasks", "task"),
  response: { status: 200, schema: cursorPage(TaskSummary) },
  errors: ["room_not_found"],
  access: openRoom,
  run: async ({ access, query }) => {
    const page = pageOf(query);
    return toPage("listTasks", await list(access, page), page, (task) => task.id);
  },
});

export const createTask = write({
  method: "POST",
  path: "/v1/rooms/{roomId}/tasks",
  operationId: "createTask",
  summary: "Create a task on a board of a room",
  scope: "tasks:write",
  units: UNITS.restWrite,
  body: CreateTask,
  response: { status: 201, schema: TaskWriteResponse },
  errors: ["room_not_found"],
  access: openRoomToWrite,
  run: ({ access, userId, body, tx }) => create(tx, access, userId, body),
});

export const updateTask = write({
  method: "PATCH",
  path: "/v1/rooms/{roomId}/tasks/{taskId}",
  operationId: "updateTask",
  summary: "Update a task",
  scope: "tasks:write",
  units: UNITS.restWrite,
  body: UpdateTask,
  response: { status: 200, schema: TaskWriteResponse },
  errors: ["room_not_found", "not_found", "version_conflict"],
  access: openTaskToWrite,
  run: ({ access, body, tx }) => update(tx, access, body),
});
