"use server";

import { redirect } from "next/navigation";
import { pathOfStep } from "@/app/_links";
import { keepingAction, statefulAction } from "@/app/_ui/form/define-action";
import { type Mapping, refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { openRoomPage } from "@/app/rooms/_frame/open-room";
import { archiveBoard, renameBoard as rename, restoreBoard } from "@/lib/tasks/change-board";
import { CreateBoard } from "@/lib/tasks/create-board";
import { openBoardToManage, openBoardToWrite } from "@/lib/tasks/open-board";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { FIRST_VIEW, pathOfView } from "../_parts/tasks-view";

const REFUSALS: Mapping = {
  byCode: { forbidden: "board_not_yours", not_found: "board_gone", room_not_found: "board_gone" },
  byPath: { board: { field: "", reason: "board_is_last" } },
};

async function openFrom(form: FormData) {
  const [roomId, boardId] = [readField(form, "roomId"), readField(form, "boardId")];
  const { userId } = await openRoomPage(roomId, "tasks");
  return { userId, params: { roomId, boardId } };
}

const pathOfBoards = (roomId: string, done: string) =>
  `${pathOfStep(pathOfView(roomId, FIRST_VIEW), "boards")}&done=${done}`;

const readName = (form: FormData): string => readField(form, "name").trim();

export const renameBoard = keepingAction(
  readName,
  async (form) => {
    const { userId, params } = await openFrom(form);
    const input = CreateBoard.safeParse({ name: readName(form) });
    if (!input.success) throw refuse("board_name_invalid", "name");
    await writeAsPerson(userId, params, openBoardToWrite, (tx, access) => rename(tx, access, userId, input.data));
    redirect(pathOfBoards(params.roomId, "renamed"));
  },
  REFUSALS,
);

export const switchBoard = statefulAction(async (form) => {
  const { userId, params } = await openFrom(form);
  const isArchiving = readField(form, "archive") === "true";
  const change = isArchiving ? archiveBoard : restoreBoard;
  await writeAsPerson(userId, params, openBoardToManage, (tx, access) => change(tx, access, userId));
  redirect(pathOfBoards(params.roomId, isArchiving ? "archived" : "restored"));
}, REFUSALS);
