import type { Transaction } from "../../db/transaction";
import { maskHeader } from "../../platform/mask-secrets";
import type { Cause, RevocationReason } from "./grant";
import { REVOKE_GRANTS_IN_CONTEXT, REVOKE_GRANTS_OF_APP } from "./grants.sql";
import type { GrantEvent } from "./timeline";

export async function recordGrantEvent(
  tx: Transaction,
  grantId: string,
  kind: GrantEvent,
  { address, userAgent }: Cause,
  at: Date,
): Promise<void> {
  await tx.prisma.oAuthGrantEvent.create({ data: { grantId, kind, address, userAgent: maskHeader(userAgent), at } });
}

/** The family's tokens end with it, because each use of one reads its grant. */
export async function revokeGrant(
  tx: Transaction,
  grantId: string,
  reason: RevocationReason,
  cause: Cause,
  at: Date,
  events: readonly GrantEvent[] = ["revoked"],
): Promise<boolean> {
  const { count } = await tx.prisma.oAuthGrant.updateMany({
    where: { id: grantId, revokedAt: null },
    data: { revokedAt: at, revokedReason: reason },
  });
  if (count === 0) return false;
  for (const event of events) await recordGrantEvent(tx, grantId, event, cause, at);
  return true;
}

export async function revokeGrantsOfApp(tx: Transaction, appId: string, at: Date): Promise<number> {
  return (await tx.query(REVOKE_GRANTS_OF_APP, { at, appId })).length;
}

export async function revokeGrantsInContext(
  tx: Transaction,
  { userId, billingEntityId }: { userId: string; billingEntityId: string },
  at: Date,
): Promise<void> {
  await tx.query(REVOKE_GRANTS_IN_CONTEXT, { at, userId, billingEntityId });
}
