import { prisma } from "../db/prisma";
import { openWebhookRooms } from "../webhooks/settings/open-webhook";
import type { RequestViewer } from "./open-viewer";

export interface DeliveryOfEvent {
  id: string;
  webhook: { id: string; name: string };
  state: string;
  attempts: {
    id: string;
    attempt: number;
    at: Date;
    success: boolean;
    statusCode: number | null;
    error: string | null;
    durationMs: number | null;
  }[];
  href: string;
}

export interface EventOfRequest {
  id: string;
  type: string;
  object: { type: string; id: string };
  createdAt: Date;
  /** null when the viewer may not see webhooks of this room. */
  deliveries: DeliveryOfEvent[] | null;
}

export interface Consequences {
  resourceId: string | null;
  events: EventOfRequest[];
}

const MINUTE_MS = 60_000;

export async function readConsequences(
  viewer: RequestViewer,
  { at, resourceId, eventIds }: { at: Date; resourceId: string | null; eventIds: readonly string[] },
): Promise<Consequences> {
  if (eventIds.length === 0) return { resourceId, events: [] };
  const around = { gte: new Date(at.getTime() - MINUTE_MS), lte: new Date(at.getTime() + 60 * MINUTE_MS) };
  const [events, rooms] = await Promise.all([
    prisma().event.findMany({ where: { id: { in: [...eventIds] }, createdAt: around }, orderBy: { createdAt: "asc" } }),
    openWebhookRooms(viewer.userId),
  ]);
  const managed = new Set(rooms.map(({ roomId }) => roomId));
  const visible = events.filter(({ roomId }) => managed.has(roomId)).map(({ id }) => id);
  const deliveries = await readDeliveries(visible, around);
  return {
    resourceId,
    events: events.map(({ id, type, roomId, objectType, objectId, createdAt }) => ({
      id,
      type,
      object: { type: objectType, id: objectId },
      createdAt,
      deliveries: managed.has(roomId) ? (deliveries.get(id) ?? []) : null,
    })),
  };
}

async function readDeliveries(
  eventIds: readonly string[],
  createdAt: { gte: Date; lte: Date },
): Promise<Map<string, DeliveryOfEvent[]>> {
  const found = new Map<string, DeliveryOfEvent[]>();
  if (eventIds.length === 0) return found;
  const deliveries = await prisma().delivery.findMany({
    where: { eventId: { in: [...eventIds] }, createdAt },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const [webhooks, attempts] = await Promise.all([
    prisma().webhook.findMany({
      where: { id: { in: deliveries.map(({ webhookId }) => webhookId) } },
      select: { id: true, name: true },
    }),
    prisma().deliveryAttempt.findMany({
      where: { deliveryId: { in: deliveries.map(({ id }) => id) }, deliveredAt: { gte: createdAt.gte } },
      orderBy: { id: "asc" },
    }),
  ]);
  for (const { id, eventId, webhookId, state } of deliveries) {
    const name = webhooks.find((webhook) => webhook.id === webhookId)?.name ?? "";
    const own = attempts.filter(({ deliveryId }) => deliveryId === id);
    const delivery: DeliveryOfEvent = {
      id,
      webhook: { id: webhookId, name },
      state,
      attempts: own.map((row) => ({
        id: row.id,
        attempt: row.attempt,
        at: row.deliveredAt,
        success: row.success,
        statusCode: row.statusCode,
        error: row.error,
        durationMs: row.durationMs,
      })),
      href: `/settings/developer/webhooks/${webhookId}/deliveries`,
    };
    found.set(eventId, [...(found.get(eventId) ?? []), delivery]);
  }
  return found;
}
