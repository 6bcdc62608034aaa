"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { formAction, statefulAction } from "@/app/_ui/form/define-action";
import { refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { requireSession } from "@/lib/accounts/sessions/session";
import { markAllRead } from "@/lib/notifications/mark-read";
import { isSecurityKind, listKinds, readNotificationId } from "@/lib/notifications/notification";
import { NOTIFICATIONS_PATH, PREFERENCES_PATH } from "@/lib/notifications/paths";
import { endPushes, subscribe } from "@/lib/notifications/push/subscribe";
import { PushSubscription } from "@/lib/notifications/push/subscription";
import { saveNotificationPreferences } from "@/lib/notifications/save-preferences";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { type NotificationChannel, preferenceName } from "./preferences/preference-name";

export const markAsRead = formAction(async (form) => {
  const { user } = await requireSession(NOTIFICATIONS_PATH);
  const [newest, only] = [readNotificationId(readField(form, "newest")), readField(form, "only")];
  const ids = only.split(" ").filter((id) => readNotificationId(id) !== null);
  if (newest !== null) await markAllRead(user.id, newest, only === "" ? null : ids);
  // The bell of the frame counts again.
  refresh();
});

/** A box that is not ticked: not wanted. A form that was drawn without boxes of a channel says nothing about it. */
export const savePreferences = statefulAction(async (form) => {
  const { user } = await requireSession(PREFERENCES_PATH);
  await limitPersonWrites(user.id);
  const kinds = listKinds(user.isAdmin);
  const listUnwanted = (way: NotificationChannel) =>
    kinds.filter((kind) => form.get(preferenceName(way, kind)) !== "on");
  await saveNotificationPreferences(user.id, {
    muted: listUnwanted("app").filter((kind) => !isSecurityKind(kind)),
    ...(readField(form, "isMailConfigured") === "1" ? { unmailed: listUnwanted("mail") } : {}),
    ...(readField(form, "isPushConfigured") === "1" ? { unpushed: listUnwanted("push") } : {}),
  });
  redirect(`${PREFERENCES_PATH}?saved=1`);
});

export const addPushDevice = statefulAction(async (form) => {
  const { id: sessionId, user } = await requireSession(PREFERENCES_PATH);
  await limitPersonWrites(user.id);
  const subscription = PushSubscription.safeParse({
    endpoint: readField(form, "endpoint"),
    keys: { p256dh: readField(form, "p256dh"), auth: readField(form, "auth") },
  });
  const result = subscription.success ? await subscribe({ sessionId, userId: user.id }, subscription.data) : "refused";
  if (result === "refused") throw refuse("push_refused");
  redirect(`${PREFERENCES_PATH}?device=on#devices`);
});

export const removePushDevice = formAction(async (form) => {
  const { user } = await requireSession(PREFERENCES_PATH);
  await endPushes({ sessionId: readField(form, "sessionId"), userId: user.id });
  redirect(`${PREFERENCES_PATH}?device=off#devices`);
});
