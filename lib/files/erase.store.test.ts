import { randomBytes } from "node:crypto";
import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useFileScenes } from "../../e2e/support/scenes/file-scene";
import { transaction } from "../db/transaction";
import { env } from "../platform/env";
import { FILE_ORPHAN_RETENTION_MS, FILE_UPLOAD_RETENTION_MS } from "../platform/limits";
import { completeFile, openUpload, storeUpload } from "./complete";
import { eraseOrphanedBytes, eraseUnfinishedFiles } from "./erase";
import { newStorageKey } from "./storage";

const {
  database,
  BYTES,
  createScene,
  begin,
  complete,
  put,
  folder,
  listBytes,
  keyOf,
  readKept,
  countEvents,
  codeOf,
  age,
} = useFileScenes();

test("erases an unfinished upload with its bytes after 24 hours, but no completed file", async () => {
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

test("leaves the file whole or gone when a completion meets the erasing job", async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const scene = await createScene();
    const { fileId, uploadUrl } = await begin(scene);
    await put(uploadUrl);
    const access = await openUpload(scene.caller, { roomId: scene.roomId, fileId });
    const prepared = await storeUpload(access);
    await age(fileId, FILE_UPLOAD_RETENTION_MS + 1_000);
    const finish = () => codeOf(transaction((tx) => completeFile(tx, access, prepared)));
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

test("erases bytes without a row after two days, from crashes and deleted rooms", async () => {
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
