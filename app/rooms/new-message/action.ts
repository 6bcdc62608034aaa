"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { formAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { AppError } from "@/lib/platform/errors";
import { openDirectRoom } from "@/lib/rooms/direct-store";
import { NEW_MESSAGE_PATH, pathOfRoom, ROOMS_PATH } from "../_frame/paths";

/** A person who has left in the meantime is missing from the refreshed page. */
export const startDirectMessages = formAction(async (form) => {
  const { user } = await requireSession(NEW_MESSAGE_PATH);
  const path = await openDirectRoom(user.id, readField(form, "userId")).then(
    (roomId) => pathOfRoom(roomId),
    (error: unknown) => {
      if (error instanceof AppError && error.code === "not_found") return `${NEW_MESSAGE_PATH}?gone=1`;
      throw error;
    },
  );
  revalidatePath(ROOMS_PATH, "layout");
  redirect(path);
});
