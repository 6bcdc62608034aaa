import { prisma } from "../../db/prisma";
import { listWebhooks } from "../queries";
import { openWebhookRooms } from "../settings/open-webhook";
import { type Diagnosis, diagnose } from "./diagnosis";
import { readLatestAttempts } from "./stats-query";

export interface FailingWebhook {
  id: string;
  name: string;
  roomName: string;
  failedAt: Date;
  attemptId: string;
  diagnosis: Diagnosis;
}

const SHOWN_MAX = 5;

export async function listFailingWebhooks(userId: string): Promise<FailingWebhook[]> {
  const webhooks = (await listWebhooks(await openWebhookRooms(userId))).filter(({ isActive }) => isActive);
  const latest = await readLatestAttempts(webhooks.map(({ id }) => id));
  const failing = webhooks
    .flatMap(({ id, name, roomName }) => {
      const attempt = latest.get(id);
      return attempt && !attempt.success ? [{ id, name, roomName, failedAt: attempt.deliveredAt }] : [];
    })
    .toSorted((a, b) => b.failedAt.getTime() - a.failedAt.getTime())
    .slice(0, SHOWN_MAX);
  const attempts = await Promise.all(failing.map(({ id, failedAt }) => findAttempt(id, failedAt)));
  return failing.flatMap((webhook, index) => {
    const attempt = attempts[index];
    return attempt ? [{ ...webhook, attemptId: attempt.id, diagnosis: diagnose(attempt) }] : [];
  });
}

function findAttempt(webhookId: string, deliveredAt: Date) {
  return prisma().deliveryAttempt.findFirst({
    where: { webhookId, deliveredAt: { gte: deliveredAt } },
    orderBy: { id: "desc" },
    select: { id: true, success: true, statusCode: true, error: true, durationMs: true },
  });
}
