"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { readField } from "@/app/_ui/read-field";
import { openRoomPage } from "@/app/rooms/_frame/open-room";
import { writeAsPerson } from "@/lib/access/person-store";
import { openRoomToWrite } from "@/lib/access/store";
import { AppError } from "@/lib/platform/errors";
import { instant } from "@/lib/platform/instant";
import { CreateBoard } from "@/lib/tasks/board";
import { createBoard } from "@/lib/tasks/board-store";
import { DEFAULT_ZONE, readZone } from "@/lib/tasks/days";
import { editTask, type TaskEdit } from "@/lib/tasks/edit-store";
import { createTask, openTaskToWrite } from "@/lib/tasks/store";
import { TaskStatus } from "@/lib/tasks/task";
import type { BoardFormState, NewTaskState, QuickAddState, TaskFormState } from "./_form/form-state";
import { readProblems } from "./_form/problems";
import { echoMerge, readBase, readChanges, readNewTask, readTheirs, readValues } from "./_form/read-form";
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
  roomId: z.string(),
  taskId: z.string(),
  version: z.number().int(),
  base: Fields,
  mine: Fields,
});

const write = (userId: string, roomId: string, taskId: string, edit: TaskEdit) =>
  writeAsPerson(userId, { roomId, taskId }, openTaskToWrite, (tx, access) => editTask(tx, access, edit));

type ChangeOutcome = "saved" | "conflict" | "gone" | "forbidden" | "too_fast";

/** A card was moved, or a bar moved or resized. */
export async function changeTask(given: z.input<typeof Change>): Promise<ChangeOutcome> {
  const { roomId, taskId, ...edit } = Change.parse(given);
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
    throw error;
  }
}

export async function saveTask(_: TaskFormState, form: FormData): Promise<TaskFormState> {
  const [roomId, taskId] = [readField(form, "roomId"), readField(form, "taskId")];
  const { userId } = await openRoomPage(roomId, "tasks");
  const [base, values, zone] = [readBase(form), readValues(form), readZone(readField(form, "zone"))];
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
}

export async function addTask(_: NewTaskState, form: FormData): Promise<NewTaskState> {
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
}

/** Quick add from the board, which stays on the page. */
export async function addByTitle(_: QuickAddState, form: FormData): Promise<QuickAddState> {
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
}

export async function addBoard(_: BoardFormState, form: FormData): Promise<BoardFormState> {
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
}
