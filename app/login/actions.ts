"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { keepingAction, statefulAction } from "@/app/_ui/form/define-action";
import { type Reason, refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { SignIn } from "@/lib/accounts/account";
import { readDeviceCookie } from "@/lib/accounts/begin-session";
import { readCallbackPath } from "@/lib/accounts/callback-path";
import { readPasskeyCookie } from "@/lib/accounts/passkeys/begin-sign-in";
import { signInWithPasskey as enterWithPasskey, type PasskeyResult } from "@/lib/accounts/passkeys/sign-in";
import { DEMO_PEOPLE, findDemoPerson, isDemoAtHand } from "@/lib/accounts/read-demo-people";
import { readClientAddress, signInHere } from "@/lib/accounts/session";
import { signInWithPassword } from "@/lib/accounts/sign-in";

/** Shown again in the form, so without characters that a field cannot hold. */
function readEmail(form: FormData): string {
  return readField(form, "email")
    .slice(0, 254)
    .replace(/\p{Cc}/gu, "")
    .toWellFormed();
}

/** The way in that everyone takes, with the limits of everyone. */
async function enter(credentials: SignIn, form: FormData): Promise<never> {
  const origin = { address: await readClientAddress(), deviceCookie: await readDeviceCookie() };
  return finish(await signInWithPassword(credentials, origin), form, "sign_in_refused", "email");
}

async function finish(result: PasskeyResult, form: FormData, refused: Reason, field = ""): Promise<never> {
  if (result.kind === "limited") throw refuse("sign_in_limited", "", Math.ceil(result.retryAfterSeconds / 60));
  if (result.kind === "refused") throw refuse(refused, field);
  if (result.kind === "copied") throw refuse("passkey_copied");
  if (result.kind === "unavailable") throw refuse("sign_in_unavailable");
  await signInHere(result.user);
  redirect(readCallbackPath(readField(form, "callbackUrl")));
}

export const signIn = keepingAction(readEmail, async (form) => {
  const [email, password] = [readField(form, "email"), readField(form, "password")];
  if (email.trim() === "" || password === "") throw refuse("sign_in_incomplete", "email");
  const credentials = SignIn.safeParse({ email, password });
  // No account has such an email or such a password.
  if (!credentials.success) throw refuse("sign_in_refused", "email");
  return enter(credentials.data, form);
});

/** The passkey says who the person is: no address is typed. */
export const signInWithPasskey = statefulAction(async (form) => {
  const result = await enterWithPasskey(readField(form, "answer"), {
    address: await readClientAddress(),
    deviceCookie: await readDeviceCookie(),
    browser: await readPasskeyCookie(),
  });
  return finish(result, form, "passkey_refused");
});

/** As a person of the demo, whose password the browser never sees. */
export const signInToDemo = statefulAction(async (form) => {
  const person = DEMO_PEOPLE.find((known) => known === readField(form, "person"));
  const isOpen = isDemoAtHand(await readClientAddress(), await headers());
  const credentials = person && isOpen ? findDemoPerson(person) : null;
  if (!credentials) throw refuse("sign_in_refused");
  return enter(credentials, form);
});
