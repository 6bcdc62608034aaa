import { log } from "@/lib/platform/log";
import type { ProvenUser, SignIn } from "../profile/account";
import { findUserByEmail } from "../queries";
import { type AttemptOrigin, markAttemptSucceeded, openAttempt } from "./open-attempt";
import { markPassword, verifyPassword } from "./password";
import { recordSignIn } from "./record-sign-in";

export type SignInResult =
  | { kind: "signed_in"; user: ProvenUser }
  | { kind: "refused" }
  | { kind: "limited"; retryAfterSeconds: number }
  | { kind: "unavailable" };

/** An unknown account takes the same steps and gets the same result as a wrong password. */
export async function signInWithPassword({ email, password }: SignIn, origin: AttemptOrigin): Promise<SignInResult> {
  const ticket = await openAttempt(email, origin).catch((error: unknown) => {
    log().error({ error }, "sign-in attempts cannot be counted");
    return { kind: "unavailable" } as const;
  });
  if (ticket.kind !== "open") return ticket;
  const user = await findUserByEmail(email);
  const matches = await verifyPassword(user?.passwordHash ?? null, password);
  await recordSignIn(user?.id ?? null, { address: origin.address, method: "password", succeeded: matches });
  if (!user?.passwordHash || !matches) return { kind: "refused" };
  await markAttemptSucceeded(ticket.attemptId);
  const { passwordHash, ...signedIn } = user;
  return { kind: "signed_in", user: { passwordMark: markPassword(passwordHash), ...signedIn } };
}
