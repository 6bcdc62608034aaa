"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { openOwner } from "@/lib/access/open-owner";
import { isScope, type Scope } from "@/lib/access/scopes";
import { requireSession } from "@/lib/accounts/session";
import {
  EXPIRY_CHOICES,
  PRESET_NAMES,
  PRESETS,
  RotateKey,
  type RotationRefusal,
  resolveExpiry,
} from "@/lib/api-keys/api-key";
import { type IssuedKey, issueKey } from "@/lib/api-keys/issue";
import { openKey } from "@/lib/api-keys/queries";
import { revokeKey } from "@/lib/api-keys/revoke";
import { rotateKey } from "@/lib/api-keys/rotate";
import { now } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { type KeyProblem, readKeyProblems } from "./problems";

const PATH = "/settings/developer/api-keys";

export interface KeyFormValues {
  name: string;
  owner: string;
  scopes: string[];
  expiry: string;
  date: string;
}

export type IssueState =
  | { kind: "idle" }
  | { kind: "invalid"; problems: KeyProblem[]; values: KeyFormValues }
  | { kind: "issued"; issued: IssuedKey };

export const issue = statefulAction<IssueState>(async (form) => {
  const { user } = await requireSession(`${PATH}/new`);
  const values = readValues(form);
  try {
    await limitPersonWrites(user.id);
    const access = await openOwner(user.id, values.owner);
    const expiry = EXPIRY_CHOICES.find((choice) => choice === values.expiry) ?? "date";
    // A scope that is not in the list is refused by the store's schema, not dropped on the way.
    const scopes = values.scopes as Scope[];
    return {
      kind: "issued",
      issued: await issueKey(access, {
        name: values.name,
        scopes,
        expiresAt: resolveExpiry(expiry, values.date, now()),
      }),
    };
  } catch (error) {
    return {
      kind: "invalid",
      problems: readKeyProblems(error, { not_found: { field: "owner", reason: "owner_unknown" } }),
      values,
    };
  }
});

/** A chosen preset speaks for itself; the boxes count for "custom". With JavaScript the two always agree. */
function readValues(form: FormData): KeyFormValues {
  const preset = PRESET_NAMES.find((name) => name === form.get("preset"));
  return {
    name: readField(form, "name"),
    owner: readField(form, "owner"),
    scopes: preset
      ? [...PRESETS[preset]].filter(isScope)
      : form.getAll("scopes").filter((scope) => typeof scope === "string"),
    expiry: readField(form, "expiry"),
    date: readField(form, "date"),
  };
}

export type RevokeState = { kind: "idle" } | { kind: "invalid"; problems: KeyProblem[] };

export const revoke = statefulAction<RevokeState>(async (form) => {
  const keyId = readField(form, "keyId");
  const { user } = await requireSession(`${PATH}/${encodeURIComponent(keyId)}/revoke`);
  try {
    await revokeKey(await openKey(user.id, keyId), readField(form, "confirmation"));
  } catch (error) {
    return { kind: "invalid", problems: readKeyProblems(error, { not_found: { field: "", reason: "key_gone" } }) };
  }
  redirect(`${PATH}?revoked=${encodeURIComponent(keyId)}`);
});

export type RotateState =
  | { kind: "idle" }
  | { kind: "refused"; reason: RotationRefusal | "key_gone" | "too_fast" }
  | { kind: "rotated"; issued: IssuedKey };

export const rotate = statefulAction<RotateState>(async (form) => {
  const keyId = readField(form, "keyId");
  const { user } = await requireSession(`${PATH}/${encodeURIComponent(keyId)}/rotate`);
  const input = RotateKey.catch({ overlap: "24h" }).parse({ overlap: form.get("overlap") });
  try {
    await limitPersonWrites(user.id);
    return await rotateKey(await openKey(user.id, keyId), input);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return { kind: "refused", reason: "key_gone" };
    if (error instanceof AppError && error.code === "rate_limit_exceeded")
      return { kind: "refused", reason: "too_fast" };
    throw error;
  }
});
