import type { Transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { randomToken, sha256 } from "../../platform/crypto";
import { newId } from "../../platform/ids";

/** Returns the plaintext, which is shown once and stored nowhere. */
export async function createClientSecret(tx: Transaction, appId: string): Promise<string> {
  const { plaintext, last4, hash } = makeClientSecret();
  await tx.prisma.oAuthAppSecret.create({ data: { id: newId("sec"), appId, hash, last4, createdAt: now() } });
  return plaintext;
}

/** `svc_cs_` and 32 random bytes. */
export function makeClientSecret() {
  const plaintext = `svc_cs_${randomToken()}`;
  return { plaintext, last4: plaintext.slice(-4), hash: new Uint8Array(sha256(plaintext)) };
}
