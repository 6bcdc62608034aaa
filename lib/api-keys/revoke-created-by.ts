import { recordAction } from "../audit/record-action";
import { prisma } from "../db/prisma";
import type { Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { LISTED_KEYS_MAX } from "./queries";

interface Creator {
  organizationId: string;
  userId: string;
}

/** The creator of a key has seen its plaintext. */
const liveKeysOf = ({ organizationId, userId }: Creator, at: Date) => ({
  organizationId,
  createdById: userId,
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: at } }],
});

export function listKeysCreatedBy(creator: Creator): Promise<{ id: string; name: string }[]> {
  return prisma().apiKey.findMany({
    where: liveKeysOf(creator, now()),
    select: { id: true, name: true },
    orderBy: { id: "desc" },
    take: LISTED_KEYS_MAX,
  });
}

export async function revokeKeysCreatedBy(
  tx: Transaction,
  creator: Creator,
  { userId, billingEntityId }: { userId: string; billingEntityId: string },
): Promise<void> {
  const at = now();
  const revoked = await tx.prisma.apiKey.updateManyAndReturn({
    where: liveKeysOf(creator, at),
    data: { revokedAt: at, revokedById: userId },
    select: { id: true },
  });
  const name = "api_key.revoke" as const;
  // The audit log has called this detail `madeBy` from the beginning.
  const details = { madeBy: creator.userId };
  recordAction(tx, ...revoked.map(({ id }) => ({ name, userId, resourceId: id, scope: { billingEntityId }, details })));
}
