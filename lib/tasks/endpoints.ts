import { z } from "zod";
import { openRoom, openRoomToWrite } from "../access/open-room";
import { read, write } from "../api/endpoint";
import { updatedSince } from "../api/list";
import { list } from "../api/list-endpoint";
import { readPage } from "../db/read-page";
import { UNITS } from "../platform/limits";
import { createTask as create } from "./create";
import { openTask } from "./open";
import { listTasks as listRoomTasks } from "./queries";
import { BoardSummary, CreateTask, TaskDetail, TaskStatus, TaskSummary, TaskWriteResponse, UpdateTask } from "./task";
import { LIST_BOARDS } from "./tasks.sql";
import { openTaskToWrite, updateTask as update } from "./update";

export const listTasks = list({
  path: "/v1/rooms/{roomId}/tasks",
  operationId: "listTasks",
  summary: "List tasks of a room",
  scope: "tasks:read",
  units: UNITS.restRead,
  item: TaskSummary,
  idPrefix: "task",
  errors: ["room_not_found"],
  access: openRoom,
  filters: {
    status: TaskStatus.optional().meta({ description: "Only tasks of this status", "x-svc-since": "2026-11-22" }),
    assigneeId: z.string().optional().meta({ description: "Only tasks of this person", "x-svc-since": "2026-11-28" }),
    updatedSince: updatedSince(),
  },
  rows: ({ access, filters, page }) => listRoomTasks(access, filters, page),
});

export const readTask = read({
  method: "GET",
  path: "/v1/rooms/{roomId}/tasks/{taskId}",
  operationId: "readTask",
  summary: "Get a task with its version",
  scope: "tasks:read",
  units: UNITS.restRead,
  since: "2026-11-22",
  query: z.object({}),
  response: { status: 200, schema: TaskDetail },
  errors: ["room_not_found", "not_found"],
  access: openTask,
  run: ({ access }) => Promise.resolve(access),
});

export const listBoards = list({
  path: "/v1/rooms/{roomId}/boards",
  operationId: "listBoards",
  summary: "List open boards of a room",
  scope: "tasks:read",
  units: UNITS.restRead,
  since: "2026-11-22",
  item: BoardSummary,
  idPrefix: "brd",
  errors: ["room_not_found"],
  access: openRoom,
  rows: ({ access, page }) => readPage(LIST_BOARDS, access.roomId, page),
});

export const createTask = write({
  method: "POST",
  path: "/v1/rooms/{roomId}/tasks",
  operationId: "createTask",
  summary: "Create a task",
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
