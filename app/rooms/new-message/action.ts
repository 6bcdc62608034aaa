"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { NEW_MESSAGE_PATH, pathOfRoom, ROOMS_PATH } from "@/app/_links";
import { formAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { requireSession } from "@/lib/accounts/sessions/session";
import { AppError } from "@/lib/platform/errors";
import { openDirectRoom } from "@/lib/rooms/open-direct-room";
import { limitPersonWrites } from "@/lib/usage/limit-burst";

export const startDirectMessages = formAction(async (form) => {
  const { user } = await requireSession(NEW_MESSAGE_PATH);
  const path = await open(user.id, readField(form, "userId"));
  revalidatePath(ROOMS_PATH, "layout");
  redirect(path);
});

async function open(userId: string, otherId: string): Promise<string> {
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
