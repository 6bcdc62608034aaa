import { orNotFound } from "@/app/_ui/or-not-found";
import { openWebhook, type WebhookAccess } from "@/lib/webhooks/open-webhook";
import { readWebhook, type Webhook } from "@/lib/webhooks/queries";

export async function findWebhook(
  userId: string,
  webhookId: string,
): Promise<{ access: WebhookAccess; webhook: Webhook }> {
  const access = await orNotFound(openWebhook(userId, webhookId));
  return { access, webhook: await orNotFound(readWebhook(access)) };
}
