import { recordAction } from "../audit/record-action";
import { type Transaction, transaction } from "../db/transaction";
import { checkTypedName } from "../platform/check-typed-name";
import { now } from "../platform/clock";
import { describeAction } from "./issue";
import type { KeyAccess } from "./queries";

export async function revokeKey(access: KeyAccess, typedName: string): Promise<void> {
  const { userId, key } = access;
  checkTypedName(typedName, key.name);
  await transaction(async (tx) => {
    const { count } = await tx.prisma.apiKey.updateMany({
      where: { id: key.id, revokedAt: null },
      data: { revokedAt: now(), revokedById: userId },
    });
    if (count > 0) recordAction(tx, { name: "api_key.revoke", ...describeAction(access, key.id) });
  });
}

export async function revokePersonalKeys(tx: Transaction, userId: string): Promise<void> {
  const revoked = await tx.prisma.apiKey.updateManyAndReturn({
    where: { userId, revokedAt: null },
    data: { revokedAt: now(), revokedById: userId },
    select: { id: true, billingEntityId: true },
  });
  const action = { name: "api_key.revoke", userId } as const;
  recordAction(
    tx,
    ...revoked.map(({ id, billingEntityId }) => ({ ...action, resourceId: id, scope: { billingEntityId } })),
  );
}
