import { openAsPerson } from "@/lib/access/open-as-person";
import { openRoom, type RoomAccess } from "@/lib/access/open-room";
import { MANAGER_ROLE, MEMBER_ROLE } from "@/lib/access/roles";
import type { CallValues } from "@/lib/docs/surface/call-request";
import type { Operation } from "@/lib/docs/surface/operations";
import { listSharedFiles } from "@/lib/files/queries";
import { listThread } from "@/lib/messages/queries";
import { listRecords } from "@/lib/records/queries";
import type { WorkspaceRoom } from "@/lib/rooms/workspace";
import { listTasks, readTask } from "@/lib/tasks/queries";
import { listAttempts } from "@/lib/webhooks/history/list-attempts";
import { listWebhooks } from "@/lib/webhooks/queries";
import { openWebhook, openWebhookRooms } from "@/lib/webhooks/settings/open-webhook";

type Values = Readonly<Record<string, string | number>>;

export interface OwnValues {
  room: WorkspaceRoom;
  values: Values;
}

const NEWEST = { after: null, limit: 1 };
const ROOMS_MAX = 5;

const FINDERS: Readonly<Record<string, (access: RoomAccess) => Promise<Values | null>>> = {
  messageId: async (access) => {
    const [message] = await listThread(access, NEWEST);
    return message ? { messageId: message.id } : null;
  },
  taskId: async (access) => {
    const [task] = await listTasks(access, {}, NEWEST);
    return task ? { taskId: task.id, version: (await readTask(access, task.id)).version } : null;
  },
  recordId: async (access) => {
    const [record] = await listRecords(access, {}, NEWEST);
    return record ? { recordId: record.id } : null;
  },
  fileId: async (access) => {
    const [file] = await listSharedFiles(access, { source: "", kind: "" }, NEWEST);
    return file ? { fileId: file.id } : null;
  },
};

/** The values with which the reader can call the operation, from a room of theirs. null: it needs no room, or they have none. */
export async function findOwnValues(
  userId: string,
  operation: Operation,
  rooms: readonly WorkspaceRoom[],
): Promise<OwnValues | null> {
  const names = Object.keys(operation.sample.path);
  if (!names.includes("roomId")) return null;
  const fit = rooms.filter(({ role }) => (role ?? 0) >= leastRole(operation));
  if (names.includes("webhookId")) return findWebhook(userId, fit);
  const body = (operation.sample.body ?? {}) as Values;
  const needed = operation.id === "completeFile" ? [] : [...names, ...Object.keys(body)];
  const finders = needed.flatMap((name) => FINDERS[name] ?? []);
  let first: OwnValues | null = null;
  for (const room of fit.slice(0, ROOMS_MAX)) {
    const access = await openAsPerson(userId, { roomId: room.id }, openRoom);
    const found = await Promise.all(finders.map((find) => find(access)));
    const kept = operation.id === "updateRoom" ? [["name", room.name] as const] : [];
    const pairs = found.flatMap((values) => Object.entries(values ?? {}));
    const own = { room, values: Object.fromEntries([["roomId", room.id], ...kept, ...pairs]) };
    if (found.every((values) => values)) return own;
    first ??= own;
  }
  return first;
}

function leastRole({ id, kind }: Operation): number {
  if (id === "updateRoom") return MANAGER_ROLE;
  return kind === "write" ? MEMBER_ROLE : 0;
}

/** Webhooks are managed, so they are found by the rooms that the reader manages; one with deliveries comes first. */
async function findWebhook(userId: string, rooms: readonly WorkspaceRoom[]): Promise<OwnValues | null> {
  const managed = await openWebhookRooms(userId);
  const webhooks = await listWebhooks(managed.filter(({ roomId }) => rooms.some(({ id }) => id === roomId)));
  const [webhook] = webhooks.toSorted((a, b) => Number(b.isActive) - Number(a.isActive));
  const room = rooms.find(({ id }) => id === webhook?.roomId) ?? rooms[0];
  if (!room) return null;
  if (!webhook) return { room, values: { roomId: room.id } };
  const [attempt] = await listAttempts(await openWebhook(userId, webhook.id), NEWEST);
  const delivery = attempt ? { deliveryId: attempt.id } : {};
  return { room, values: { roomId: room.id, webhookId: webhook.id, ...delivery } };
}

export function fillValues({ sample }: Operation, own: Values): CallValues {
  const texts = Object.entries(sample.path).map(([name, value]) => [name, String(own[name] ?? value)]);
  const body = sample.body as Readonly<Record<string, unknown>> | null;
  return {
    path: Object.fromEntries(texts),
    query: sample.query,
    body: body && Object.fromEntries(Object.entries(body).map(([name, value]) => [name, own[name] ?? value])),
  };
}

export function fillExample(example: string, { path }: CallValues, sample: Operation["sample"]): string {
  const ids = Object.entries(sample.path).map(([name, id]) => [id, path[name] ?? id] as const);
  return ids.reduce((text, [id, own]) => text.replaceAll(id, own), example);
}
