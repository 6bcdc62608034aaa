"use server";

import { redirect } from "next/navigation";
import { APPS_PATH, appPath } from "@/app/_links";
import { formAction, keepingAction, statefulAction } from "@/app/_ui/form/define-action";
import { type Mapping, refuse } from "@/app/_ui/form/problems";
import { readAll, readField } from "@/app/_ui/form/read-field";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { requireFreshProof } from "@/app/confirm/require-fresh-proof";
import { openAdministration } from "@/lib/access/open-administration";
import { requireSession } from "@/lib/accounts/sessions/session";
import { RotateSecret } from "@/lib/oauth/apps/app";
import { deactivateApp, reactivateApp } from "@/lib/oauth/apps/deactivate-app";
import { editApp } from "@/lib/oauth/apps/edit-app";
import { registerApp } from "@/lib/oauth/apps/register-app";
import { endOverlap, rotateSecret } from "@/lib/oauth/apps/rotate-client-secret";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { requireAdmin } from "../open-administration-page";

function readValues(form: FormData) {
  const lines = readField(form, "redirectUris").split(/\r\n|\r|\n/);
  return {
    name: readField(form, "name"),
    developerName: readField(form, "developerName"),
    websiteUrl: readField(form, "websiteUrl"),
    clientType: readField(form, "clientType"),
    actorType: readField(form, "actorType"),
    allowedScopes: readAll(form, "scopes"),
    keys: readField(form, "keys"),
    redirectUris: lines.map((line) => line.trim()).filter((line) => line !== ""),
    seenAt: readField(form, "seenAt"),
  };
}

export type AppFormValues = ReturnType<typeof readValues>;

const GONE: Mapping = { byCode: { not_found: "app_gone" } };

async function openFrom(form: FormData, page: string, isProven = false) {
  const appId = readField(form, "appId");
  const session = await requireSession(`${appPath(appId)}/${page}`);
  const { user } = session;
  await limitPersonWrites(user.id);
  if (isProven) await requireFreshProof(session, form);
  return { appId, admin: await openAdministration(user.id) };
}

export const register = keepingAction(
  readValues,
  async (form) => {
    const session = await requireSession(`${APPS_PATH}/new`);
    const { user } = session;
    await limitPersonWrites(user.id);
    await requireFreshProof(session, form);
    const { secret, ...app } = await registerApp(await openAdministration(user.id), readValues(form));
    if (secret === null) redirect(`${appPath(app.id)}?done=registered`);
    return { kind: "registered" as const, app: { ...app, secret } };
  },
  GONE,
);

export const edit = keepingAction(
  readValues,
  async (form) => {
    const { appId, admin } = await openFrom(form, "edit", true);
    const values = readValues(form);
    const { kind } = await editApp(admin, appId, values.seenAt, values);
    if (kind === "stale") return { kind, values };
    redirect(`${appPath(appId)}?done=saved`);
  },
  GONE,
);

export const rotate = statefulAction(async (form) => {
  const { appId, admin } = await openFrom(form, "rotate", true);
  const secretId = readField(form, "secretId");
  const input = RotateSecret.catch({ overlap: "24h", secretId }).parse({ overlap: form.get("overlap"), secretId });
  const result = await rotateSecret(admin, appId, input);
  if (result.kind === "refused")
    throw refuse(result.reason === "no_secret" ? "app_without_secret" : "app_already_rotated");
  return result;
}, GONE);

export const deactivate = statefulAction(async (form) => {
  const { appId, admin } = await openFrom(form, "deactivate");
  const ended = await deactivateApp(admin, appId, readField(form, "confirmation"));
  redirect(`${appPath(appId)}?done=deactivated&ended=${ended}`);
}, GONE);

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
