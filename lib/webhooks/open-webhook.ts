import { type Caller, representedUserId } from "../access/caller";
import { openRoom } from "../access/open-room";
import { MANAGER_ROLE } from "../access/roles";
import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import type { Plan } from "../platform/limits";
import { mayManageWebhooks } from "./webhook";

declare const proof: unique symbol;

/** That somebody may manage the webhooks of this room. Only this file makes one. */
export interface WebhookRoomAccess {
  readonly [proof]: "webhook-room";
  readonly roomId: string;
  readonly roomName: string;
  readonly organizationId: string | null;
  readonly billing: { readonly entityId: string; readonly plan: Plan; readonly seats: number };
  /** null: an organization's key. */
  readonly userId: string | null;
}

/** That somebody may manage this webhook. */
export interface WebhookAccess {
  readonly [proof]: "webhook";
  readonly webhookId: string;
  readonly room: WebhookRoomAccess;
}

interface RoomRow {
  roomId: string;
  roomName: string;
  organizationId: string | null;
  entityId: string;
  plan: Plan;
  seats: number;
  webhookId: string | null;
}

/** Normal rooms where this person manages, in organizations that are active and that they still belong to. */
const MANAGED_ROOMS = `
  SELECT r.id AS "roomId", r.name AS "roomName", r.organization_id AS "organizationId", b.id AS "entityId",
         b.plan::text AS plan, b.seats
  FROM room_members m JOIN rooms r ON r.id = m.room_id AND r.room_type = 0
  JOIN billing_entities b ON b.id = r.billing_entity_id
  WHERE m.user_id = $1 AND m.role >= $2 AND (r.organization_id IS NULL OR EXISTS (
    SELECT 1 FROM organization_memberships o JOIN organizations g ON g.id = o.organization_id AND g.is_active
    WHERE o.organization_id = r.organization_id AND o.user_id = $1))`;

function proveRoom({ roomId, roomName, organizationId, entityId, plan, seats }: RoomRow, userId: string | null) {
  return { roomId, roomName, organizationId, billing: { entityId, plan, seats }, userId } as WebhookRoomAccess;
}

/** The rooms whose webhooks this person may manage, by name. */
export async function openWebhookRooms(userId: string): Promise<WebhookRoomAccess[]> {
  const rows = await sql<RoomRow>("find_webhook_rooms", `${MANAGED_ROOMS} ORDER BY r.name, r.id`, [
    userId,
    MANAGER_ROLE,
  ]);
  return rows.map((row) => proveRoom(row, userId));
}

/** A room that is not theirs to manage does not exist for them. */
export async function openWebhookRoom(userId: string, roomId: string): Promise<WebhookRoomAccess> {
  const [row] = isId("room", roomId)
    ? await sql<RoomRow>("find_webhook_room", `${MANAGED_ROOMS} AND r.id = $3`, [userId, MANAGER_ROLE, roomId])
    : [];
  if (!row) throw notFound();
  return proveRoom(row, userId);
}

/** For screens: the webhook by its id alone. */
export async function openWebhook(userId: string, webhookId: string): Promise<WebhookAccess> {
  const [row] = isId("wh", webhookId)
    ? await sql<RoomRow>(
        "find_managed_webhook",
        `${MANAGED_ROOMS} AND r.id = (SELECT w.room_id FROM webhooks w WHERE w.id = $3)`,
        [userId, MANAGER_ROLE, webhookId],
      )
    : [];
  if (!row) throw notFound();
  return { webhookId, room: proveRoom(row, userId) } as WebhookAccess;
}

/** For `/v1`: the room as for every endpoint, then the webhook, which does not exist for those who may not manage it. */
export async function openWebhookOfCaller(
  caller: Caller,
  params: { roomId: string; webhookId: string },
): Promise<WebhookAccess> {
  const room = await openRoom(caller, params);
  const userId = representedUserId(caller);
  if (!mayManageWebhooks(room.role, userId === null) || !isId("wh", params.webhookId)) throw notFound();
  const [row] = await sql<{ roomName: string }>(
    "find_webhook_of_room",
    `SELECT r.name AS "roomName" FROM webhooks w JOIN rooms r ON r.id = w.room_id WHERE w.id = $1 AND w.room_id = $2`,
    [params.webhookId, room.roomId],
  );
  if (!row) throw notFound();
  const { entityId, plan, seats } = caller.billing;
  const { roomId, organizationId } = room;
  const opened = { roomId, roomName: row.roomName, organizationId, billing: { entityId, plan, seats }, userId };
  return { webhookId: params.webhookId, room: opened as WebhookRoomAccess } as WebhookAccess;
}
