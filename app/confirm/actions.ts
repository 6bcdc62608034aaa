"use server";

import { redirect } from "next/navigation";
import { CONFIRM_PATH } from "@/app/_links";
import { statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { enter } from "@/app/login/enter";
import { readPasskeyCookie } from "@/lib/accounts/passkeys/begin-sign-in";
import { signInWithPasskey } from "@/lib/accounts/passkeys/sign-in";
import { readOrigin, requireSession } from "@/lib/accounts/sessions/session";
import { readCallbackPath } from "@/lib/accounts/sign-in/callback-path";
import { proveByPassword } from "./require-fresh-proof";

export const confirmWithPassword = statefulAction(async (form) => {
  await proveByPassword(await requireSession(CONFIRM_PATH), readField(form, "proof"));
  redirect(readCallbackPath(readField(form, "callbackUrl")));
});

/** A passkey of someone else would switch the account. */
export const confirmWithPasskey = statefulAction(async (form) => {
  const { user } = await requireSession(CONFIRM_PATH);
  const origin = { ...(await readOrigin()), browser: await readPasskeyCookie() };
  const result = await signInWithPasskey(readField(form, "answer"), origin);
  const isOther = result.kind === "signed_in" && result.user.id !== user.id;
  await enter(isOther ? { kind: "refused" } : result, "passkey_refused");
  redirect(readCallbackPath(readField(form, "callbackUrl")));
});
