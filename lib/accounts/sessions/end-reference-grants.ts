import type { Transaction } from "../../db/transaction";

/** It has no redirect URI, so nobody can be asked for consent in its name. */
export const REFERENCE_CLIENT_ID = "api-reference";

export async function endReferenceGrants({ prisma }: Transaction, userId: string, at: Date): Promise<void> {
  await prisma.oAuthGrant.updateMany({
    where: { userId, app: { clientId: REFERENCE_CLIENT_ID }, revokedAt: null, expiresAt: { gt: at } },
    data: { revokedAt: at, revokedReason: "user" },
  });
}
