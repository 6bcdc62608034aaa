import type { Transaction } from "../../db/transaction";

/** The app of the API reference. Consent cannot be asked for in its name: it has no redirect URI. */
export const REFERENCE_CLIENT_ID = "api-reference";

/** The reference acts for the signed-in person, so signing out anywhere ends what it was given. */
export async function endReferenceGrants({ prisma }: Transaction, userId: string, at: Date): Promise<void> {
  await prisma.oAuthGrant.updateMany({
    where: { userId, app: { clientId: REFERENCE_CLIENT_ID }, revokedAt: null, expiresAt: { gt: at } },
    data: { revokedAt: at, revokedReason: "user" },
  });
}
