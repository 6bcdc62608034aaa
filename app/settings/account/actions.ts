"use server";

import { refresh } from "next/cache";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { bareAction, formAction, statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { Profile } from "@/lib/accounts/account";
import { endAllSessions, endSession } from "@/lib/accounts/end-session";
import { signOutEverywhere as endEverySession, requireSession, signOutHere } from "@/lib/accounts/session";
import { updateProfile } from "@/lib/accounts/update-profile";
import { LOCALE_COOKIE } from "@/lib/i18n/locale";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { limitPersonWrites } from "@/lib/usage/limit-burst";

const PATH = "/settings/account";

export const signOut = bareAction(async () => {
  await signOutHere();
  redirect("/login?signedOut=here");
});

export const signOutEverywhere = bareAction(async () => {
  await endEverySession(await requireSession(PATH));
  redirect("/login?signedOut=everywhere");
});

/** A session that is not this person's, or has ended already, ends nothing. */
export const signOutDevice = formAction(async (form) => {
  const { user } = await requireSession(PATH);
  const sessionId = readField(form, "sessionId");
  if (isId("ses", sessionId)) await endSession({ sessionId, userId: user.id });
  redirect(`${PATH}?signedOut=device#sessions`);
});

export const signOutOthers = bareAction(async () => {
  const session = await requireSession(PATH);
  await endAllSessions(session.user.id, session.id);
  redirect(`${PATH}?signedOut=others#sessions`);
});

const NameProblem = z.enum(["name_missing", "name_too_long", "name_unreadable", "too_fast"]);
export type NameProblem = z.infer<typeof NameProblem>;

export type ProfileState = { kind: "idle" } | { kind: "saved"; at: number } | { kind: "refused"; problem: NameProblem };

/** Counts, so that a second success is news to the status region. */
const readSavedAt = (previous: unknown): number => z.object({ at: z.int() }).catch({ at: 0 }).parse(previous).at;

export const saveProfile = statefulAction<ProfileState>(async (form, previous) => {
  const { user } = await requireSession(PATH);
  const parsed = Profile.safeParse({
    name: readField(form, "name"),
    locale: readField(form, "locale"),
    sendsTranscripts: readField(form, "sendsTranscripts") === "on",
  });
  if (!parsed.success) return { kind: "refused", problem: readNameProblem(parsed.error) };
  try {
    await limitPersonWrites(user.id);
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limit_exceeded")
      return { kind: "refused", problem: "too_fast" };
    throw error;
  }
  await updateProfile(user.id, parsed.data);
  (await cookies()).delete(LOCALE_COOKIE);
  refresh();
  return { kind: "saved", at: readSavedAt(previous) + 1 };
});

function readNameProblem(error: z.ZodError): NameProblem {
  const issue = error.issues.find(({ path, code }) => path[0] === "name" && code === "custom");
  const reason: unknown = issue && "params" in issue ? (issue.params as Record<string, unknown>)["reason"] : undefined;
  return NameProblem.catch("name_missing").parse(reason);
}
