"use server";

import { redirect } from "next/navigation";
import { readField } from "@/app/_ui/read-field";
import { SignIn } from "@/lib/accounts/account";
import { readCallbackPath } from "@/lib/accounts/callback-path";
import { readClientAddress, startSession } from "@/lib/accounts/session";
import { signInWithPassword } from "@/lib/accounts/sign-in";

export type SignInState =
  | { kind: "idle" }
  | { kind: "incomplete"; email: string }
  | { kind: "refused"; email: string }
  | { kind: "limited"; email: string; retryAfterSeconds: number };

export async function signIn(_: SignInState, form: FormData): Promise<SignInState> {
  const email = readField(form, "email").slice(0, 254);
  const parsed = SignIn.safeParse({ email: form.get("email"), password: form.get("password") });
  if (!parsed.success) return { kind: "incomplete", email };
  const result = await signInWithPassword(parsed.data, await readClientAddress());
  if (result.kind !== "signed_in") return { ...result, email };
  await startSession(result.user);
  redirect(readCallbackPath(form.get("callbackUrl")));
}
