import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { prisma } from "@/lib/db/prisma";
import { transaction } from "@/lib/db/transaction";
import { enqueueMail } from "@/lib/mail/enqueue";
import { now } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { LOCK_PASSKEY } from "../accounts.sql";
import type { SignedInUser } from "../profile/account";
import { takeAnonymousTurn } from "../sign-in/limit-attempts";
import { type AttemptOrigin, markAttemptSucceeded, openAttempt } from "../sign-in/open-attempt";
import { recordSignIn } from "../sign-in/record-sign-in";
import type { SignInResult } from "../sign-in/sign-in";
import { readChallenge } from "./challenge";
import { Assertion, isCounterOld, readAnswer, readAnsweredChallenge } from "./passkey";
import { relyingParty } from "./relying-party";
import { useChallenge } from "./use-challenge";

export type PasskeyResult = SignInResult | { kind: "copied" };

interface PasskeyOrigin extends AttemptOrigin {
  browser: string | undefined;
}

const REFUSED = { kind: "refused" } as const;

/** An unknown passkey, a forged answer and a used challenge get the same result. */
export async function signInWithPasskey(typed: string, origin: PasskeyOrigin): Promise<PasskeyResult> {
  const answer = readAnswer(Assertion, typed);
  const { browser } = origin;
  if (answer === null || browser === undefined) return REFUSED;
  const found = await takeAnonymousTurn(async () => ({ passkey: await findCredential(answer.id) }));
  if ("kind" in found) return found;
  const { passkey } = found;
  const email = passkey?.user.email ?? null;
  const ticket = await openAttempt(`passkey ${answer.id}`, origin, email).catch((error: unknown) => {
    log().error({ error }, "sign-in attempts cannot be counted");
    return { kind: "unavailable" } as const;
  });
  if (ticket.kind !== "open") return ticket;
  const outcome = passkey ? await checkAnswer(answer, passkey, browser) : "refused";
  const succeeded = outcome === "good";
  await recordSignIn(passkey?.user.id ?? null, { address: origin.address, method: "passkey", succeeded });
  if (!passkey || outcome === "refused") return REFUSED;
  if (outcome === "copied") return { kind: "copied" };
  await markAttemptSucceeded(ticket.attemptId);
  return { kind: "signed_in", user: passkey.user satisfies SignedInUser };
}

type Credential = NonNullable<Awaited<ReturnType<typeof findCredential>>>;

function findCredential(credentialId: string) {
  return prisma().passkey.findUnique({
    where: { credentialId },
    select: {
      id: true,
      name: true,
      publicKey: true,
      user: { select: { id: true, email: true, name: true, locale: true, isAdmin: true } },
    },
  });
}

async function checkAnswer(
  answer: Assertion,
  passkey: Credential,
  browser: string,
): Promise<"good" | "refused" | "copied"> {
  const verified = await verify(answer, passkey, browser);
  if (verified === null) return "refused";
  const { challenge, counter, isBackedUp } = verified;
  const { id, user, name } = passkey;
  return transaction(async (tx) => {
    if (!(await useChallenge(tx, challenge))) return "refused";
    // The row's lock orders the answers, so the second of two with one counter is refused.
    const [current] = await tx.query(LOCK_PASSKEY, { id });
    if (!current) return "refused";
    if (isCounterOld(BigInt(current.counter), counter)) {
      const facts = { change: "copied", name };
      await enqueueMail(tx, { kind: "passkey_changed", recipient: user.email, locale: user.locale, facts });
      return "copied";
    }
    await tx.prisma.passkey.update({ where: { id }, data: { counter, isBackedUp, lastUsedAt: now() } });
    return "good";
  });
}

async function verify(answer: Assertion, { publicKey, user }: Credential, browser: string) {
  const party = relyingParty();
  if (party === null || Buffer.from(answer.response.userHandle, "base64url").toString() !== user.id) return null;
  const encoded = readAnsweredChallenge(answer);
  const challenge = readChallenge(encoded, { browser }, now());
  if (challenge === null) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: encoded,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: answer.id, publicKey, counter: 0 },
      requireUserVerification: true,
    });
    if (!verified) return null;
    return { challenge, counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch {
    return null;
  }
}
