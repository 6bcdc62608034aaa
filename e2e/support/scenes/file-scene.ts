import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, vi } from "vitest";
import type { Caller } from "../../../lib/access/caller";
import { openRoomToWrite } from "../../../lib/access/open-room";
import type { ApiRequest } from "../../../lib/api/request";
import { transaction } from "../../../lib/db/transaction";
import { completeFile, openUpload, storeUpload } from "../../../lib/files/complete";
import { createFile } from "../../../lib/files/create";
import { findTransfer, type TransferResponse } from "../../../lib/files/transfer/endpoints";
import { env } from "../../../lib/platform/env";
import { newId } from "../../../lib/platform/ids";
import { useTestDatabase } from "./database";
import { createWorld } from "./world";

interface Scene {
  caller: Caller;
  roomId: string;
  messageId: string;
  userId: string;
}

export function useFileScenes() {
  const database = useTestDatabase();
  const world = createWorld(database);
  afterEach(() => void vi.useRealTimers());

  const BYTES = Buffer.from("hello");
  const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

  async function createScene(): Promise<Scene> {
    const user = await world.user();
    const { id: roomId } = await world.room({ billingEntityId: user.billingEntityId });
    await world.enter(roomId, user.id, 20);
    const messageId = newId("msg");
    await database.query(
      "INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, 'M', now(), now())",
      [messageId, roomId, user.id],
    );
    return { caller: callerOf(user), roomId, messageId, userId: user.id };
  }

  function callerOf(user: { id: string; billingEntityId: string }): Caller {
    return {
      actor: { type: "user", id: user.id, userId: user.id },
      authMethod: "oauth_bearer",
      scopes: new Set(),
      billing: {
        entityId: user.billingEntityId,
        kind: "individual",
        userId: user.id,
        plan: "STANDARD",
        seats: 1,
        suspension: null,
      },
      apiKeyId: null,
      isUseStale: false,
      keyBudget: null,
      isRecorded: false,
      grantId: null,
      tokenId: null,
      appId: "app",
    };
  }

  async function begin(scene: Scene, bytes = BYTES, changes: { checksum?: string; fileName?: string } = {}) {
    const access = await openRoomToWrite(scene.caller, scene);
    const { messageId } = scene;
    const input = { fileName: "a.txt", size: bytes.length, mimeType: "text/plain", messageId, ...changes };
    return transaction((tx) => createFile(tx, access, scene.userId, input));
  }

  async function complete({ caller, roomId }: Scene, fileId: string) {
    const access = await openUpload(caller, { roomId, fileId });
    const prepared = await storeUpload(access);
    return transaction((tx) => completeFile(tx, access, prepared));
  }

  function transfer(
    method: string,
    url: string,
    headers: Record<string, string> = {},
    body: AsyncIterable<Uint8Array> | null = null,
  ): Promise<TransferResponse> {
    const { pathname } = new URL(url);
    const incoming: ApiRequest = {
      method,
      target: pathname,
      header: (name) => headers[name] ?? null,
      headersBytes: 200,
      address: "192.0.2.7",
      body,
    };
    const found = findTransfer(pathname);
    if (!found) throw new Error("not a transfer's path");
    return found(incoming);
  }

  const put = (url: string, body: Buffer | AsyncIterable<Uint8Array> = BYTES, headers: Record<string, string> = {}) =>
    transfer(
      "PUT",
      url,
      { "content-type": "text/plain", ...headers },
      Buffer.isBuffer(body) ? Readable.from([body]) : body,
    );

  const folder = (area: string) => join(env().SVC_DATA_DIR, "files", area);
  const listBytes = (area: string) => (existsSync(folder(area)) ? readdirSync(folder(area)) : []);
  async function keyOf(fileId: string): Promise<string> {
    const [row] = await database.query<{ key: string }>("SELECT storage_key AS key FROM files WHERE id = $1", [fileId]);
    return row?.key ?? "none";
  }
  /** The files that an upload has left on the disk, finished or not. */
  async function listLeft(fileId: string): Promise<string[]> {
    const key = await keyOf(fileId);
    return [...listBytes("incoming"), ...listBytes("uploads").filter((name) => `uploads/${name}` === key)];
  }
  const readKept = async (fileId: string) => readFileSync(join(env().SVC_DATA_DIR, "files", await keyOf(fileId)));
  const countEvents = async (fileId: string) =>
    (await database.query("SELECT 1 FROM events WHERE type = 'file.uploaded' AND object_id = $1", [fileId])).length;
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "ok",
      (error: { code?: string }) => error.code ?? "no code",
    );
  const age = (fileId: string, ms: number) =>
    database.query("UPDATE files SET created_at = $2 WHERE id = $1", [fileId, new Date(Date.now() - ms)]);
  return {
    callerOf,
    database,
    world,
    BYTES,
    sha256,
    createScene,
    begin,
    complete,
    put,
    folder,
    listBytes,
    keyOf,
    listLeft,
    readKept,
    countEvents,
    codeOf,
    age,
  };
}
