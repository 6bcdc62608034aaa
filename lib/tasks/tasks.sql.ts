// SQL: paths of /v1, the lock of an update, and a board in one query.

import { changedIn, newestOf } from "../db/page";
import { isoText } from "../db/pool";
import { listStatement } from "../db/read-page";
import {
  boolean,
  enumeration,
  instant,
  instantText,
  integer,
  json,
  limit,
  nullable,
  present,
  safeInteger,
  statement,
  text,
} from "../db/statement";
import { selectRow, summaryRow, toColumn } from "../db/summary-row";
import type { TaskStatus } from "./status";
import { BoardSummary, TaskFields, TaskSummary } from "./task";
import { FIELD_NAMES, type TaskField } from "./task-fields";

const STATUS = enumeration<TaskStatus>("task_status");

const ROW = { ...summaryRow(TaskSummary), status: STATUS };
const COLUMNS = selectRow(ROW);

const FIELD_ROW = { ...summaryRow(TaskFields), status: STATUS, description: nullable(text) };
const FIELDS = FIELD_NAMES.map(toColumn).join(", ");
const FIELD_VALUES = json<Record<string, string | Date | null | undefined>>();

/** JSON leaves out what is undefined, and `jsonb_populate_record` changes only the columns that it is given. */
export function toColumns(input: { [Field in TaskField]?: string | Date | null | undefined }) {
  return Object.fromEntries(FIELD_NAMES.map((field) => [toColumn(field), input[field]]));
}

export const LIST_TASKS = listStatement({
  name: "list_tasks",
  row: ROW,
  select: `SELECT ${COLUMNS} FROM tasks WHERE`,
  owner: "room_id",
  id: "id",
});

export const LIST_TASKS_OF_STATUS = statement({
  name: "list_tasks_of_status",
  params: { ownerId: text, after: text, limit, status: STATUS },
  row: ROW,
  text: (p) => `SELECT ${COLUMNS} FROM tasks WHERE status = ${p.status} AND ${newestOf("room_id", "id", p)}`,
});

export const LIST_CHANGED_TASKS = statement({
  name: "list_changed_tasks",
  params: { ownerId: text, after: text, limit, updatedSince: instant, status: nullable(STATUS) },
  row: ROW,
  text: (p) => `
    SELECT ${COLUMNS} FROM ${changedIn("tasks", p)} AND (${p.status}::task_status IS NULL OR status = ${p.status})
    ORDER BY id DESC LIMIT ${p.limit}`,
});

export const LIST_ASSIGNED_TASKS = statement({
  name: "list_assigned_tasks",
  params: {
    ownerId: text,
    after: text,
    limit,
    assigneeId: text,
    status: nullable(STATUS),
    updatedSince: nullable(instant),
  },
  row: ROW,
  text: (p) => `
    SELECT ${COLUMNS} FROM tasks WHERE assignee_id = ${p.assigneeId} AND (${p.status}::task_status IS NULL OR status = ${p.status})
      AND (${p.updatedSince}::timestamptz IS NULL OR updated_at >= ${p.updatedSince}) AND ${newestOf("room_id", "id", p)}`,
});

export const READ_TASK = statement({
  name: "read_task",
  params: { taskId: text, roomId: text },
  row: { ...ROW, version: integer },
  text: (p) => `SELECT ${COLUMNS}, version FROM tasks WHERE id = ${p.taskId} AND room_id = ${p.roomId}`,
});

export const FIND_TASK = statement({
  name: "find_task",
  params: { taskId: text, roomId: text },
  row: { version: integer },
  text: (p) => `SELECT version FROM tasks WHERE id = ${p.taskId} AND room_id = ${p.roomId}`,
});

export const LIST_BOARDS = listStatement({
  name: "list_boards",
  row: summaryRow(BoardSummary),
  select: `SELECT id, room_id AS "roomId", name, position, ${isoText("created_at")} AS "createdAt" FROM boards WHERE archived_at IS NULL AND`,
  owner: "room_id",
  id: "id",
});

export const CHOOSE_BOARD = statement({
  name: "choose_board",
  params: { roomId: text, boardId: nullable(text) },
  row: { id: text, isArchived: present(boolean) },
  text: (p) => `
    SELECT id, archived_at IS NOT NULL AS "isArchived" FROM boards
    WHERE room_id = ${p.roomId} AND CASE WHEN ${p.boardId}::text IS NULL THEN archived_at IS NULL ELSE id = ${p.boardId} END ORDER BY position LIMIT 1`,
});

/** Nobody leaves the room between this and the write that names them. */
export const LOCK_ASSIGNEE = statement({
  name: "lock_assignee",
  params: { roomId: text, userId: text },
  row: { userId: text },
  text: (p) =>
    `SELECT user_id AS "userId" FROM room_members WHERE room_id = ${p.roomId} AND user_id = ${p.userId} FOR KEY SHARE`,
});

