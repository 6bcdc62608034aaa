import { prisma } from "../db/prisma";
import { AppError } from "../platform/errors";
import { isEventId, isId } from "../platform/ids";
import { readWebhook } from "../webhooks/queries";
import { openWebhook } from "../webhooks/settings/open-webhook";
import type { Hit, Searcher } from "./hit";
import { PAGES } from "./paths";

/** The webhooks of an event belong to one room. */
const WEBHOOKS_MAX = 10;

export async function findDelivery({ userId }: Searcher, id: string): Promise<Hit[]> {
  if (isId("wh", id)) {
    const { name, roomName } = await readWebhook(await openWebhook(userId, id));
    return [{ kind: "webhook", id, name, detail: roomName, href: PAGES.webhook(id) }];
  }
  if (id.startsWith("whd_")) return isId("whd", id) ? findAttempt(userId, id) : [];
  const where = id.startsWith("evt_") ? { eventId: id } : { id };
  if (id.startsWith("evt_") && !isEventId(id)) return [];
  const deliveries = await prisma().delivery.findMany({
    where,
    select: { webhookId: true, eventId: true, eventType: true },
    distinct: ["webhookId"],
    take: WEBHOOKS_MAX,
  });
  const hits = deliveries.map(async ({ webhookId, eventId, eventType }): Promise<Hit[]> => {
    const webhook = await findManagedWebhook(userId, webhookId);
    if (!webhook) return [];
    const kind = id === eventId ? "event" : "delivery";
    return [{ kind, id, name: eventType, detail: webhook.name, href: PAGES.event(webhookId, eventId) }];
  });
  return (await Promise.all(hits)).flat();
}

async function findAttempt(userId: string, id: string): Promise<Hit[]> {
  const attempt = await prisma().deliveryAttempt.findUnique({
    where: { id },
    select: { webhookId: true, event: true },
  });
  const webhook = attempt && (await findManagedWebhook(userId, attempt.webhookId));
  if (!attempt || !webhook) return [];
  return [
    { kind: "delivery", id, name: attempt.event, detail: webhook.name, href: PAGES.attempt(attempt.webhookId, id) },
  ];
}

async function findManagedWebhook(userId: string, webhookId: string): Promise<{ name: string } | null> {
  try {
    return await readWebhook(await openWebhook(userId, webhookId));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
