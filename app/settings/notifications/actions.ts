"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { formAction, statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { requireSession } from "@/lib/accounts/session";
import { markAllRead } from "@/lib/notifications/mark-read";
import { listKinds, readNotificationId } from "@/lib/notifications/notification";
import { saveMuted } from "@/lib/notifications/save-muted";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { NOTIFICATIONS_PATH, PREFERENCES_PATH } from "./paths";

export const markEverythingRead = formAction(async (form) => {
  const { user } = await requireSession(NOTIFICATIONS_PATH);
  const newest = readNotificationId(readField(form, "newest"));
  if (newest !== null) await markAllRead(user.id, newest);
  // The bell of the frame counts again.
  refresh();
});

/** A kind without its box ticked is muted; kinds that the form does not show stay as they are: nobody gets them. */
export const savePreferences = statefulAction(async (form) => {
  const { user } = await requireSession(PREFERENCES_PATH);
  await limitPersonWrites(user.id);
  await saveMuted(
    user.id,
    listKinds(user.isAdmin).filter((kind) => form.get(kind) !== "on"),
  );
  redirect(`${PREFERENCES_PATH}?saved=1`);
});
