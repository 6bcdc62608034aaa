"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { SignIn } from "@/lib/accounts/account";
import { readDeviceCookie } from "@/lib/accounts/begin-session";
import { readCallbackPath } from "@/lib/accounts/callback-path";
import { readClientAddress, signInHere } from "@/lib/accounts/session";
import { signInWithPassword } from "@/lib/accounts/sign-in";

export type SignInState =
  | { kind: "idle" }
  | { kind: "incomplete"; email: string }
  | { kind: "refused"; email: string }
  | { kind: "limited"; email: string; retryAfterSeconds: number }
  | { kind: "unavailable"; email: string };

export const signIn = statefulAction<SignInState>(async (form) => {
  const [email, password] = [readField(form, "email"), readField(form, "password")];
  const shown = email
    .slice(0, 254)
    .replace(/\p{Cc}/gu, "")
    .toWellFormed();
  if (email.trim() === "" || password === "") return { kind: "incomplete", email: shown };
  const credentials = SignIn.safeParse({ email, password });
  // No account has such an email or such a password.
  if (!credentials.success) return { kind: "refused", email: shown };
  const origin = { address: await readClientAddress(), deviceCookie: await readDeviceCookie() };
  const result = await signInWithPassword(credentials.data, origin);
  if (result.kind !== "signed_in") return { ...result, email: shown };
  await signInHere(result.user);
  redirect(readCallbackPath(readField(form, "callbackUrl")));
});
