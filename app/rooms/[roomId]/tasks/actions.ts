"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { statefulAction, valueAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { openRoomPage } from "@/app/rooms/_frame/open-room";
import { openRoomToWrite } from "@/lib/access/open-room";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { instant } from "@/lib/platform/instant";
import { CreateBoard } from "@/lib/tasks/board";
import { createTask } from "@/lib/tasks/create";
import { createBoard } from "@/lib/tasks/create-board";
import { DEFAULT_ZONE, readZone } from "@/lib/tasks/days";
import { editTask, type TaskEdit } from "@/lib/tasks/edit";
import { openTaskToWrite } from "@/lib/tasks/open";
import { TaskStatus } from "@/lib/tasks/task";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import type { BoardFormState, NewTaskState, QuickAddState, TaskFormState } from "./_form/form-state";
import { readProblems } from "./_form/problems";
import {
  echoMerge,
  readBase,
  readChanges,
  readNewTask,
  readTheirs,
  readValues,
  refuseUnreadable,
} from "./_form/read-form";
import { FIRST_VIEW, pathOfView } from "./_parts/paths";

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

/** A card was moved, or a bar moved or resized. */
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
      if (!(error instanceof AppError)) throw error;
      refresh();
      if (error.code === "forbidden") return "forbidden";
      if (error.code === "rate_limit_exceeded") return "too_fast";
      if (error.code === "not_found" || error.code === "room_not_found") return "gone";
      if (error.code === "validation_error") return "failed";
      throw error;
    }
  },
);

export const saveTask = statefulAction<TaskFormState>(async (form) => {
  const [roomId, taskId] = [readField(form, "roomId"), readField(form, "taskId")];
  const { userId } = await openRoomPage(roomId, "tasks");
  const [values, zone] = [readValues(form), readZone(readField(form, "zone"))];
  const base = readBase(form);
  if (!base) return refuseUnreadable(values);
  const contested = readTheirs(form, base);
  const { mine, problems } = readChanges(values, base, zone, contested.theirs);
  const open = { kind: "open", values, base, contested: contested.all, chosen: contested.theirs } as const;
  if (problems.length > 0) return { ...open, problems };
  try {
    const outcome = await write(userId, roomId, taskId, { version: base.version, base, mine });
    if (outcome.kind === "conflict") {
      const echo = echoMerge(values, mine, outcome.theirs, zone);
      return {
        kind: "open",
        values: echo,
        base: outcome.theirs,
        contested: outcome.contested,
        chosen: [],
        problems: [],
      };
    }
    refresh();
    return { kind: "saved", isMerged: outcome.isMerged };
  } catch (error) {
    return { ...open, problems: readProblems(error) };
  }
});

export const addTask = statefulAction<NewTaskState>(async (form) => {
  const roomId = readField(form, "roomId");
  const { userId } = await openRoomPage(roomId, "tasks");
  const values = readValues(form);
  const board = readField(form, "board");
  const { input, problems } = readNewTask(values, board, readZone(readField(form, "zone")));
  if (problems.length > 0) return { kind: "open", values, board, problems };
  try {
    await writeAsPerson(userId, { roomId }, openRoomToWrite, (tx, access) => createTask(tx, access, userId, input));
  } catch (error) {
    return { kind: "open", values, board, problems: readProblems(error) };
  }
  redirect(pathOfView(roomId, { ...FIRST_VIEW, board }));
});

/** Quick add from the board, which stays on the page. */
export const addByTitle = statefulAction<QuickAddState>(async (form) => {
  const roomId = readField(form, "roomId");
  const { userId } = await openRoomPage(roomId, "tasks");
  const values = readValues(form);
  const { title } = values;
  const { input, problems } = readNewTask(values, readField(form, "board"), DEFAULT_ZONE);
  if (problems.length > 0) return { kind: "refused", title, problems };
  try {
    await writeAsPerson(userId, { roomId }, openRoomToWrite, (tx, access) => createTask(tx, access, userId, input));
  } catch (error) {
    return { kind: "refused", title, problems: readProblems(error) };
  }
  refresh();
  return { kind: "added", title };
});

export const addBoard = statefulAction<BoardFormState>(async (form) => {
  const roomId = readField(form, "roomId");
  const { userId } = await openRoomPage(roomId, "tasks");
  const name = readField(form, "name").trim();
  const input = CreateBoard.safeParse({ name });
  if (!input.success) return { name, problems: [{ field: "name", reason: "board_name_invalid" }] };
  let board: string;
  try {
    board = await writeAsPerson(userId, { roomId }, openRoomToWrite, async (tx, access) => {
      return (await createBoard(tx, access, input.data)).id;
    });
  } catch (error) {
    return { name, problems: readProblems(error) };
  }
  redirect(pathOfView(roomId, { ...FIRST_VIEW, board }));
});
