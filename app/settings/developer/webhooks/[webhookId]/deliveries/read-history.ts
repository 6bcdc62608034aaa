import { createHash } from "node:crypto";
import { now } from "@/lib/platform/clock";
import { type DeliveryQuery, readRange } from "@/lib/webhooks/delivery-filter";
import { listEventDeliveries } from "@/lib/webhooks/history-query";
import type { WebhookAccess } from "@/lib/webhooks/open-webhook";

const EVENTS_PER_PAGE = 20;

export async function readHistory(access: WebhookAccess, query: DeliveryQuery, after: string) {
  const filter = { state: query.state, event: query.event, ...readRange(query, now()) };
  const page = await listEventDeliveries(access, filter, { limit: EVENTS_PER_PAGE, after: after || null });
  const seen = page.events.map(({ eventId, state, attempts }) => `${eventId} ${state} ${attempts.length}`);
  return {
    page,
    /** Differs when anything that the page shows has changed. */
    fingerprint: createHash("sha256").update(seen.join("\n")).digest("base64url").slice(0, 16),
    /** Something waits or is tried again: news will come soon. */
    isMoving: page.events.some(({ state }) => state === "PENDING" || state === "RETRYING"),
  };
}
