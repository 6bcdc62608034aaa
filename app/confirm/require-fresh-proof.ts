import { refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { enter } from "@/app/login/enter";
import { SignIn } from "@/lib/accounts/profile/account";
import { isFresh, readOrigin, type Session } from "@/lib/accounts/sessions/session";
import { signInWithPassword } from "@/lib/accounts/sign-in/sign-in";

/**
 * A stolen session must not become lasting access. A proof begins a new session, which ends every copy of the one
 * before.
 */
export async function requireFreshProof(session: Session, form: FormData): Promise<void> {
  if (!isFresh(session)) await proveByPassword(session, readField(form, "proof"));
}

export async function proveByPassword({ user: { email } }: Session, password: string): Promise<void> {
  if (password === "") throw refuse("proof_missing", "proof");
  const credentials = SignIn.safeParse({ email, password });
  const result = credentials.success
    ? await signInWithPassword(credentials.data, await readOrigin())
    : ({ kind: "refused" } as const);
  await enter(result, "proof_wrong", "proof", "proof");
}
