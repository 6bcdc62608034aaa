import type { SignedInUser, SignIn } from "./account";
import { verifyPassword } from "./password";
import { markAttemptSucceeded, openAttempt } from "./sign-in-store";
import { findUserByEmail } from "./store";

export type SignInResult =
  | { kind: "signed_in"; user: SignedInUser }
  | { kind: "refused" }
  | { kind: "limited"; retryAfterSeconds: number };

/** The one way in with a password. An unknown account and a wrong password take the same steps and give the same answer. */
export async function signInWithPassword({ email, password }: SignIn, clientAddress: string): Promise<SignInResult> {
  const ticket = await openAttempt(email, clientAddress);
  if (ticket.kind === "limited") return ticket;
  const user = await findUserByEmail(email);
  const matches = await verifyPassword(user?.passwordHash ?? null, password);
  if (!user || !matches) return { kind: "refused" };
  await markAttemptSucceeded(ticket.attemptId);
  const { passwordHash: _, ...signedIn } = user;
  return { kind: "signed_in", user: signedIn };
}
