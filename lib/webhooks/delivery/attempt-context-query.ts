import { prisma } from "../../db/prisma";
import { query } from "../../db/transaction";
import { FIND_EVENT_OF_ATTEMPT } from "../history/attempts.sql";
import { type EventDeliveries, listAttemptsOf } from "../history/history-query";
import type { WebhookAccess } from "../settings/open-webhook";

export interface AttemptContext {
  newerId: string | null;
  olderId: string | null;
  ofEvent: EventDeliveries["attempts"];
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

async function listAttemptsOfEvent(
  { webhookId }: WebhookAccess,
  attemptId: string,
): Promise<AttemptContext["ofEvent"]> {
  const [own] = await query(FIND_EVENT_OF_ATTEMPT, { attemptId, webhookId });
  return own ? ((await listAttemptsOf(webhookId, [own])).get(own.eventId) ?? []) : [];
}
