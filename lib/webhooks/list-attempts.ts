import { query } from "../platform/db";
import type { PageRequest } from "../platform/page";
import { readPage } from "../platform/read-page";
import { FIND_NEWEST_ATTEMPT, LIST_ATTEMPTS } from "./attempts.sql";
import type { WebhookDelivery } from "./delivery";
import type { WebhookAccess } from "./open-webhook";

/** `/v1`: the history, newest first. */
export function listAttempts({ webhookId }: WebhookAccess, page: PageRequest): Promise<WebhookDelivery[]> {
  return readPage(LIST_ATTEMPTS, webhookId, page);
}

/** The newest attempt of a delivery; null before the first one. */
export async function findAttempt(deliveryId: string): Promise<WebhookDelivery | null> {
  const [attempt] = await query(FIND_NEWEST_ATTEMPT, [deliveryId]);
  return attempt ?? null;
}
