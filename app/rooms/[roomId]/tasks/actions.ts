"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { keepingAction, valueAction } from "@/app/_ui/form/define-action";
import { type Mapping, refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { openRoomPage } from "@/app/rooms/_frame/open-room";
import { openRoomToWrite } from "@/lib/access/open-room";
import { AppError, type ErrorCode, type Issue, invalid } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { instant } from "@/lib/platform/instant";
import { createTask } from "@/lib/tasks/create";
import { CreateBoard, createBoard } from "@/lib/tasks/create-board";
import { DEFAULT_ZONE, readZone } from "@/lib/tasks/days";
import { editTask, type TaskEdit } from "@/lib/tasks/edit";
import { TaskStatus } from "@/lib/tasks/task";
import { openTaskToWrite } from "@/lib/tasks/update";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { echoMerge, readBase, readChanges, readNewTask, readOpenTask, readValues } from "./_form/read-form";
import { FIRST_VIEW, pathOfView } from "./_parts/tasks-view";

const Moment = instant()
  .transform((at) => at.toISOString())
  .nullable();
const Fields = z.strictObject({
  status: TaskStatus.optional(),
  startDate: Moment.optional(),
  dueDate: Moment.optional(),
});
const Change = z.strictObject({
  roomId: z.string().refine((id) => isId("room", id)),
  taskId: z.string(),
  version: z.int32(),
  base: Fields,
  mine: Fields,
});

const write = (userId: string, roomId: string, taskId: string, edit: TaskEdit) =>
  writeAsPerson(userId, { roomId, taskId }, openTaskToWrite, (tx, access) => editTask(tx, access, edit));

type ChangeOutcome = "saved" | "conflict" | "gone" | "forbidden" | "too_fast" | "failed";

const FAILURES: Partial<Record<ErrorCode, ChangeOutcome>> = {
  forbidden: "forbidden",
  rate_limit_exceeded: "too_fast",
  not_found: "gone",
  room_not_found: "gone",
  validation_error: "failed",
};

export const changeTask = valueAction<typeof Change, ChangeOutcome>(
  Change,
  "failed",
  async ({ roomId, taskId, ...edit }) => {
    const { userId } = await openRoomPage(roomId, "tasks");
    try {
      const { kind } = await write(userId, roomId, taskId, edit);
      refresh();
      return kind;
    } catch (error) {
      const failure = error instanceof AppError ? FAILURES[error.code] : undefined;
      if (!failure) throw error;
      refresh();
      return failure;
    }
  },
);

const REFUSALS: Mapping = {
  byCode: { forbidden: "task_read_only", not_found: "task_gone", room_not_found: "task_gone" },
  byPath: {
    title: { field: "title", reason: "title_invalid" },
    description: { field: "description", reason: "description_invalid" },
    assigneeId: { field: "assigneeId", reason: "assignee_unknown" },
    startDate: { field: "startDate", reason: "start_after_due" },
    boardId: { field: "board", reason: "board_unknown" },
    boards: { field: "", reason: "boards_too_many" },
  },
};

function check(problems: readonly Issue[]): void {
  if (problems.length > 0) throw invalid(problems);
}

export const saveTask = keepingAction(
  readOpenTask,
  async (form) => {
    const [roomId, taskId] = [readField(form, "roomId"), readField(form, "taskId")];
    const { userId } = await openRoomPage(roomId, "tasks");
    if (!readBase(form)) throw refuse("form_unreadable");
    const zone = readZone(readField(form, "zone"));
    const { values, base, chosen } = readOpenTask(form);
    const { mine, problems } = readChanges(values, base, zone, chosen);
    check(problems);
    const outcome = await write(userId, roomId, taskId, { version: base.version, base, mine });
    if (outcome.kind === "conflict") {
      const { theirs, contested } = outcome;
      const echo = echoMerge(values, mine, theirs, zone);
      return { kind: "conflict" as const, values: echo, base: theirs, contested, chosen: [] };
    }
    refresh();
    return { kind: "saved" as const, isMerged: outcome.isMerged };
  },
  REFUSALS,
);

async function addFrom(form: FormData, zone: string): Promise<string> {
  const roomId = readField(form, "roomId");
  const { userId } = await openRoomPage(roomId, "tasks");
  const { input, problems } = readNewTask(readValues(form), readField(form, "board"), zone);
  check(problems);
  await writeAsPerson(userId, { roomId }, openRoomToWrite, (tx, access) => createTask(tx, access, userId, input));
  return roomId;
}

export const addTask = keepingAction(
  (form) => ({ ...readValues(form), board: readField(form, "board") }),
  async (form) => {
    const roomId = await addFrom(form, readZone(readField(form, "zone")));
    redirect(pathOfView(roomId, { ...FIRST_VIEW, board: readField(form, "board") }));
  },
  REFUSALS,
);

const readTitle = (form: FormData): string => readValues(form).title;

export const addByTitle = keepingAction(
  readTitle,
  async (form) => {
    await addFrom(form, DEFAULT_ZONE);
    refresh();
    return { kind: "added" as const, title: readTitle(form) };
  },
  REFUSALS,
);

const readBoardName = (form: FormData): string => readField(form, "name").trim();

export const addBoard = keepingAction(
  readBoardName,
  async (form) => {
    const roomId = readField(form, "roomId");
    const { userId } = await openRoomPage(roomId, "tasks");
    const input = CreateBoard.safeParse({ name: readBoardName(form) });
    if (!input.success) throw refuse("board_name_invalid", "name");
    const { id } = await writeAsPerson(userId, { roomId }, openRoomToWrite, (tx, access) =>
      createBoard(tx, access, input.data),
    );
    redirect(pathOfView(roomId, { ...FIRST_VIEW, board: id }));
  },
  REFUSALS,
);
