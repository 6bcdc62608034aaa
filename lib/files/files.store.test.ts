import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { useFileScenes } from "../../e2e/support/scenes/file-scene";
import { openRoomToWrite } from "../access/open-room";
import { readPage } from "../db/read-page";
import { transaction } from "../db/transaction";
import { env } from "../platform/env";
import { newId } from "../platform/ids";
import { FILE_PUTS_AT_ONCE } from "../platform/limits";
import { completeFile, openUpload, storeUpload } from "./complete";
import { openFile } from "./download";
import { LIST_FILES } from "./files.sql";
import { diskStorage } from "./open-storage";

const {
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
  callerOf,
} = useFileScenes();

test("creates, sends and completes a file, lists it and records its event once", async () => {
  const scene = await createScene();
  const { fileId, uploadUrl, headers, expiresAt } = await begin(scene);
  expect(headers).toEqual({ "Content-Type": "text/plain" });
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000);
  const room = await openRoomToWrite(scene.caller, scene);
  const page = { limit: 10, after: null };
  expect(await codeOf(complete(scene, fileId))).toBe("validation_error");
  expect((await put(uploadUrl)).status).toBe(200);
  expect(await readPage(LIST_FILES, room.roomId, page)).toEqual([]);
  const summary = await complete(scene, fileId);
  expect(summary).toMatchObject({ id: fileId, size: 5, source: "chat", messageId: scene.messageId, taskId: null });
  expect(await readPage(LIST_FILES, room.roomId, page)).toEqual([summary]);
  expect(await readKept(fileId)).toEqual(BYTES);
  expect(statSync(folder("files")).mode & 0o777).toBe(0o700);
  expect(await complete(scene, fileId)).toEqual(summary);
  expect(await countEvents(fileId)).toBe(1);
  expect((await put(uploadUrl)).status).toBe(403);
});

test("rejects messages and tasks of other rooms and unknown ones", async () => {
  const [scene, other] = [await createScene(), await createScene()];
  for (const messageId of [other.messageId, newId("msg"), "msg_1", scene.roomId])
    expect(await codeOf(begin({ ...scene, messageId }))).toBe("validation_error");
});

test("hides an upload from everyone but its uploader and from other rooms", async () => {
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

test("completes once for ten requests with one response and one copy of the bytes", async () => {
  const scene = await createScene();
  const { fileId, uploadUrl } = await begin(scene);
  await put(uploadUrl);
  const before = new Set(listBytes("files"));
  const opened = await Promise.all(
    Array.from({ length: 10 }, () => openUpload(scene.caller, { roomId: scene.roomId, fileId })),
  );
  const summaries = await Promise.all(
    opened.map(async (access) => {
      const prepared = await storeUpload(access);
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

test("stores one whole file from two concurrent uploads and ignores later bytes", async () => {
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

test("limits concurrent requests for one URL", async () => {
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
])("refuses and stores nothing: %s", async (_name, bytes, headers, status) => {
  const scene = await createScene();
  const { fileId, uploadUrl } = await begin(scene, BYTES, { checksum: sha256(BYTES) });
  expect((await put(uploadUrl, bytes, headers)).status).toBe(status);
  expect(await listLeft(fileId)).toEqual([]);
  expect(await codeOf(complete(scene, fileId))).toBe("validation_error");
  expect((await put(uploadUrl)).status).toBe(200);
  expect(await codeOf(complete(scene, fileId))).toBe("ok");
});

test("stores nothing of a broken body and reports a full disk", async () => {
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

test("refuses to complete bytes that were altered in the store", async () => {
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
