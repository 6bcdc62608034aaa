import type { WebhookRoomAccess } from "@/lib/webhooks/access-store";
import { readLatestAttempts } from "@/lib/webhooks/latest-store";
import { readSuccess } from "@/lib/webhooks/stats-store";
import { listWebhooks } from "@/lib/webhooks/store";
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
