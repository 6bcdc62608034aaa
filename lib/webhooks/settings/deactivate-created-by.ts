import { recordAction } from "../../audit/record-action";
import { prisma } from "../../db/prisma";
import type { Transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { pauseDeliveries } from "./pause";
import type { DisabledReason } from "./webhook";

interface Creator {
  organizationId: string;
  userId: string;
}

const activeWebhooksOf = ({ organizationId, userId }: Creator) => ({
  createdById: userId,
  isActive: true,
  room: { organizationId },
});

export function listWebhooksCreatedBy(creator: Creator): Promise<{ id: string; name: string }[]> {
  return prisma().webhook.findMany({
    where: activeWebhooksOf(creator),
    select: { id: true, name: true },
    orderBy: { id: "desc" },
    take: 500,
  });
}

export async function deactivateWebhooksCreatedBy(
  tx: Transaction,
  creator: Creator,
  actor: { userId: string; billingEntityId: string },
): Promise<void> {
  const at = now();
  const disabledReason: DisabledReason = "manual";
  const deactivated = await tx.prisma.webhook.updateManyAndReturn({
    where: activeWebhooksOf(creator),
    data: { isActive: false, disabledAt: at, disabledReason, updatedAt: at },
    select: { id: true, roomId: true },
  });
  await pauseDeliveries(
    tx,
    deactivated.map(({ id }) => id),
  );
  const scope = { billingEntityId: actor.billingEntityId };
  const actions = deactivated.map(({ id, roomId }) => ({
    name: "webhook.deactivate" as const,
    userId: actor.userId,
    resourceId: id,
    scope,
    details: { roomId, madeBy: creator.userId },
  }));
  recordAction(tx, ...actions);
}
