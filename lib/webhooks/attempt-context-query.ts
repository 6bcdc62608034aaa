import { prisma } from "../platform/prisma";
import type { WebhookAccess } from "./open-webhook";

export interface RelatedAttempt {
  id: string;
  attempt: number;
  success: boolean;
  statusCode: number | null;
  error: string | null;
  deliveredAt: string;
  isRedelivery: boolean;
  isTest: boolean;
}

/** The neighbours of an attempt in the history. */
export interface AttemptContext {
  newerId: string | null;
  olderId: string | null;
  /** All attempts of its event, itself included, oldest first; empty when its delivery was erased. */
  ofEvent: RelatedAttempt[];
}

export async function readAttemptContext(access: WebhookAccess, attemptId: string): Promise<AttemptContext> {
  const { webhookId } = access;
  const [newer, older, ofEvent] = await Promise.all([
    prisma().deliveryAttempt.findFirst({
      where: { webhookId, id: { gt: attemptId } },
      orderBy: [{ webhookId: "asc" }, { id: "asc" }],
      select: { id: true },
    }),
    prisma().deliveryAttempt.findFirst({
      where: { webhookId, id: { lt: attemptId } },
      orderBy: [{ webhookId: "desc" }, { id: "desc" }],
      select: { id: true },
    }),
    listAttemptsOfEvent(access, attemptId),
  ]);
  return { newerId: newer?.id ?? null, olderId: older?.id ?? null, ofEvent };
}

async function listAttemptsOfEvent({ webhookId }: WebhookAccess, attemptId: string): Promise<RelatedAttempt[]> {
  const own = await prisma().delivery.findFirst({
    where: { history: { some: { id: attemptId, webhookId } } },
    select: { eventId: true },
  });
  if (!own) return [];
  const attempts = await prisma().deliveryAttempt.findMany({
    where: { delivery: { eventId: own.eventId, webhookId } },
    select: {
      id: true,
      attempt: true,
      success: true,
      statusCode: true,
      error: true,
      deliveredAt: true,
      delivery: { select: { isRedelivery: true, isTest: true } },
    },
    orderBy: { id: "asc" },
  });
  return attempts.map(({ delivery, deliveredAt, ...attempt }) => ({
    ...attempt,
    deliveredAt: deliveredAt.toISOString(),
    isRedelivery: delivery?.isRedelivery ?? false,
    isTest: delivery?.isTest ?? false,
  }));
}
