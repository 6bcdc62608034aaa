import { ensureAuditPartitions } from "../lib/audit/retention";
import { ensureEventPartitions } from "../lib/events/retention";
import { ensureDetailPartitions } from "../lib/requests/retention";
import { ensureDeliveryPartitions } from "../lib/webhooks/retention";

/** At start and every few hours. Rows of a day without a partition are kept too, but erased one by one. */
export async function ensureAllPartitions(): Promise<void> {
  await ensureAuditPartitions();
  await ensureDetailPartitions();
  await ensureEventPartitions();
  await ensureDeliveryPartitions();
}
