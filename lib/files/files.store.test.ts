import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/database";
import { createWorld } from "../../e2e/support/world";
import type { Caller } from "../access/caller";
import { openRoomToWrite } from "../access/open-room";
import type { ApiRequest } from "../api/request";
import { transaction } from "../platform/db";
import { env } from "../platform/env";
import { newId } from "../platform/ids";
import { FILE_ORPHAN_RETENTION_MS, FILE_PUTS_AT_ONCE, FILE_UPLOAD_RETENTION_MS } from "../platform/limits";
import { completeFile, keepUpload, openUpload } from "./complete";
import { createFile } from "./create";
import { openFile } from "./download";
import { eraseOrphanedBytes, eraseUnfinishedFiles } from "./erase";
import { listFiles } from "./list";
import { diskStorage } from "./open-storage";
import { newStorageKey } from "./storage";
import { findTransfer, type TransferAnswer } from "./transfer/endpoints";

const database = useTestDatabase();
const world = createWorld(database);
afterEach(() => void vi.useRealTimers());

const BYTES = Buffer.from("hello");
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

interface Scene {
  caller: Caller;
  roomId: string;
  messageId: string;
  userId: string;
}

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
    billing: { entityId: user.billingEntityId, kind: "individual", userId: user.id, plan: "STANDARD", seats: 1 },
    apiKeyId: null,
    isUseStale: false,
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
  const prepared = await keepUpload(access);
  return transaction((tx) => completeFile(tx, access, prepared));
}

function transfer(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body: AsyncIterable<Uint8Array> | null = null,
): Promise<TransferAnswer> {
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

test("three steps: begun, sent, completed; the file is listed, and its event is there once", async () => {
  const scene = await createScene();
  const { fileId, uploadUrl, headers, expiresAt } = await begin(scene);
  expect(headers).toEqual({ "Content-Type": "text/plain" });
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000);
  const room = await openRoomToWrite(scene.caller, scene);
  const page = { limit: 10, after: null };
  expect(await codeOf(complete(scene, fileId))).toBe("validation_error");
  expect((await put(uploadUrl)).status).toBe(200);
  expect(await listFiles(room, page)).toEqual([]);
  const summary = await complete(scene, fileId);
  expect(summary).toMatchObject({ id: fileId, size: 5, source: "chat", messageId: scene.messageId, taskId: null });
  expect(await listFiles(room, page)).toEqual([summary]);
  expect(await readKept(fileId)).toEqual(BYTES);
  expect(statSync(folder("files")).mode & 0o777).toBe(0o700);
  expect(await complete(scene, fileId)).toEqual(summary);
  expect(await countEvents(fileId)).toBe(1);
  expect((await put(uploadUrl)).status).toBe(403);
});

test("what hangs on another room's message or task, or on nothing that exists, is refused", async () => {
  const [scene, other] = [await createScene(), await createScene()];
  for (const messageId of [other.messageId, newId("msg"), "msg_1", scene.roomId])
    expect(await codeOf(begin({ ...scene, messageId }))).toBe("validation_error");
});

test("an upload is its uploader's alone, and nobody's in another room", async () => {
  const [scene, other] = [await createScene(), await createScene()];
  const colleague = await world.user();
  await world.enter(scene.roomId, colleague.id, 40);
  const colleagues = { ...callerOf(colleague), billing: scene.caller.billing };
  const { fileId, uploadUrl } = await begin(scene);
  await put(uploadUrl);
  const params = { roomId: scene.roomId, fileId };
  expect(await codeOf(openUpload(colleagues, params))).toBe("not_found");
  expect(await codeOf(openFile(scene.caller, params))).toBe("not_found");
  expect(await codeOf(openFile(other.caller, params))).toBe("room_not_found");
  expect(await codeOf(openFile(other.caller, { ...params, roomId: other.roomId }))).toBe("not_found");
  expect(await codeOf(openUpload(other.caller, { ...params, roomId: other.roomId }))).toBe("not_found");
  await complete(scene, fileId);
  expect(await codeOf(openUpload(colleagues, params))).toBe("forbidden");
  expect(await codeOf(openFile(colleagues, params))).toBe("ok");
});

