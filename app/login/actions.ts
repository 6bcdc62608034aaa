"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { keepingAction, statefulAction } from "@/app/_ui/form/define-action";
import { refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { readPasskeyCookie } from "@/lib/accounts/passkeys/begin-sign-in";
import { signInWithPasskey as enterWithPasskey } from "@/lib/accounts/passkeys/sign-in";
import { SignIn } from "@/lib/accounts/profile/account";
import { readClientAddress, readOrigin } from "@/lib/accounts/sessions/session";
import { readCallbackPath } from "@/lib/accounts/sign-in/callback-path";
import { DEMO_PEOPLE, findDemoPerson, isDemoAtHand } from "@/lib/accounts/sign-in/read-demo-people";
import { signInWithPassword } from "@/lib/accounts/sign-in/sign-in";
import { enter } from "./enter";

/** Shown again in the form, so without characters that a field cannot hold. */
function readEmail(form: FormData): string {
  return readField(form, "email")
    .slice(0, 254)
    .replace(/\p{Cc}/gu, "")
    .toWellFormed();
}

async function enterWith(credentials: SignIn, form: FormData): Promise<never> {
  await enter(await signInWithPassword(credentials, await readOrigin()), "sign_in_refused", "email");
  redirect(readCallbackPath(readField(form, "callbackUrl")));
}

export const signIn = keepingAction(readEmail, async (form) => {
  const [email, password] = [readField(form, "email"), readField(form, "password")];
  if (email.trim() === "" || password === "") throw refuse("sign_in_incomplete", "email");
  const credentials = SignIn.safeParse({ email, password });
  if (!credentials.success) throw refuse("sign_in_refused", "email");
  return enterWith(credentials.data, form);
});

export const signInWithPasskey = statefulAction(async (form) => {
  const origin = { ...(await readOrigin()), browser: await readPasskeyCookie() };
  await enter(await enterWithPasskey(readField(form, "answer"), origin), "passkey_refused");
  redirect(readCallbackPath(readField(form, "callbackUrl")));
});

export const signInToDemo = statefulAction(async (form) => {
  const person = DEMO_PEOPLE.find((known) => known === readField(form, "person"));
  const isOpen = isDemoAtHand(await readClientAddress(), await headers());
  const credentials = person && isOpen ? findDemoPerson(person) : null;
  if (!credentials) throw refuse("sign_in_refused");
  return enterWith(credentials, form);
});
