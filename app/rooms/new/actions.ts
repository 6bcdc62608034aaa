"use server";

import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { createRoom } from "@/lib/rooms/create";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { pathOfRoom } from "../_frame/paths";
import { type RoomProblem, readRoomProblems } from "../[roomId]/members/problems";
import { OWN_PLACE, pathOfNewRoom } from "./paths";

export type NewRoomState = { kind: "idle" } | { kind: "refused"; problems: RoomProblem[] };

export const create = statefulAction<NewRoomState>(async (form) => {
  const place = readField(form, "place");
  const { user } = await requireSession(pathOfNewRoom(place));
  const t = await getTranslations("roomMembers.create");
  let roomId: string;
  try {
    await limitPersonWrites(user.id);
    roomId = await createRoom(user.id, {
      name: readField(form, "name"),
      organizationId: place === OWN_PLACE ? null : place,
      memberIds: form.getAll("memberIds").filter((id) => typeof id === "string"),
      boardName: t("board"),
    });
  } catch (error) {
    return { kind: "refused", problems: readRoomProblems(error) };
  }
  redirect(pathOfRoom(roomId));
});
