import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject, isoCBOR } from "@simplewebauthn/server/helpers";
import { recordAction } from "@/lib/audit/record-action";
import { prisma } from "@/lib/db/prisma";
import { transaction } from "@/lib/db/transaction";
import { enqueueMail } from "@/lib/mail/enqueue";
import { checkInput } from "@/lib/platform/check-input";
import { now } from "@/lib/platform/clock";
import { newId } from "@/lib/platform/ids";
import { LOCK_QUOTA } from "../accounts.sql";
import type { OpenSession } from "../sessions/find-session";
import { issueChallenge, readChallenge } from "./challenge";
import { PASSKEYS_PER_PERSON_MAX, PasskeyName, Registration, readAnswer, readAnsweredChallenge } from "./passkey";
import { relyingParty } from "./relying-party";
import { useChallenge } from "./use-challenge";

export async function beginAdding({ id: sessionId, user }: OpenSession) {
  const party = relyingParty();
  if (party === null) return null;
  const known = await prisma().passkey.findMany({
    where: { userId: user.id },
    select: { credentialId: true, transports: true },
  });
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: issueChallenge({ sessionId }, now()),
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

type AddResult = "added" | "passkey_unverified" | "passkey_known" | "passkeys_full";

export async function addPasskey(session: OpenSession, typed: { name: string; answer: string }): Promise<AddResult> {
  const { name } = checkInput(PasskeyName, { name: typed.name });
  const answer = readAnswer(Registration, typed.answer);
  const verified = answer && (await verify(answer, session));
  if (!verified) return "passkey_unverified";
  const { challenge, made } = verified;
  const { user } = session;
  return transaction(async (tx) => {
    await tx.query(LOCK_QUOTA, { name: `passkeys:${user.id}` });
    if (!(await useChallenge(tx, challenge))) return "passkey_unverified";
    const { credential, credentialBackedUp: isBackedUp } = made;
    if ((await tx.prisma.passkey.count({ where: { userId: user.id } })) >= PASSKEYS_PER_PERSON_MAX)
      return "passkeys_full";
    const id = newId("pky");
    const { publicKey, counter } = credential;
    const data = { id, userId: user.id, credentialId: credential.id, publicKey, counter, name, isBackedUp };
    const row = { ...data, transports: answer.response.transports, createdAt: now() };
    // The lock is this person's alone; someone else may add the same credential now.
    const { count } = await tx.prisma.passkey.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) return "passkey_known";
    const facts = { change: "added", name };
    await enqueueMail(tx, { kind: "passkey_changed", recipient: user.email, locale: user.locale, facts });
    recordAction(tx, { name: "passkey.add", userId: user.id, resourceId: id, scope: "own area" });
    return "added";
  });
}

async function verify(answer: Registration, { id: sessionId }: OpenSession) {
  const party = relyingParty();
  if (party === null) return null;
  const encoded = readAnsweredChallenge(answer);
  const challenge = readChallenge(encoded, { sessionId }, now());
  if (challenge === null) return null;
  try {
    const { verified, registrationInfo: made } = await verifyRegistrationResponse({
      response: { ...answer, response: withoutAttestation(answer.response), clientExtensionResults: {} },
      expectedChallenge: encoded,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    // The inner id would be stored and only the outer one was validated, so they must match.
    return verified && made.credential.id === answer.id ? { challenge, made } : null;
  } catch {
    // The error quotes the caller's input, which no log needs.
    return null;
  }
}

/**
 * No attestation is read: verifying one fetches the URLs in its certificates, which anyone can write. `authData` holds
 * the key and its flags.
 */
function withoutAttestation({ clientDataJSON, attestationObject }: Registration["response"]) {
  const authData = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url"))).get("authData");
  const bare = new Map<string, string | Uint8Array | Map<string, string>>([
    ["fmt", "none"],
    ["attStmt", new Map<string, string>()],
    ["authData", authData],
  ]);
  return { clientDataJSON, attestationObject: Buffer.from(isoCBOR.encode(bare)).toString("base64url"), transports: [] };
}
