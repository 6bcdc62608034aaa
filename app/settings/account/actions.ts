"use server";

import { refresh } from "next/cache";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { Profile } from "@/lib/accounts/account";
import { endSession, requireSession } from "@/lib/accounts/session";
import { raiseTokenVersion, updateProfile } from "@/lib/accounts/store";
import { LOCALE_COOKIE } from "@/lib/i18n/locale";

const PATH = "/settings/account";

export async function signOut(): Promise<void> {
  await endSession();
  redirect("/login?signedOut=here");
}

export async function signOutEverywhere(): Promise<void> {
  const { user } = await requireSession(PATH);
  await raiseTokenVersion(user.id);
  await endSession();
  redirect("/login?signedOut=everywhere");
}

const NameProblem = z.enum(["name_missing", "name_too_long", "name_unreadable"]);
export type NameProblem = z.infer<typeof NameProblem>;

export type ProfileState = { kind: "idle" } | { kind: "saved"; at: number } | { kind: "refused"; problem: NameProblem };

export async function saveProfile(state: ProfileState, form: FormData): Promise<ProfileState> {
  const { user } = await requireSession(PATH);
  const parsed = Profile.safeParse({
    name: form.get("name"),
    locale: form.get("locale"),
    sendsTranscripts: form.get("sendsTranscripts") === "on",
  });
  if (!parsed.success) return { kind: "refused", problem: readNameProblem(parsed.error) };
  await updateProfile(user.id, parsed.data);
  (await cookies()).delete(LOCALE_COOKIE);
  refresh();
  return { kind: "saved", at: state.kind === "saved" ? state.at + 1 : 1 };
}

function readNameProblem(error: z.ZodError): NameProblem {
  const issue = error.issues.find(({ path, code }) => path[0] === "name" && code === "custom");
  const reason: unknown = issue && "params" in issue ? (issue.params as Record<string, unknown>)["reason"] : undefined;
  return NameProblem.catch("name_missing").parse(reason);
}
