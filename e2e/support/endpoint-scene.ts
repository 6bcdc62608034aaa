import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { diskStorage } from "../../lib/files/open-storage";
import { newStorageKey } from "../../lib/files/storage";
import { encrypt } from "../../lib/platform/crypto";
import { newEventId, newId } from "../../lib/platform/ids";
import { secretPlace } from "../../lib/platform/sealed-places";
import { type TestDatabase, useTestDatabase } from "./database";
import { useFrozenMinute } from "./frozen-minute";
import { createWorld, type World } from "./world";

export interface EndpointScene {
  token: string;
  params: Record<string, string>;
  billingEntityId: string;
  organizationId: string;
  userId: string;
  appId: string;
}

/** Nothing listens there: a redelivery fails at once and still answers 200. */
const NOWHERE = "http://127.0.0.1:9/hook";

/** A webhook of the room with one delivery behind it. */
export async function addWebhook(
  { query }: TestDatabase,
  roomId: string,
  billingEntityId: string,
): Promise<{ webhookId: string; deliveryId: string }> {
  const [webhookId, deliveryId, jobId, eventId, at] = [
    newId("wh"),
    newId("whd"),
    randomUUID(),
    newEventId(),
    new Date(),
  ];
  const payload = JSON.stringify({
    id: eventId,
    type: "message.created",
    apiVersion: "2026-06-09",
    createdAt: at.toISOString(),
    organizationId: "org_1",
    roomId,
    data: { object: { id: "msg_1", type: "message" } },
  });
  await query(
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     VALUES ($1, $2, 'Webhook', $3, '{message.created}', '2026-06-09', $4, $4)`,
    [webhookId, roomId, NOWHERE, at],
  );
  await query("INSERT INTO webhook_secrets (webhook_id, role, ciphertext, created_at) VALUES ($1, 'CURRENT', $2, $3)", [
    webhookId,
    encrypt("whsec_test", secretPlace(webhookId)),
    at,
  ]);
  // Of another room, where the tests that count a room's events do not see it.
  await query(
    "INSERT INTO events (id, type, room_id, object_type, object_id, created_at) VALUES ($1, 'message.created', 'elsewhere', 'message', 'msg_1', $2)",
    [eventId, at],
  );
  await query(
    `INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, billing_entity_id, state, attempts, created_at)
     VALUES ($1, $2, $3, 'message.created', $5, $4, 'SUCCEEDED', 1, $5)`,
    [jobId, webhookId, eventId, billingEntityId, at],
  );
  await query(
    `INSERT INTO delivery_attempts (id, webhook_id, delivery_id, event, event_id, success, attempt, delivered_at, finalized_at, payload, request_headers, status_code)
     VALUES ($1, $2, $3, 'message.created', $4, true, 1, $5, $5, $6, '{}', 200)`,
    [deliveryId, webhookId, jobId, eventId, at, payload],
  );
  return { webhookId, deliveryId };
}

/** A file of the room, and an upload that is ready to be completed. */
async function addFiles(
  { query }: TestDatabase,
  roomId: string,
  uploadedById: string,
): Promise<{ fileId: string; uploadId: string }> {
  const [fileId, uploadId] = [newId("file"), newId("file")];
  const bytes = Buffer.from("hello");
  for (const [id, state, storageKey] of [
    [fileId, "READY", newStorageKey("files")],
    [uploadId, "UPLOADING", newStorageKey("uploads")],
  ] as const) {
    await query(
      `INSERT INTO files (id, room_id, file_name, size, mime_type, source, state, uploaded_by_id, storage_key, created_at)
       VALUES ($1, $2, 'a.txt', $3, 'text/plain', 'CHAT', $4::file_state, $5, $6, $7)`,
      [id, roomId, bytes.length, state, uploadedById, storageKey, new Date()],
    );
    const upload = { fileId: id, storageKey, size: bytes.length, mimeType: "text/plain", checksum: null };
    await diskStorage()?.receive(upload, Readable.from([bytes]));
  }
  return { fileId, uploadId };
}

interface SceneOptions {
  role?: number;
  scopes?: string[];
  /** Puts the scene into the person's own area instead of an organization. */
  isPersonal?: boolean;
}

/** A person of an organization in a room that holds one of everything; a manager, because webhooks require one. */
export async function createEndpointScene(
  database: TestDatabase,
  world: World,
  options: SceneOptions = {},
): Promise<EndpointScene> {
  const org = await world.organization({ seats: 50 });
  const user = await world.user();
  await world.join(org.id, user.id);
  const { billingEntityId } = options.isPersonal ? user : org;
  const room = await world.room({ organizationId: options.isPersonal ? null : org.id, billingEntityId });
  await world.enter(room.id, user.id, options.role ?? 30);
  const board = await world.board(room.id);
  const [messageId, taskId, recordId, at] = [newId("msg"), newId("task"), newId("rec"), new Date()];
  await database.query(
    "INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, 'Message', $4, $4)",
    [messageId, room.id, user.id, at],
  );
  await database.query(
    "INSERT INTO tasks (id, room_id, board_id, title, created_at, updated_at) VALUES ($1, $2, $3, 'Task', $4, $4)",
    [taskId, room.id, board.id, at],
  );
  await database.query(
    "INSERT INTO records (id, room_id, title, created_by_id, created_at, updated_at) VALUES ($1, $2, 'Record', $3, $4, $4)",
    [recordId, room.id, user.id, at],
  );
  const { token, appId } = await world.accessToken({
    userId: user.id,
    billingEntityId,
    ...(options.scopes ? { scopes: options.scopes } : {}),
  });
  return {
    token,
    appId,
    params: {
      roomId: room.id,
      messageId,
      taskId,
      recordId,
      ...(await addFiles(database, room.id, user.id)),
      ...(await addWebhook(database, room.id, billingEntityId)),
    },
    billingEntityId,
    organizationId: org.id,
    userId: user.id,
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
  const createScene = (options?: SceneOptions) => createEndpointScene(database, world, options);
  return { database, world, createScene };
}
