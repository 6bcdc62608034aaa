import { Readable } from "node:stream";
import { diskStorage } from "../../../lib/files/open-storage";
import { newStorageKey } from "../../../lib/files/storage";
import { encrypt } from "../../../lib/platform/crypto";
import { secretPlace } from "../../../lib/platform/sealed-places";
import { useTestDatabase } from "./database";
import { useFrozenMinute } from "./frozen-minute";
import { createWorld, type World } from "./world";

/** A webhook of the room with one delivery behind it. Nothing listens there: a redelivery fails at once and still answers 200. */
export async function addWebhook({ insert, attempt }: World, roomId: string, billingEntityId: string) {
  const webhookId = await insert("webhooks", { room_id: roomId, url: "http://127.0.0.1:9/hook" });
  const ciphertext = encrypt("whsec_test", secretPlace(webhookId));
  await insert("webhook_secrets", { webhook_id: webhookId, ciphertext });
  // It belongs to another room: tests that count a room's events must not see it.
  const facts = { event: "message.created", eventRoomId: "elsewhere", columns: { status_code: 200 } };
  return { webhookId, deliveryId: await attempt({ webhookId, roomId, billingEntityId, ...facts }) };
}

/** A file of the room, and an upload that is ready to be completed. */
async function addFiles({ insert }: World, room_id: string, uploaded_by_id: string) {
  const bytes = Buffer.from("hello");
  const add = async (state: string, area: "files" | "uploads") => {
    const storageKey = newStorageKey(area);
    const row = { room_id, uploaded_by_id, state, size: bytes.length, storage_key: storageKey };
    const fileId = await insert("files", row);
    const upload = { fileId, storageKey, size: bytes.length, mimeType: "text/plain", checksum: null };
    await diskStorage()?.receive(upload, Readable.from([bytes]));
    return fileId;
  };
  return { fileId: await add("READY", "files"), uploadId: await add("UPLOADING", "uploads") };
}

interface SceneOptions {
  role?: number;
  scopes?: string[];
  /** Puts the scene into the person's own area instead of an organization. */
  isPersonal?: boolean;
}

/** A person of an organization in a room that holds one of everything; a manager, because webhooks require one. */
export async function createEndpointScene(world: World, { role = 30, scopes, isPersonal = false }: SceneOptions = {}) {
  const seat = await world.seat({ role, isPersonal });
  const { roomId, userId, billingEntityId } = seat;
  const owner = { userId, billingEntityId };
  const params: Record<string, string> = {
    roomId,
    ...(await addThings(world, seat)),
    ...(await addFiles(world, roomId, userId)),
    ...(await addWebhook(world, roomId, billingEntityId)),
  };
  const { token, appId } = await world.accessToken({ ...owner, ...(scopes ? { scopes } : {}) });
  return { token, appId, params, ...owner, organizationId: seat.organizationId };
}
export type EndpointScene = Awaited<ReturnType<typeof createEndpointScene>>;

/** A board, and a message, a task and a record of this person. */
export async function addThings({ board, insert }: World, { roomId, userId }: { roomId: string; userId: string }) {
  const { id: boardId } = await board(roomId);
  const room = { room_id: roomId };
  return {
    boardId,
    messageId: await insert("messages", { ...room, author_id: userId }),
    taskId: await insert("tasks", { ...room, board_id: boardId }),
    recordId: await insert("records", { ...room, created_by_id: userId }),
  };
}

/**
 * The rows that each endpoint needs to succeed, in a database of this test file alone.
 *
 *   const { createScene } = useEndpointScenes();
 *   const scene = await createScene();
 *   const answer = await askEndpoint(endpoint, scene.params, bearer(scene.token));
 */
export function useEndpointScenes() {
  useFrozenMinute();
  const database = useTestDatabase();
  const world = createWorld(database);
  const createScene = (options?: SceneOptions) => createEndpointScene(world, options);
  return { database, world, createScene };
}
