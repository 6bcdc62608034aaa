import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, vi } from "vitest";
import { callInSession } from "../../../lib/access/caller";
import { openRoomToWrite } from "../../../lib/access/open-room";
import { transaction } from "../../../lib/db/transaction";
import { completeFile, openUpload, storeUpload } from "../../../lib/files/complete";
import { createFile } from "../../../lib/files/create";
import { findTransfer } from "../../../lib/files/transfer/endpoints";
import { env } from "../../../lib/platform/env";
import { makeRequest } from "./api-request";
import { useTestDatabase } from "./database";
import { createWorld } from "./world";

type Scene = Awaited<ReturnType<ReturnType<typeof useFileScenes>["createScene"]>>;

/** A person's own area. */
const callerOf = ({ id, billingEntityId: entityId }: { id: string; billingEntityId: string }) =>
  callInSession(
    { type: "user", id, userId: id },
    { kind: "individual", userId: id, entityId, plan: "STANDARD", seats: 1, suspension: null },
  );

export function useFileScenes() {
  const database = useTestDatabase();
  const world = createWorld(database);
  afterEach(() => void vi.useRealTimers());

  const BYTES = Buffer.from("hello");
  const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

  async function createScene() {
    const user = await world.user();
    const { id: roomId } = await world.room({ billingEntityId: user.billingEntityId });
    await world.enter(roomId, user.id, 20);
    const messageId = await world.insert("messages", { room_id: roomId, author_id: user.id });
    return { caller: callerOf(user), roomId, messageId, userId: user.id };
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

  function put(url: string, body: Buffer | AsyncIterable<Uint8Array> = BYTES, headers: Record<string, string> = {}) {
    const target = new URL(url).pathname;
    const found = findTransfer(target);
    if (!found) throw new Error("not a transfer's path");
    return found(makeRequest({ method: "PUT", target, headers: { "content-type": "text/plain", ...headers }, body }));
  }

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
