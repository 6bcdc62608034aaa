import type { WebhookRoomAccess } from "@/lib/webhooks/open-webhook";
import { listWebhooks } from "@/lib/webhooks/queries";
import { readLatestAttempts, readSuccess } from "@/lib/webhooks/stats-query";
import type { ListedWebhook } from "./webhook-row";

/** Every webhook of these rooms with what became of its deliveries; two statements, however many there are. */
export async function listWithFigures(rooms: readonly WebhookRoomAccess[]): Promise<ListedWebhook[]> {
  const webhooks = await listWebhooks(rooms);
  const ids = webhooks.map(({ id }) => id);
  const [summaries, latest] = await Promise.all([readSuccess(ids), readLatestAttempts(ids)]);
  return webhooks.flatMap((webhook, n) => {
    const success = summaries[n];
    return success ? [{ webhook, success, latest: latest.get(webhook.id) }] : [];
  });
}
