"use server";

import { refresh, revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import {
  NEW_MESSAGE_PATH,
  newWebhookPath,
  OWN_PLACE,
  pathOfNewRoom,
  pathOfRoom,
  ROOMS_PATH,
  readPurpose,
} from "@/app/_links";
import { formAction, statefulAction } from "@/app/_ui/form/define-action";
import { readAll, readField } from "@/app/_ui/form/read-field";
import { openAsPerson } from "@/lib/access/open-as-person";
import { openRoom } from "@/lib/access/open-room";
import { requireSession } from "@/lib/accounts/sessions/session";
import { saveLevel } from "@/lib/mentions/save-level";
import { markAllRead, markRead } from "@/lib/messages/mark-read";
import { AppError } from "@/lib/platform/errors";
import { markAllCommentsRead } from "@/lib/records/mark-comments-read";
import { createRoom } from "@/lib/rooms/create";
import { openDirectRoom } from "@/lib/rooms/open-direct-room";
import { limitPersonWrites } from "@/lib/usage/limit-burst";

export const markAllRoomsRead = formAction(async (form) => {
  const { user } = await requireSession(ROOMS_PATH);
  await markAllRead(user.id, readField(form, "newest"));
  await markAllCommentsRead(user.id, readField(form, "newestComment"));
  // The navigation counts again.
  refresh();
});

export const markRoomRead = formAction(async (form) => {
  const roomId = readField(form, "roomId");
  const { user } = await requireSession(pathOfRoom(roomId));
  // A forged id must not become an address.
  const path = await markAsPerson(user.id, roomId, form).catch((error: unknown) => {
    if (error instanceof AppError) return ROOMS_PATH;
    throw error;
  });
  redirect(path);
});

async function markAsPerson(userId: string, roomId: string, form: FormData): Promise<string> {
  const access = await openAsPerson(userId, { roomId }, openRoom);
  await markRead(access, userId, readField(form, "messageId"), readField(form, "firstId") || undefined);
  return pathOfRoom(roomId);
}

export const chooseRoomLevel = formAction(async (form) => {
  const roomId = readField(form, "roomId");
  const { user } = await requireSession(pathOfRoom(roomId));
  try {
    await saveLevel(await openAsPerson(user.id, { roomId }, openRoom), user.id, readField(form, "choice"));
  } catch (error) {
    if (error instanceof AppError) redirect(ROOMS_PATH);
    throw error;
  }
  refresh();
});

export const create = statefulAction(
  async (form) => {
    const place = readField(form, "place");
    const purpose = readPurpose(readField(form, "purpose"));
    const { user } = await requireSession(pathOfNewRoom(place, purpose));
    const t = await getTranslations("roomMembers.create");
    await limitPersonWrites(user.id);
    const roomId = await createRoom(user.id, {
      name: readField(form, "name"),
      organizationId: place === OWN_PLACE ? null : place,
      memberIds: readAll(form, "memberIds"),
      boardName: t("board"),
    });
    redirect(purpose === "webhook" ? newWebhookPath(roomId) : pathOfRoom(roomId));
  },
  { byCode: { room_not_found: "room_gone" } },
);

export const startDirectMessages = formAction(async (form) => {
  const { user } = await requireSession(NEW_MESSAGE_PATH);
  const path = await openDirectly(user.id, readField(form, "userId"));
  revalidatePath(ROOMS_PATH, "layout");
  redirect(path);
});

async function openDirectly(userId: string, otherId: string): Promise<string> {
  try {
    await limitPersonWrites(userId);
    return pathOfRoom(await openDirectRoom(userId, otherId));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return `${NEW_MESSAGE_PATH}?problem=gone`;
    if (error instanceof AppError && error.code === "rate_limit_exceeded")
      return `${NEW_MESSAGE_PATH}?problem=too_fast`;
    throw error;
  }
}
