"use server";

import { refresh } from "next/cache";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { formAction, statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { Profile } from "@/lib/accounts/profile/account";
import { updateProfile } from "@/lib/accounts/profile/update-profile";
import { endAllSessions, endSession } from "@/lib/accounts/sessions/end-session";
import { signOutEverywhere as endEverySession, requireSession, signOutHere } from "@/lib/accounts/sessions/session";
import { LOCALE_COOKIE } from "@/lib/i18n/locale";
import { endAccess } from "@/lib/people/end-access";
import { checkInput } from "@/lib/platform/check-input";
import { isId } from "@/lib/platform/ids";
import { publishHidden } from "@/lib/rooms/publish-presence";
import { limitPersonWrites } from "@/lib/usage/limit-burst";

const PATH = "/settings/account";

export const signOut = formAction(async () => {
  await signOutHere();
  redirect("/login?signedOut=here");
});

export const signOutEverywhere = formAction(async (form) => {
  await endEverySession(await requireSession(PATH), form.get("endsAccess") === "on" ? endAccess : null);
  redirect("/login?signedOut=everywhere");
});

/** A session that is not this person's, or has ended already, ends nothing. */
export const signOutDevice = formAction(async (form) => {
  const { user } = await requireSession(PATH);
  const sessionId = readField(form, "sessionId");
  if (isId("ses", sessionId)) await endSession({ sessionId, userId: user.id });
  redirect(`${PATH}?signedOut=device#sessions`);
});

export const signOutOthers = formAction(async () => {
  const session = await requireSession(PATH);
  await endAllSessions(session.user.id, session.id);
  redirect(`${PATH}?signedOut=others#sessions`);
});

/** Counts, so that a second success is news to the status region. */
const readSavedAt = (previous: unknown): number => z.object({ at: z.int() }).catch({ at: 0 }).parse(previous).at;

export const saveProfile = statefulAction(async (form, previous) => {
  const { user } = await requireSession(PATH);
  const profile = checkInput(Profile, {
    name: readField(form, "name"),
    locale: readField(form, "locale"),
    sendsTranscripts: readField(form, "sendsTranscripts") === "on",
    hidesPresence: readField(form, "hidesPresence") === "on",
  });
  await limitPersonWrites(user.id);
  await updateProfile(user.id, profile);
  publishHidden(user.id, profile.hidesPresence);
  (await cookies()).delete(LOCALE_COOKIE);
  refresh();
  return { kind: "saved" as const, at: readSavedAt(previous) + 1 };
});
