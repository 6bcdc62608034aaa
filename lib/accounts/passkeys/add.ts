import { verifyRegistrationResponse } from "@simplewebauthn/server";
import { recordAct } from "@/lib/audit/record-act";
import { enqueueMail } from "@/lib/mail/enqueue";
import { checkInput } from "@/lib/platform/check-input";
import { now } from "@/lib/platform/clock";
import { type Transaction, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { LOCK_QUOTA } from "../accounts.sql";
import type { OpenSession } from "../find-session";
import { readChallenge } from "./challenge";
import { PASSKEYS_PER_PERSON_MAX, Registration, readAnswer, readAnsweredChallenge } from "./passkey";
import { PasskeyName } from "./passkey-name";
import { relyingParty } from "./relying-party";
import { useChallenge } from "./use-challenge";

type AddResult = "added" | "passkey_unverified" | "passkey_known" | "passkeys_full";

/** `typed`: the browser's answer to `beginAdding`, which this session asked for. The person is told by mail. */
export async function addPasskey(session: OpenSession, typed: { name: string; answer: string }): Promise<AddResult> {
  const { name } = checkInput(PasskeyName, { name: typed.name });
  const answer = readAnswer(Registration, typed.answer);
  const verified = answer && (await verify(answer, session));
  if (!verified) return "passkey_unverified";
  const { challenge, made } = verified;
  const { user } = session;
  return transaction(async (tx) => {
    await tx.query(LOCK_QUOTA, [`passkeys:${user.id}`]);
    if (!(await useChallenge(tx, challenge))) return "passkey_unverified";
    const { credential, credentialBackedUp: isBackedUp } = made;
    const refusal = await findRefusal(tx, user.id, credential.id);
    if (refusal) return refusal;
    const id = newId("pky");
    const { publicKey, counter } = credential;
    const data = { id, userId: user.id, credentialId: credential.id, publicKey, counter, name, isBackedUp };
    await tx.prisma.passkey.create({ data: { ...data, transports: answer.response.transports, createdAt: now() } });
    const facts = { change: "added", name };
    await enqueueMail(tx, { kind: "passkey_changed", recipient: user.email, locale: user.locale, facts });
    recordAct(tx, { name: "passkey.add", userId: user.id, resourceId: id, scope: "own area" });
    return "added";
  });
}

async function findRefusal({ prisma }: Transaction, userId: string, credentialId: string): Promise<AddResult | null> {
  if (await prisma.passkey.findUnique({ where: { credentialId }, select: { id: true } })) return "passkey_known";
  return (await prisma.passkey.count({ where: { userId } })) >= PASSKEYS_PER_PERSON_MAX ? "passkeys_full" : null;
}

/** null: another origin, another session, too late, or the person was not verified. */
async function verify(answer: Registration, { id: sessionId }: OpenSession) {
  const party = relyingParty();
  if (party === null) return null;
  const encoded = readAnsweredChallenge(answer);
  const challenge = readChallenge(encoded, { sessionId }, now());
  if (challenge === null) return null;
  try {
    const { verified, registrationInfo: made } = await verifyRegistrationResponse({
      response: { ...answer, response: { ...answer.response, transports: [] }, clientExtensionResults: {} },
      expectedChallenge: encoded,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    return verified ? { challenge, made } : null;
  } catch {
    // It says what does not fit, in words of the caller, which no log needs.
    return null;
  }
}
