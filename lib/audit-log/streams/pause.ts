import { recordAction } from "../../audit/record-action";
import { transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import type { StreamAccess } from "./open-stream";
import type { PauseReason } from "./stream";

export function pauseStream({ streamId, ownedBy }: StreamAccess): Promise<void> {
  const { userId, owner } = ownedBy;
  return pauseForReason({ streamId, billingEntityId: owner.billingEntityId }, "person", userId);
}

export async function pauseForReason(
  { streamId, billingEntityId }: { streamId: string; billingEntityId: string },
  reason: PauseReason,
  userId: string | null,
): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.prisma.auditStream.updateMany({
      where: { id: streamId, pausedAt: null },
      data: { pausedAt: now(), pausedReason: reason, claimedUntil: null },
    });
    const act = { userId, resourceId: streamId, scope: { billingEntityId }, details: { reason } };
    if (count > 0) recordAction(tx, { name: "audit_stream.pause", ...act });
  });
}

export async function resumeStream({ streamId, ownedBy }: StreamAccess): Promise<void> {
  const { userId, owner } = ownedBy;
  const { billingEntityId } = owner;
  await transaction(async (tx) => {
    const restarted = { pausedAt: null, pausedReason: null, failures: 0, failingSince: null, claimedUntil: null };
    const { count } = await tx.prisma.auditStream.updateMany({
      where: { id: streamId, OR: [{ pausedAt: { not: null } }, { failures: { gt: 0 } }] },
      data: { ...restarted, nextAttemptAt: now(), runById: userId },
    });
    const act = { userId, resourceId: streamId, scope: { billingEntityId } };
    if (count > 0) recordAction(tx, { name: "audit_stream.resume", ...act });
  });
}
