import type { PageRequest } from "../../db/page";
import { prisma } from "../../db/prisma";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { nowMs } from "../../platform/clock";
import { notFound } from "../../platform/errors";
import { isEventId, isId, lowestId } from "../../platform/ids";
import { type AttemptDetail, presentAttempt, type WebhookDelivery } from "../delivery/delivery";
import type { WebhookAccess } from "../settings/open-webhook";
import { LIST_ATTEMPTS_OF_EVENTS } from "./attempts.sql";
import type { DeliveryQuery, Range } from "./delivery-filter";
import { FIND_EVENT_DELIVERY, LIST_EVENT_DELIVERIES } from "./history.sql";

export async function readAttemptDetail({ webhookId }: WebhookAccess, attemptId: string): Promise<AttemptDetail> {
  if (!isId("whd", attemptId)) throw notFound();
  const [attempt, webhook] = await Promise.all([
    prisma().deliveryAttempt.findFirst({ where: { id: attemptId, webhookId } }),
    prisma().webhook.findUnique({ where: { id: webhookId }, select: { url: true } }),
  ]);
  if (!attempt || !webhook) throw notFound();
  const { payload, responsePreview } = attempt;
  const requestHeaders = attempt.requestHeaders as Record<string, string>;
  return { ...presentAttempt(attempt), url: webhook.url, payload, requestHeaders, responsePreview };
}

interface DeliveryFilter extends Range {
  state?: DeliveryQuery["state"];
  event?: string;
}

export interface EventDeliveries extends Omit<RowOf<typeof LIST_EVENT_DELIVERIES>, "rootId" | "eventAt"> {
  attempts: (WebhookDelivery & { isRedelivery: boolean; isTest: boolean })[];
}

export interface EventPage {
  events: EventDeliveries[];
  nextCursor: string | null;
}

const END_OF_TIME = "9999-12-31T00:00:00.000Z";
const HIGHEST_UUID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export async function listEventDeliveries(
  { webhookId }: WebhookAccess,
  { state, event, from, to }: DeliveryFilter,
  { limit, after }: PageRequest,
): Promise<EventPage> {
  const [, createdAt = END_OF_TIME, id = HIGHEST_UUID] = CURSOR.exec(after ?? "") ?? [];
  const rows = await query(LIST_EVENT_DELIVERIES, {
    webhookId,
    createdAt,
    id,
    state: state || null,
    event: event || null,
    from: from ?? null,
    to: to ?? null,
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const attempts = await listAttemptsOf(webhookId, shown);
  return {
    events: shown.map(({ rootId: _, eventAt: __, ...row }) => ({ ...row, attempts: attempts.get(row.eventId) ?? [] })),
    nextCursor: last ? `${last.createdAt.toISOString()}_${last.rootId}` : null,
  };
}

export async function readEventDeliveries({ webhookId }: WebhookAccess, eventId: string): Promise<EventDeliveries> {
  const [found] = isEventId(eventId) ? await query(FIND_EVENT_DELIVERY, { webhookId, eventId }) : [];
  if (!found) throw notFound();
  const attempts = await listAttemptsOf(webhookId, [found]);
  const { rootId: _, eventAt: __, ...row } = found;
  return { ...row, attempts: attempts.get(eventId) ?? [] };
}

type EventRef = Pick<RowOf<typeof LIST_EVENT_DELIVERIES>, "eventId" | "eventAt">;

export async function listAttemptsOf(webhookId: string, events: readonly EventRef[]) {
  const times = events.map(({ eventAt }) => eventAt);
  const lowest = lowestId("whd", new Date(Math.min(...times.map((at) => at.getTime()), nowMs())));
  const eventIds = events.map(({ eventId }) => eventId);
  const rows = await query(LIST_ATTEMPTS_OF_EVENTS, { webhookId, eventIds, times, lowest });
  const groups = new Map<string, EventDeliveries["attempts"]>();
  for (const { ofEventId, ...attempt } of rows) groups.set(ofEventId, [...(groups.get(ofEventId) ?? []), attempt]);
  return groups;
}
