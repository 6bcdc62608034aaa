import { orNull } from "@/app/_ui/page/or-not-found";
import { listEndpoints } from "@/app/settings/developer/api-keys/endpoints";
import { openAsPerson } from "@/lib/access/open-as-person";
import { openOwners } from "@/lib/access/open-owner";
import { openRoom, type RoomAccess } from "@/lib/access/open-room";
import { MANAGER_ROLE, MEMBER_ROLE } from "@/lib/access/roles";
import { readSession } from "@/lib/accounts/sessions/session";
import { listKeys } from "@/lib/api-keys/queries";
import { listReachable } from "@/lib/api-keys/reach";
import type { CallValues } from "@/lib/docs/surface/call-request";
import type { Operation } from "@/lib/docs/surface/operations";
import { listSharedFiles } from "@/lib/files/queries";
import { listThread } from "@/lib/messages/queries";
import { listRecords } from "@/lib/records/queries";
import { listWorkspaceRooms } from "@/lib/rooms/queries";
import { preferShared, type WorkspaceRoom } from "@/lib/rooms/workspace";
import { listTasks, readTask } from "@/lib/tasks/queries";
import { listAttempts } from "@/lib/webhooks/history/list-attempts";
import { listWebhooks } from "@/lib/webhooks/queries";
import { openWebhook, openWebhookRooms } from "@/lib/webhooks/settings/open-webhook";

/** Values of a signed-in reader for the snippets: names and ids, never a key. */
export interface Reader {
  name: string;
  keys: readonly { id: string; name: string; maskedKey: string }[];
  own: OwnValues | null;
}

/** null: without a session. */
export async function readReader(operation: Operation): Promise<Reader | null> {
  const session = await readSession();
  if (!session) return null;
  const { id, name: readerName } = session.user;
  const { method, path } = operation;
  const [owners, workspace] = await Promise.all([openOwners(id), listWorkspaceRooms(id)]);
  const endpoints = listEndpoints().filter((endpoint) => endpoint.method === method && endpoint.path === path);
  const keys = (await listKeys(owners)).filter(
    ({ isUsable, scopes, owner }) => isUsable && listReachable(endpoints, scopes, owner.kind).length > 0,
  );
  const rooms = preferShared(workspace.filter(({ isDirect }) => !isDirect));
  const reaches = ({ owner }: (typeof keys)[number], room: WorkspaceRoom) =>
    room.organizationId === (owner.kind === "organization" ? owner.id : null);
  const reached = rooms.filter((room) => keys.some((key) => reaches(key, room)));
  const own = await orNull(findOwnValues(id, operation, reached.length > 0 ? reached : rooms));
  const shown = own ? keys.toSorted((a, b) => Number(reaches(b, own.room)) - Number(reaches(a, own.room))) : keys;
  return {
    name: readerName,
    keys: shown.map(({ id: keyId, name, maskedKey }) => ({ id: keyId, name, maskedKey })),
    own,
  };
}

type Values = Readonly<Record<string, string | number>>;

interface OwnValues {
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
async function findOwnValues(
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
