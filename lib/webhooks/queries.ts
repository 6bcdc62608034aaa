import { MANAGER_ROLE } from "../access/roles";
import { prisma } from "../db/prisma";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import type { ApiVersion } from "./delivery/payload";
import { readListenerState } from "./listeners/listener";
import type { WebhookAccess, WebhookRoomAccess } from "./settings/open-webhook";
import { openHeaders } from "./settings/sealed-headers";
import { type DisabledReason, readFailureNotice, readSunset } from "./settings/webhook";

export type Webhook = Awaited<ReturnType<typeof findWebhooks>>[number];

export function listWebhooks(rooms: readonly WebhookRoomAccess[]): Promise<Webhook[]> {
  return findWebhooks({ roomId: { in: rooms.map(({ roomId }) => roomId) } });
}

export async function readWebhook({ webhookId }: WebhookAccess): Promise<Webhook> {
  const [webhook] = await findWebhooks({ id: webhookId });
  if (!webhook) throw notFound();
  return webhook;
}

async function findWebhooks(where: { id: string } | { roomId: { in: string[] } }) {
  const found = await prisma().webhook.findMany({
    where,
    include: { room: { select: { name: true } }, listener: { select: { deviceName: true, streamUntil: true } } },
    orderBy: { id: "desc" },
  });
  const creatorIds = found.flatMap(({ createdById }) => createdById ?? []);
  const creators = await prisma().user.findMany({
    where: { id: { in: creatorIds } },
    select: { id: true, name: true },
  });
  const names = new Map(creators.map(({ id, name }) => [id, name]));
  const at = now();
  return found.map(({ room, listener, customHeaders, rotationStartedAt, rotationEndsAt, ...row }) => {
    const sealed = customHeaders as Record<string, string>;
    const apiVersion = row.apiVersion as ApiVersion;
    const isRotating = rotationStartedAt !== null && rotationEndsAt !== null && rotationEndsAt > at;
    return {
      ...row,
      roomName: room.name,
      listener: listener && { deviceName: listener.deviceName, state: readListenerState(listener, at) },
      apiVersion,
      /** Values may be secrets of the receiver. Only managers of the webhook see them. */
      customHeaders: openHeaders(row.id, sealed) ?? blankHeaders(sealed),
      createdByName: names.get(row.createdById ?? "") ?? null,
      disabledReason: row.disabledReason as DisabledReason | null,
      failureNotice: readFailureNotice(row.consecutiveFailures),
      rotation: isRotating ? { startedAt: rotationStartedAt, endsAt: rotationEndsAt } : null,
      sunsetAt: listener ? null : readSunset(apiVersion, at),
    };
  });
}

function blankHeaders(sealed: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(sealed).map((name) => [name, ""]));
}

export type WebhookProgress = "none" | "waiting" | "delivered";

export async function readWebhookProgress(userId: string): Promise<WebhookProgress> {
  const webhook = await prisma().webhook.findFirst({
    where: { room: { members: { some: { userId, role: { gte: MANAGER_ROLE } } } } },
    select: { lastSuccessAt: true },
    orderBy: { lastSuccessAt: { sort: "desc", nulls: "last" } },
  });
  if (!webhook) return "none";
  return webhook.lastSuccessAt ? "delivered" : "waiting";
}