export const INSERT_TASK = statement({
  name: "create_task",
  params: {
    taskId: text,
    roomId: text,
    boardId: text,
    fields: FIELD_VALUES,
    userId: text,
    now: instant,
    viaId: nullable(text),
    viaRequestId: nullable(text),
  },
  row: { ...ROW, version: integer },
  text: (p) => `
    INSERT INTO tasks (id, room_id, board_id, ${FIELDS}, created_by_id, created_at, updated_at, via_id, via_request_id)
    SELECT ${p.taskId}, ${p.roomId}, ${p.boardId}, ${FIELDS}, ${p.userId}, ${p.now}, ${p.now}, ${p.viaId}, ${p.viaRequestId} FROM jsonb_populate_record(NULL::tasks, ${p.fields})
    RETURNING ${COLUMNS}, version`,
});

const MOVED_START = "CASE WHEN start_date > due_date THEN due_date ELSE start_date END";

/**
 * The version is compared and swapped: of several updates from one version, one wins. A start date never lies after the due
 * date: the workspace is refused, while /v1, which knows only due dates, moves the start along.
 */
export const UPDATE_TASK = statement({
  name: "update_task",
  params: {
    taskId: text,
    roomId: text,
    fields: FIELD_VALUES,
    now: instant,
    version: nullable(safeInteger),
    viaId: nullable(text),
    viaRequestId: nullable(text),
  },
  row: { ...ROW, version: integer },
  text: (p) => `
    UPDATE tasks SET
      (${FIELDS}) = (SELECT ${FIELDS.replace("start_date", MOVED_START)} FROM jsonb_populate_record(tasks, ${p.fields})),
      updated_at = ${p.now}, version = version + 1, changed_via_id = ${p.viaId}, changed_via_request_id = ${p.viaRequestId}
    WHERE id = ${p.taskId} AND room_id = ${p.roomId} AND (${p.version}::bigint IS NULL OR version = ${p.version})
      AND NOT (${p.fields}::jsonb ? 'start_date' AND EXISTS (
        SELECT FROM jsonb_populate_record(tasks, ${p.fields}) changed WHERE changed.start_date > changed.due_date))
    RETURNING ${COLUMNS}, version`,
});

export const LOCK_TASK = statement({
  name: "lock_task",
  params: { taskId: text, roomId: text },
  row: { ...FIELD_ROW, version: integer },
  text: (p) =>
    `SELECT ${selectRow(FIELD_ROW)}, version FROM tasks WHERE id = ${p.taskId} AND room_id = ${p.roomId} FOR NO KEY UPDATE`,
});

/** It locks the room, so that two new boards get different positions and of two archived at once one stays open. */
export const LOCK_BOARDS = statement({
  name: "lock_boards",
  params: { roomId: text },
  row: {},
  text: (p) => `SELECT FROM rooms WHERE id = ${p.roomId} FOR NO KEY UPDATE`,
});

const { description: _, ...CARD } = FIELD_ROW;
const BOARD_ROW = {
  id: text,
  ...CARD,
  version: integer,
  creator: nullable(text),
  assignee: nullable(text),
  viaId: nullable(text),
  updatedAt: instantText,
  total: integer,
};

export const READ_BOARD = statement({
  name: "read_board",
  params: {
    roomId: text,
    boardId: text,
    createdById: nullable(text),
    isOverdue: boolean,
    now: instant,
    text,
    limit,
    assigneeId: nullable(text),
  },
  row: BOARD_ROW,
  text: (p) => `
    SELECT ${Object.keys(BOARD_ROW)
      .map((name) => `"${name}"`)
      .join(", ")} FROM (
      SELECT t.id, ${selectRow(CARD, "t.")}, t.version, u.name AS creator, a.name AS assignee, t.via_id AS "viaId", ${isoText("t.updated_at")} AS "updatedAt",
        count(*) OVER (PARTITION BY t.status)::int AS total,
        row_number() OVER (PARTITION BY t.status ORDER BY
          CASE WHEN t.status = 'COMPLETED' THEN NULL ELSE t.due_date END NULLS LAST,
          CASE WHEN t.status = 'COMPLETED' THEN t.updated_at END DESC, t.id DESC) AS place
      FROM tasks t LEFT JOIN users u ON u.id = t.created_by_id LEFT JOIN users a ON a.id = t.assignee_id
      WHERE t.board_id = ${p.boardId} AND t.room_id = ${p.roomId}
        AND (${p.createdById}::text IS NULL OR t.created_by_id = ${p.createdById}) AND (${p.assigneeId}::text IS NULL OR t.assignee_id = ${p.assigneeId})
        AND (NOT ${p.isOverdue} OR (t.due_date < ${p.now} AND t.status <> 'COMPLETED'))
        AND (${p.text} = '' OR strpos(lower(t.title), lower(${p.text})) > 0 OR strpos(lower(t.description), lower(${p.text})) > 0)
    ) found WHERE place <= ${p.limit}`,
});
