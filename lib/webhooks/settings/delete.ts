import { recordAction } from "../../audit/record-action";
import { requireUnheld } from "../../db/require-unheld";
import { transaction } from "../../db/transaction";
import { checkTypedName } from "../../platform/check-typed-name";
import { readWebhook } from "../queries";
import { describeAction, type WebhookAccess } from "./open-webhook";

export async function deleteWebhook(access: WebhookAccess, typedName: string): Promise<void> {
  const { webhookId, room } = access;
  const { name } = await readWebhook(access);
  checkTypedName(typedName, name);
  await transaction(async (tx) => {
    await requireUnheld(tx, room.billing.entityId);
    const { count } = await tx.prisma.webhook.deleteMany({ where: { id: webhookId } });
    await tx.prisma.delivery.deleteMany({ where: { webhookId } });
    await tx.prisma.deliveryAttempt.deleteMany({ where: { webhookId } });
    if (count > 0) recordAction(tx, { name: "webhook.delete", ...describeAction(room, webhookId) });
  });
}
