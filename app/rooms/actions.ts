"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { pathOfRoom, ROOMS_PATH } from "@/app/_links";
import { formAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { openAsPerson } from "@/lib/access/open-as-person";
import { openRoom } from "@/lib/access/open-room";
import { requireSession } from "@/lib/accounts/sessions/session";
import { markAllRead, markRead } from "@/lib/messages/mark-read";
import { AppError } from "@/lib/platform/errors";
import { markAllCommentsRead } from "@/lib/records/mark-comments-read";

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
