"use server";

import { redirect } from "next/navigation";
import { formAction, statefulAction } from "@/app/_ui/define-action";
import { orNotFound } from "@/app/_ui/or-not-found";
import { readField } from "@/app/_ui/read-field";
import { openAdministration } from "@/lib/accounts/open-administration";
import { requireSession } from "@/lib/accounts/session";
import { RotateSecret } from "@/lib/oauth/app";
import { deactivateApp, reactivateApp } from "@/lib/oauth/deactivate-app";
import { editApp } from "@/lib/oauth/edit-app";
import { type RegisteredApp, registerApp } from "@/lib/oauth/register-app";
import { endOverlap, rotateSecret, type SecretRefusal } from "@/lib/oauth/rotate-client-secret";
import { AppError } from "@/lib/platform/errors";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { requireAdmin } from "./open-page";
import { APPS_PATH, appPath } from "./paths";
import { type AppProblem, readAppProblems } from "./problems";

export interface AppFormValues {
  name: string;
  developerName: string;
  websiteUrl: string;
  clientType: string;
  actorType: string;
  allowedScopes: string[];
  redirectUris: string[];
  /** The state of the app that an edit began with: it stays, whatever answer comes between. */
  seenAt: string;
}

/** Lines are taken as they stand, without the blanks around them; empty ones are no address. */
function readValues(form: FormData): AppFormValues {
  const lines = readField(form, "redirectUris").split(/\r\n|\r|\n/);
  return {
    name: readField(form, "name"),
    developerName: readField(form, "developerName"),
    websiteUrl: readField(form, "websiteUrl"),
    clientType: readField(form, "clientType"),
    actorType: readField(form, "actorType"),
    allowedScopes: form.getAll("scopes").filter((scope) => typeof scope === "string"),
    redirectUris: lines.map((line) => line.trim()).filter((line) => line !== ""),
    seenAt: readField(form, "seenAt"),
  };
}

export type AppFormState =
  | { kind: "idle" }
  | { kind: "invalid"; problems: AppProblem[]; values: AppFormValues }
  | { kind: "stale"; values: AppFormValues }
  | { kind: "registered"; app: RegisteredApp & { secret: string } };

export const register = statefulAction<AppFormState>(async (form) => {
  const { user } = await requireSession(`${APPS_PATH}/new`);
  const values = readValues(form);
  let app: RegisteredApp;
  try {
    await limitPersonWrites(user.id);
    app = await registerApp(await openAdministration(user.id), values);
  } catch (error) {
    return { kind: "invalid", problems: readAppProblems(error), values };
  }
  const { secret } = app;
  if (secret !== null) return { kind: "registered", app: { ...app, secret } };
  redirect(`${appPath(app.id)}?done=registered`);
});

export const edit = statefulAction<AppFormState>(async (form) => {
  const appId = readField(form, "appId");
  const { user } = await requireSession(`${appPath(appId)}/edit`);
  const values = readValues(form);
  try {
    await limitPersonWrites(user.id);
    const admin = await openAdministration(user.id);
    const { kind } = await editApp(admin, appId, values.seenAt, values);
    if (kind === "stale") return { kind, values };
  } catch (error) {
    return { kind: "invalid", problems: readAppProblems(error), values };
  }
  redirect(`${appPath(appId)}?done=saved`);
});

export type RotateState =
  | { kind: "idle" }
  | { kind: "refused"; reason: SecretRefusal | "app_gone" | "too_fast" }
  | { kind: "rotated"; secret: string };

export const rotate = statefulAction<RotateState>(async (form) => {
  const appId = readField(form, "appId");
  const { user } = await requireSession(`${appPath(appId)}/rotate`);
  const secretId = readField(form, "secretId");
  const input = RotateSecret.catch({ overlap: "24h", secretId }).parse({ overlap: form.get("overlap"), secretId });
  try {
    await limitPersonWrites(user.id);
    return await rotateSecret(await openAdministration(user.id), appId, input);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return { kind: "refused", reason: "app_gone" };
    if (error instanceof AppError && error.code === "rate_limit_exceeded")
      return { kind: "refused", reason: "too_fast" };
    throw error;
  }
});

export type DeactivateState = { kind: "idle" } | { kind: "invalid"; problems: AppProblem[] };

export const deactivate = statefulAction<DeactivateState>(async (form) => {
  const appId = readField(form, "appId");
  const { user } = await requireSession(`${appPath(appId)}/deactivate`);
  let ended: number;
  try {
    await limitPersonWrites(user.id);
    ended = await deactivateApp(await openAdministration(user.id), appId, readField(form, "confirmation"));
  } catch (error) {
    return { kind: "invalid", problems: readAppProblems(error) };
  }
  redirect(`${appPath(appId)}?done=deactivated&ended=${ended}`);
});

export const reactivate = formAction(async (form) => {
  const appId = readField(form, "appId");
  await orNotFound(reactivateApp(await requireAdmin(appPath(appId)), appId));
  redirect(`${appPath(appId)}?done=reactivated`);
});

export const endOverlapNow = formAction(async (form) => {
  const appId = readField(form, "appId");
  await orNotFound(endOverlap(await requireAdmin(appPath(appId)), appId));
  redirect(`${appPath(appId)}?done=overlap-ended`);
});
