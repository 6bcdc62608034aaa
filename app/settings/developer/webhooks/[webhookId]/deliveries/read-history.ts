import { writeFingerprint } from "@/app/_ui/list/serve-pulse";
import { orNull } from "@/app/_ui/page/or-not-found";
import { now } from "@/lib/platform/clock";
import { type DeliveryQuery, readRange } from "@/lib/webhooks/history/delivery-filter";
import { listEventDeliveries, readAttemptDetail, readEventDeliveries } from "@/lib/webhooks/history/history-query";
import type { WebhookAccess } from "@/lib/webhooks/settings/open-webhook";

const EVENTS_PER_PAGE = 50;

export async function readHistory(access: WebhookAccess, query: DeliveryQuery, after: string) {
  const filter = { state: query.state, event: query.event, ...readRange(query, now()) };
  const page = await listEventDeliveries(access, filter, { limit: EVENTS_PER_PAGE, after: after || null });
  const seen = page.events.map(({ eventId, state, attempts }) => `${eventId} ${state} ${attempts.length}`);
  return {
    page,
    fingerprint: writeFingerprint(seen),
    rows: page.events.map(({ eventId }) => eventId),
    /** Something waits or is tried again: news will come soon. */
    isMoving: page.events.some(({ state }) => state === "PENDING" || state === "RETRYING"),
  };
}

/** The event in the pane, and the attempt that was chosen there: its newest otherwise. null: none, or one that is gone. */
export async function readOpened(access: WebhookAccess, { open, attempt }: { open: string; attempt: string }) {
  const event = open === "" ? null : await orNull(readEventDeliveries(access, open));
  if (!event) return null;
  const chosen = event.attempts.find(({ id }) => id === attempt) ?? event.attempts.at(-1);
  return { event, attempt: chosen ? await orNull(readAttemptDetail(access, chosen.id)) : null };
}
