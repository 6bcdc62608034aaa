import type { Transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { randomToken, sha256 } from "../../platform/crypto";
import { newId } from "../../platform/ids";

export async function createClientSecret(tx: Transaction, appId: string): Promise<string> {
  const { plaintext, last4, hash } = makeClientSecret();
  await tx.prisma.oAuthAppSecret.create({ data: { id: newId("sec"), appId, hash, last4, createdAt: now() } });
  return plaintext;
}

export function makeClientSecret() {
  const plaintext = `svc_cs_${randomToken()}`;
  return { plaintext, last4: plaintext.slice(-4), hash: new Uint8Array(sha256(plaintext)) };
}
