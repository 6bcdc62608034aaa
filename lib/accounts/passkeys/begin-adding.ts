import { generateRegistrationOptions } from "@simplewebauthn/server";
import { prisma } from "@/lib/db/prisma";
import { now } from "@/lib/platform/clock";
import type { OpenSession } from "../sessions/find-session";
import { issueChallenge } from "./challenge";
import { relyingParty } from "./relying-party";

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
