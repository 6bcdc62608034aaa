import { type Caller, representedUserId } from "../../access/caller";
import { openRoom } from "../../access/open-room";
import { MANAGER_ROLE } from "../../access/roles";
import { readSuspension, type Suspension } from "../../access/suspension";
import { prisma } from "../../db/prisma";
import { query } from "../../db/transaction";
import { notFound } from "../../platform/errors";
import { isId } from "../../platform/ids";
import type { Plan } from "../../platform/limits";
import { mayManageWebhooks, type WebhookFacts } from "./webhook";
import { FIND_WEBHOOK_OF_ROOM } from "./webhooks.sql";

declare const proof: unique symbol;

/** Only this file creates one. */
export interface WebhookRoomAccess {
  readonly [proof]: "webhook-room";
  readonly roomId: string;
  readonly roomName: string;
  readonly organizationId: string | null;
  readonly billing: {
    readonly entityId: string;
    readonly plan: Plan;
    readonly seats: number;
    readonly suspension: Suspension | null;
  };
  readonly userId: string | null;
}

export interface WebhookAccess {
  readonly [proof]: "webhook";
  readonly webhookId: string;
  readonly room: WebhookRoomAccess;
}

/** The audit names only the host: path and query may hold a secret of the receiver. */
export function describeAction(
  { roomId, userId, billing }: WebhookRoomAccess,
  webhookId: string,
  facts?: Pick<WebhookFacts, "url" | "events" | "standardHeaders">,
) {
  const target = facts ? readTarget(facts) : {};
  const scope = { billingEntityId: billing.entityId };
  return { userId, resourceId: webhookId, scope, details: { roomId, ...target } };
}

function readTarget({ url, events, standardHeaders }: Pick<WebhookFacts, "url" | "events" | "standardHeaders">) {
  return { host: new URL(url).host, events, standardHeaders };
}

async function findManagedRooms(
  userId: string,
  room: { id?: string; webhooks?: { some: { id: string } } },
): Promise<WebhookRoomAccess[]> {
  const rooms = await prisma().room.findMany({
    where: {
      ...room,
      roomType: 0,
      members: { some: { userId, role: { gte: MANAGER_ROLE } } },
      OR: [{ organizationId: null }, { organization: { isActive: true, memberships: { some: { userId } } } }],
    },
    include: { billingEntity: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return rooms.map(({ id, name, organizationId, billingEntity }) => {
    const { id: entityId, plan, seats } = billingEntity;
    const billing = { entityId, plan, seats, suspension: readSuspension(billingEntity) };
    const opened = { roomId: id, roomName: name, organizationId, billing, userId };
    return opened as WebhookRoomAccess;
  });
}

export function openWebhookRooms(userId: string): Promise<WebhookRoomAccess[]> {
  return findManagedRooms(userId, {});
}

export async function openWebhookRoom(userId: string, roomId: string): Promise<WebhookRoomAccess> {
  const [room] = isId("room", roomId) ? await findManagedRooms(userId, { id: roomId }) : [];
  if (!room) throw notFound();
  return room;
}

export async function openWebhook(userId: string, webhookId: string): Promise<WebhookAccess> {
  const [room] = isId("wh", webhookId) ? await findManagedRooms(userId, { webhooks: { some: { id: webhookId } } }) : [];
  if (!room) throw notFound();
  return { webhookId, room } as WebhookAccess;
}

interface WebhookParams {
  roomId: string;
  webhookId: string;
}

export async function openWebhookOfCaller(caller: Caller, params: WebhookParams): Promise<WebhookAccess> {
  const webhook = await findWebhookOfCaller(caller, params);
  if (!webhook) throw notFound();
  return webhook;
}

export async function findWebhookOfCaller(caller: Caller, params: WebhookParams): Promise<WebhookAccess | null> {
  const { webhookId } = params;
  const { roomId, organizationId, role } = await openRoom(caller, params);
  const userId = representedUserId(caller);
  if (!mayManageWebhooks(role, userId === null) || !isId("wh", webhookId)) throw notFound();
  const [webhook] = await query(FIND_WEBHOOK_OF_ROOM, { webhookId, roomId });
  if (!webhook) return null;
  const { entityId, plan, seats, suspension } = caller.billing;
  const billing = { entityId, plan, seats, suspension };
  const room = { roomId, roomName: webhook.roomName, organizationId, billing, userId };
  return { webhookId, room: room as WebhookRoomAccess } as WebhookAccess;
}
