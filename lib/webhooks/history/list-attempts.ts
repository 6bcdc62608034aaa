import type { PageRequest } from "../../db/page";
import { readPage } from "../../db/read-page";
import { query } from "../../db/transaction";
import type { WebhookDelivery } from "../delivery/delivery";
import type { WebhookAccess } from "../settings/open-webhook";
import { FIND_NEWEST_ATTEMPT, LIST_ATTEMPTS } from "./attempts.sql";

export function listAttempts({ webhookId }: WebhookAccess, page: PageRequest): Promise<WebhookDelivery[]> {
  return readPage(LIST_ATTEMPTS, webhookId, page);
}

export async function findAttempt(deliveryId: string): Promise<WebhookDelivery | null> {
  const [attempt] = await query(FIND_NEWEST_ATTEMPT, { deliveryId });
  return attempt ?? null;
}
