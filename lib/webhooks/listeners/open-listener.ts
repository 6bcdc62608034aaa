import { prisma } from "../../db/prisma";
import { notFound } from "../../platform/errors";
import { openWebhook, type WebhookAccess } from "../settings/open-webhook";
import { findHeldStream } from "./keep-streams";

/** A command line's session, as far as listeners need it. */
export interface ListeningSession {
  id: string;
  userId: string;
  deviceName: string;
}

/** The listener of this very session, whose person still manages its room; otherwise it does not exist. */
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

/** For what comes with each delivery: a stream of this process knows its session, and its claims check the access. */
export function findOwnStream({ id, userId }: ListeningSession, webhookId: string) {
  const held = findHeldStream(webhookId);
  return held?.stream.sessionId === id && held.stream.userId === userId ? held : null;
}
