import { recordAct } from "../audit/record-act";
import type { Transaction } from "../db/transaction";
import { now } from "../platform/clock";

/** The person's own keys. Keys of an organization are its own, and stay. */
export async function revokePersonalKeys(tx: Transaction, userId: string): Promise<void> {
  const revoked = await tx.prisma.apiKey.updateManyAndReturn({
    where: { userId, revokedAt: null },
    data: { revokedAt: now(), revokedById: userId },
    select: { id: true, billingEntityId: true },
  });
  const act = { name: "api_key.revoke", userId } as const;
  recordAct(tx, ...revoked.map(({ id, billingEntityId }) => ({ ...act, resourceId: id, scope: { billingEntityId } })));
}
