"use server";

import { redirect } from "next/navigation";
import { KEYS_PATH, keyPath, keysPath } from "@/app/_links";
import { keepingAction, statefulAction } from "@/app/_ui/form/define-action";
import { type Mapping, refuse } from "@/app/_ui/form/problems";
import { readAll, readField } from "@/app/_ui/form/read-field";
import { requireFreshProof } from "@/app/confirm/require-fresh-proof";
import { openOwner } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/sessions/session";
import { NETWORKS_TYPED_MAX_LENGTH, RotateKey, resolveExpiry } from "@/lib/api-keys/api-key";
import { EXPIRY_CHOICES, PRESET_NAMES, PRESETS } from "@/lib/api-keys/choices";
import { issueKey } from "@/lib/api-keys/issue";
import { openKey } from "@/lib/api-keys/queries";
import { listKeyScopes } from "@/lib/api-keys/reach";
import { revokeKey } from "@/lib/api-keys/revoke";
import { rotateKey } from "@/lib/api-keys/rotate";
import { setBudget } from "@/lib/api-keys/set-budget";
import { setNetworks } from "@/lib/api-keys/set-networks";
import { startRecording, stopRecording } from "@/lib/api-keys/start-recording";
import { now } from "@/lib/platform/clock";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { listEndpoints } from "./endpoints";

/** A chosen preset decides; the boxes count for "custom". With JavaScript the two always agree. */
function readValues(form: FormData) {
  const preset = PRESET_NAMES.find((name) => name === form.get("preset"));
  return {
    name: readField(form, "name"),
    owner: readField(form, "owner"),
    scopes: preset ? [...PRESETS[preset]] : readAll(form, "scopes"),
    expiry: readField(form, "expiry"),
    date: readField(form, "date"),
    allowedNetworks: readField(form, "allowedNetworks").slice(0, NETWORKS_TYPED_MAX_LENGTH),
  };
}

export type KeyFormValues = ReturnType<typeof readValues>;

export const issue = keepingAction(
  readValues,
  async (form) => {
    const session = await requireSession(`${KEYS_PATH}/new`);
    const { user } = session;
    const { name, owner, scopes, expiry, date, allowedNetworks } = readValues(form);
    await limitPersonWrites(user.id);
    await requireFreshProof(session, form);
    const access = await openOwner(user.id, owner);
    const choice = EXPIRY_CHOICES.find((known) => known === expiry) ?? "date";
    const expiresAt = resolveExpiry(choice, date, now());
    // A preset, and a box that was ticked for another owner, may hold scopes that open nothing to this key.
    const usable = listKeyScopes(listEndpoints(), access.owner.kind).filter((scope) => scopes.includes(scope));
    const input = { name, scopes: usable, expiresAt, allowedNetworks };
    return { kind: "issued" as const, issued: await issueKey(access, input) };
  },
  { byCode: { not_found: { field: "owner", reason: "owner_unknown" } } },
);

const GONE: Mapping = { byCode: { not_found: "key_gone" } };

export const revoke = statefulAction(async (form) => {
  const keyId = readField(form, "keyId");
  const { user } = await requireSession(keyPath(keyId));
  const access = await openKey(user.id, keyId);
  await revokeKey(access, readField(form, "confirmation"));
  redirect(`${keysPath(access.owner.id)}&revoked=${encodeURIComponent(keyId)}`);
}, GONE);

export const saveBudget = statefulAction(async (form) => {
  const keyId = readField(form, "keyId");
  const { user } = await requireSession(keyPath(keyId));
  await limitPersonWrites(user.id);
  await setBudget(await openKey(user.id, keyId), readField(form, "budget"));
  redirect(`${keyPath(keyId)}?done=budget`);
}, GONE);

export const saveNetworks = keepingAction(
  (form) => ({ allowedNetworks: readField(form, "allowedNetworks").slice(0, NETWORKS_TYPED_MAX_LENGTH) }),
  async (form) => {
    const keyId = readField(form, "keyId");
    const { user } = await requireSession(keyPath(keyId));
    await limitPersonWrites(user.id);
    await setNetworks(await openKey(user.id, keyId), readField(form, "allowedNetworks"));
    redirect(`${keyPath(keyId)}?done=networks`);
  },
  GONE,
);

export const record = statefulAction(async (form) => {
  const keyId = readField(form, "keyId");
  const { user } = await requireSession(keyPath(keyId));
  await limitPersonWrites(user.id);
  await startRecording(await openKey(user.id, keyId));
  redirect(`${keyPath(keyId)}?done=recording`);
}, GONE);

export const endRecording = statefulAction(async (form) => {
  const keyId = readField(form, "keyId");
  const { user } = await requireSession(keyPath(keyId));
  const deletes = readField(form, "deletes") === "true";
  await stopRecording(await openKey(user.id, keyId), { deletes });
  redirect(`${keyPath(keyId)}?done=${deletes ? "deleted" : "stopped"}`);
}, GONE);

export const rotate = statefulAction(async (form) => {
  const keyId = readField(form, "keyId");
  const session = await requireSession(keyPath(keyId));
  const { user } = session;
  const input = RotateKey.catch({ overlap: "24h" }).parse({ overlap: form.get("overlap") });
  await limitPersonWrites(user.id);
  await requireFreshProof(session, form);
  const result = await rotateKey(await openKey(user.id, keyId), input);
  if (result.kind === "refused") throw refuse(`key_${result.reason}`);
  return result;
}, GONE);