test("of ten completions at once one counts, all answer alike, and one copy of the bytes stays", async () => {
  const scene = await createScene();
  const { fileId, uploadUrl } = await begin(scene);
  await put(uploadUrl);
  const before = new Set(listBytes("files"));
  // All of them have looked before the first of them writes.
  const opened = await Promise.all(
    Array.from({ length: 10 }, () => openUpload(scene.caller, { roomId: scene.roomId, fileId })),
  );
  const summaries = await Promise.all(
    opened.map(async (access) => {
      const prepared = await keepUpload(access);
      return transaction((tx) => completeFile(tx, access, prepared));
    }),
  );
  expect(new Set(summaries.map((summary) => JSON.stringify(summary))).size).toBe(1);
  expect(await countEvents(fileId)).toBe(1);
  expect(listBytes("files").filter((name) => !before.has(name))).toEqual([
    (await keyOf(fileId)).slice("files/".length),
  ]);
  expect(await readKept(fileId)).toEqual(BYTES);
});

test("of two uploads at once the file is one, whole, and later bytes do not change it", async () => {
  const scene = await createScene();
  const [one, two] = [Buffer.alloc(300_000, "1"), Buffer.alloc(300_000, "2")];
  const slowly = async function* (bytes: Buffer) {
    for (let at = 0; at < bytes.length; at += 10_000) {
      yield bytes.subarray(at, at + 10_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const { fileId, uploadUrl } = await begin(scene, one);
  const answers = await Promise.all([put(uploadUrl, slowly(one)), put(uploadUrl, slowly(two))]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);

  // A third begins before the completion and ends after it.
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const third = put(
    uploadUrl,
    (async function* () {
      yield Buffer.alloc(100_000, "3");
      await held;
      yield Buffer.alloc(200_000, "3");
    })(),
  );
  await complete(scene, fileId);
  const kept = sha256(await readKept(fileId));
  expect([sha256(one), sha256(two)]).toContain(kept);
  finish();
  await third;
  expect(sha256(await readKept(fileId))).toBe(kept);
});

test("one URL is not used by many requests at once", async () => {
  const scene = await createScene();
  const { uploadUrl } = await begin(scene);
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const started = Array.from({ length: FILE_PUTS_AT_ONCE }, () => {
    let start = () => {};
    const isUnderWay = new Promise<void>((resolve) => {
      start = resolve;
    });
    const slow = async function* () {
      start();
      await held;
      yield BYTES;
    };
    return { isUnderWay, answer: put(uploadUrl, slow()) };
  });
  await Promise.all(started.map(({ isUnderWay }) => isUnderWay));
  expect((await put(uploadUrl)).status).toBe(429);
  const busy = started.map(({ answer }) => answer);
  finish();
  expect((await Promise.all(busy)).map(({ status }) => status)).toEqual(busy.map(() => 200));
  expect((await put(uploadUrl)).status).toBe(200);
});

test.each([
  ["one byte more than announced", Buffer.from("hello!"), {}, 413],
  ["one byte more, and the length says so", Buffer.from("hello!"), { "content-length": "6" }, 413],
  ["one byte less", Buffer.from("hell"), {}, 400],
  ["one byte less, and the length says so", Buffer.from("hell"), { "content-length": "4" }, 400],
  ["nothing", Buffer.alloc(0), {}, 400],
  ["other bytes than the checksum's", Buffer.from("HELLO"), {}, 400],
  ["another type", BYTES, { "content-type": "text/html" }, 415],
  ["a type with parameters", BYTES, { "content-type": "text/plain; charset=x" }, 415],
])("%s: refused, and nothing is kept", async (_name, bytes, headers, status) => {
  const scene = await createScene();
  const { fileId, uploadUrl } = await begin(scene, BYTES, { checksum: sha256(BYTES) });
  expect((await put(uploadUrl, bytes, headers)).status).toBe(status);
  expect(await listLeft(fileId)).toEqual([]);
  expect(await codeOf(complete(scene, fileId))).toBe("validation_error");
  expect((await put(uploadUrl)).status).toBe(200);
  expect(await codeOf(complete(scene, fileId))).toBe("ok");
});

test("a body that breaks off leaves nothing, and one that finds the disk full says so", async () => {
  const scene = await createScene();
  const { fileId, uploadUrl } = await begin(scene);
  const breaking = async function* () {
    yield Buffer.from("hel");
    throw new Error("aborted");
  };
  expect((await put(uploadUrl, breaking())).status).toBe(400);
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const storage = diskStorage();
  if (storage) vi.spyOn(storage, "receive").mockRejectedValueOnce(full);
  const answer = await put(uploadUrl);
  expect([answer.status, answer.body]).toEqual([507, expect.stringContaining("storage is full")]);
  expect(await listLeft(fileId)).toEqual([]);
});

test("what lies in the store is measured at the end: altered bytes are not completed", async () => {
  const scene = await createScene();
  const { fileId, uploadUrl } = await begin(scene, BYTES, { checksum: sha256(BYTES) });
  await put(uploadUrl);
  const path = join(env().SVC_DATA_DIR, "files", await keyOf(fileId));
  const files = listBytes("files");
  for (const other of ["hellO", "hello!"]) {
    writeFileSync(path, other);
    expect(await codeOf(complete(scene, fileId))).toBe("validation_error");
  }
  expect(await countEvents(fileId)).toBe(0);
  expect(listBytes("files")).toEqual(files);
});

test("an upload that nobody completed is erased after 24 hours, row and bytes; a completed file is not", async () => {
  const scene = await createScene();
  const [old, young, ready] = [await begin(scene), await begin(scene), await begin(scene)];
  for (const { uploadUrl } of [old, young, ready]) await put(uploadUrl);
  await complete(scene, ready.fileId);
  const oldKey = await keyOf(old.fileId);
  await age(old.fileId, FILE_UPLOAD_RETENTION_MS + 1_000);
  await age(young.fileId, FILE_UPLOAD_RETENTION_MS - 60_000);
  await age(ready.fileId, 10 * FILE_UPLOAD_RETENTION_MS);
  expect(await codeOf(complete(scene, old.fileId))).toBe("not_found");
  expect((await put(old.uploadUrl)).status).toBe(404);
  await Promise.all([eraseUnfinishedFiles(), eraseUnfinishedFiles()]);
  expect(await keyOf(old.fileId)).toBe("none");
  expect(listBytes("uploads")).not.toContain(oldKey.slice("uploads/".length));
  expect(await codeOf(complete(scene, young.fileId))).toBe("ok");
  expect(await readKept(ready.fileId)).toEqual(BYTES);
});

test("a completion that meets the cleaning: the file is whole or gone, never half", async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const scene = await createScene();
    const { fileId, uploadUrl } = await begin(scene);
    await put(uploadUrl);
    const access = await openUpload(scene.caller, { roomId: scene.roomId, fileId });
    const prepared = await keepUpload(access);
    await age(fileId, FILE_UPLOAD_RETENTION_MS + 1_000);
    const finish = () => codeOf(transaction((tx) => completeFile(tx, access, prepared)));
    // Each goes first in half of the rounds, so that both ends are seen.
    const erased = eraseUnfinishedFiles();
    const outcome = round % 2 === 0 ? await finish() : await erased.then(finish);
    await erased;
    outcomes.add(outcome);
    const isThere = existsSync(join(env().SVC_DATA_DIR, "files", prepared?.storageKey ?? ""));
    expect([outcome, isThere, await countEvents(fileId)]).toEqual(
      outcome === "ok" ? ["ok", true, 1] : ["not_found", false, 0],
    );
    if (outcome === "ok") expect(await readKept(fileId)).toEqual(BYTES);
  }
  expect(outcomes).toContain("not_found");
});

test("bytes without a row are erased after two days: of crashes, and of rooms that are gone", async () => {
  const scene = await createScene();
  const [kept, gone] = [await begin(scene), await begin(scene)];
  for (const { fileId, uploadUrl } of [kept, gone]) {
    await put(uploadUrl);
    await complete(scene, fileId);
  }
  const [keptKey, goneKey] = [await keyOf(kept.fileId), await keyOf(gone.fileId)];
  await database.query("DELETE FROM files WHERE id = $1", [gone.fileId]);
  const [crashed, fresh] = [newStorageKey("incoming"), newStorageKey("incoming")];
  const pathOf = (key: string) => join(env().SVC_DATA_DIR, "files", key);
  for (const key of [crashed, fresh]) writeFileSync(pathOf(key), randomBytes(10));
  writeFileSync(join(folder("files"), "not ours"), "x");
  const old = new Date(Date.now() - FILE_ORPHAN_RETENTION_MS - 60_000);
  for (const key of [keptKey, goneKey, crashed, "files/not ours"]) utimesSync(pathOf(key), old, old);
  await Promise.all([eraseOrphanedBytes(), eraseOrphanedBytes()]);
  expect([keptKey, goneKey, crashed, fresh, "files/not ours"].map((key) => existsSync(pathOf(key)))).toEqual([
    true,
    false,
    false,
    true,
    true,
  ]);
});
