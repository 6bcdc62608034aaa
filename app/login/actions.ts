"use server";

import { redirect } from "next/navigation";
import { keepingAction } from "@/app/_ui/form/define-action";
import { refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { SignIn } from "@/lib/accounts/account";
import { readDeviceCookie } from "@/lib/accounts/begin-session";
import { readCallbackPath } from "@/lib/accounts/callback-path";
import { readClientAddress, signInHere } from "@/lib/accounts/session";
import { signInWithPassword } from "@/lib/accounts/sign-in";

/** Shown again in the form, so without characters that a field cannot hold. */
function readEmail(form: FormData): string {
  return readField(form, "email")
    .slice(0, 254)
    .replace(/\p{Cc}/gu, "")
    .toWellFormed();
}

export const signIn = keepingAction(readEmail, async (form) => {
  const [email, password] = [readField(form, "email"), readField(form, "password")];
  if (email.trim() === "" || password === "") throw refuse("sign_in_incomplete", "email");
  const credentials = SignIn.safeParse({ email, password });
  // No account has such an email or such a password.
  if (!credentials.success) throw refuse("sign_in_refused", "email");
  const origin = { address: await readClientAddress(), deviceCookie: await readDeviceCookie() };
  const result = await signInWithPassword(credentials.data, origin);
  if (result.kind === "limited") throw refuse("sign_in_limited", "", Math.ceil(result.retryAfterSeconds / 60));
  if (result.kind === "refused") throw refuse("sign_in_refused", "email");
  if (result.kind === "unavailable") throw refuse("sign_in_unavailable");
  await signInHere(result.user);
  redirect(readCallbackPath(readField(form, "callbackUrl")));
});
