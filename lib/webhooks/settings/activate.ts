import { recordAction } from "../../audit/record-action";
import { transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { describeAction, type WebhookAccess } from "./open-webhook";
import { pauseDeliveries } from "./pause";
import type { DisabledReason } from "./webhook";

export async function activateWebhook({ webhookId, room }: WebhookAccess): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.prisma.webhook.updateMany({
      where: { id: webhookId, isActive: false },
      data: { isActive: true, disabledAt: null, disabledReason: null, consecutiveFailures: 0, updatedAt: now() },
    });
    if (count > 0) recordAction(tx, { name: "webhook.activate", ...describeAction(room, webhookId) });
  });
}

export async function deactivateWebhook({ webhookId, room }: WebhookAccess): Promise<void> {
  const at = now();
  const disabledReason: DisabledReason = "manual";
  await transaction(async (tx) => {
    const { count } = await tx.prisma.webhook.updateMany({
      where: { id: webhookId, isActive: true },
      data: { isActive: false, disabledAt: at, disabledReason, updatedAt: at },
    });
    if (count > 0) recordAction(tx, { name: "webhook.deactivate", ...describeAction(room, webhookId) });
    await pauseDeliveries(tx, [webhookId]);
  });
}
