import { recordAction } from "../../audit/record-action";
import { transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { notFound } from "../../platform/errors";
import { checkReachableWebhook } from "./check-url";
import { describeAction, type WebhookAccess } from "./open-webhook";
import { sealHeaders } from "./sealed-headers";
import { checkVersion, type RegisterWebhook } from "./webhook";

export async function updateWebhook({ webhookId, room }: WebhookAccess, input: RegisterWebhook): Promise<void> {
  const { name, url, events, customHeaders: headers, standardHeaders } = await checkReachableWebhook(input);
  const customHeaders = sealHeaders(webhookId, headers);
  await transaction(async (tx) => {
    const where = { id: webhookId, url: { not: null } };
    const webhook = await tx.prisma.webhook.findUnique({ where, select: { apiVersion: true } });
    if (!webhook) throw notFound();
    checkVersion(webhook.apiVersion, events);
    const { count } = await tx.prisma.webhook.updateMany({
      where,
      data: { name, url, events, customHeaders, standardHeaders, updatedAt: now() },
    });
    if (count === 0) throw notFound();
    recordAction(tx, { name: "webhook.update", ...describeAction(room, webhookId, { url, events, standardHeaders }) });
  });
}
