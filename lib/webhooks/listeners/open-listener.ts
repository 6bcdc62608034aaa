import { prisma } from "../../db/prisma";
import { notFound } from "../../platform/errors";
import { openWebhook, type WebhookAccess } from "../settings/open-webhook";
import { findHeldStream } from "./streams";

export interface ListeningSession {
  id: string;
  userId: string;
  deviceName: string;
}

/** Another session's listener, or one in a room that the person no longer manages, does not exist. */
export async function openListener(
  { id: sessionId, userId }: ListeningSession,
  webhookId: string,
): Promise<WebhookAccess> {
  const access = await openWebhook(userId, webhookId);
  const own = await prisma().webhookListener.findFirst({
    where: { webhookId, userId, sessionId },
    select: { webhookId: true },
  });
  if (!own) throw notFound();
  return access;
}

/** Every delivery calls this, so it asks no database: the stream knows its session, and claims check the access. */
export function findOwnStream({ id, userId }: ListeningSession, webhookId: string) {
  const held = findHeldStream(webhookId);
  return held?.stream.sessionId === id && held.stream.userId === userId ? held : null;
}
