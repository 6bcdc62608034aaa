import { notFound } from "next/navigation";
import { AppError } from "@/lib/platform/errors";
import { openWebhook, type WebhookAccess } from "@/lib/webhooks/access-store";
import { readWebhook, type Webhook } from "@/lib/webhooks/store";

/** What one may not manage, or what is not there, has no page. */
export async function orNotFound<Found>(reading: Promise<Found>): Promise<Found> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}

export async function findWebhook(
  userId: string,
  webhookId: string,
): Promise<{ access: WebhookAccess; webhook: Webhook }> {
  const access = await orNotFound(openWebhook(userId, webhookId));
  return { access, webhook: await orNotFound(readWebhook(access)) };
}
