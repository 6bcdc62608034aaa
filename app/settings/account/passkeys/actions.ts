"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { PASSKEYS_PATH } from "@/app/_links";
import { statefulAction, valueAction } from "@/app/_ui/form/define-action";
import { refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { requireFreshProof } from "@/app/confirm/require-fresh-proof";
import { addPasskey, beginAdding } from "@/lib/accounts/passkeys/add";
import { removePasskey } from "@/lib/accounts/passkeys/remove";
import { renamePasskey } from "@/lib/accounts/passkeys/rename";
import { isFresh, requireSession } from "@/lib/accounts/sessions/session";
import { limitPersonWrites } from "@/lib/usage/limit-burst";

const GONE = { byCode: { not_found: "passkey_gone" } } as const;

const NAMED = { fields: { name: "passkeyName" } } as const;

/** The question to the browser; null: this service can have no passkeys. */
export const begin = valueAction(z.null(), null, async () => {
  const session = await requireSession(PASSKEYS_PATH);
  return isFresh(session) ? beginAdding(session) : "unproven";
});

export const add = statefulAction(async (form) => {
  const session = await requireSession(PASSKEYS_PATH);
  await limitPersonWrites(session.user.id);
  await requireFreshProof(session, form);
  const result = await addPasskey(session, { name: readField(form, "passkeyName"), answer: readField(form, "answer") });
  if (result !== "added") throw refuse(result);
  redirect(`${PASSKEYS_PATH}?passkey=added#passkeys`);
}, NAMED);

export const rename = statefulAction(
  async (form) => {
    const id = readField(form, "passkeyId");
    const { user } = await requireSession(PASSKEYS_PATH);
    await limitPersonWrites(user.id);
    await renamePasskey(user.id, id, readField(form, "newName"));
    redirect(`${PASSKEYS_PATH}?passkey=renamed#passkeys`);
  },
  { ...GONE, fields: { name: "newName" } },
);

export const remove = statefulAction(async (form) => {
  const id = readField(form, "passkeyId");
  const { user } = await requireSession(PASSKEYS_PATH);
  const result = await removePasskey(user.id, id);
  if (result !== "removed") throw refuse(result);
  redirect(`${PASSKEYS_PATH}?passkey=removed#passkeys`);
}, GONE);
