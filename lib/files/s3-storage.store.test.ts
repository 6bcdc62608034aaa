import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { type S3Server, startS3Server } from "../../e2e/support/servers/s3-server";
import { closeDatabase } from "../db/pool";
import { FILE_ORPHAN_RETENTION_MS } from "../platform/limits";
import { eraseOrphanedBytes } from "./erase";
import { diskStorage, fileStorage } from "./open-storage";
import { type ExpectedUpload, type FileStorage, newStorageKey } from "./storage";

useTestDatabase();
let s3: S3Server;
let storage: FileStorage;

beforeAll(async () => {
  s3 = await startS3Server();
  await closeDatabase();
  Object.assign(process.env, s3.variables);
  resetShared();
  storage = fileStorage();
});
afterAll(async () => {
  for (const name of Object.keys(s3.variables)) Reflect.deleteProperty(process.env, name);
  await s3.close();
});
beforeEach(() => {
  s3.objects.clear();
  s3.knowsChecksums = true;
});

const BYTES = Buffer.from("hello");
const CHECKSUM = createHash("sha256").update(BYTES).digest("hex");
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const makeUpload = (changes: Partial<ExpectedUpload> = {}): ExpectedUpload => ({
  fileId: "file_1",
  storageKey: newStorageKey("uploads"),
  size: BYTES.length,
  mimeType: "text/plain",
  checksum: CHECKSUM,
  ...changes,
});

async function send(
  upload: ExpectedUpload,
  body: Buffer = BYTES,
  change: Record<string, string> = {},
): Promise<number> {
  const { url, headers } = storage.signUpload(upload, inMinutes(15));
  return (await fetch(url, { method: "PUT", headers: { ...headers, ...change }, body: new Uint8Array(body) })).status;
}

test("signs URLs so that bytes bypass this service", () => {
  expect(diskStorage()).toBeNull();
});

test.each([true, false])("sends, moves, measures and downloads a file (store knows checksums: %s)", async (knows) => {
  s3.knowsChecksums = knows;
  const upload = makeUpload();
  expect(await storage.complete(upload.storageKey)).toBeNull();
  expect(await send(upload)).toBe(200);
  const kept = await storage.complete(upload.storageKey);
  expect(kept).toEqual({ storageKey: expect.stringMatching(/^files\//), size: 5, checksum: CHECKSUM });
  // The upload's URL is still valid and does no harm.
  expect(await send(upload)).toBe(200);
  const fileName = `議事録 "'(*)".txt`;
  const file = { fileId: "file_1", storageKey: kept?.storageKey ?? "", fileName, mimeType: "text/plain" };
  const response = await fetch(storage.signDownload(file, inMinutes(15)));
  expect([response.status, await response.text(), response.headers.get("content-type")]).toEqual([
    200,
    "hello",
    "text/plain",
  ]);
  const disposition = response.headers.get("content-disposition") ?? "";
  expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? "")).toBe(fileName);
  await storage.remove(upload.storageKey);
  await storage.remove(upload.storageKey);
  expect([...s3.objects.keys()]).toEqual([kept?.storageKey]);
});

test("reads a part by its range and refuses a store that sends everything", async () => {
  const key = newStorageKey("files");
  s3.objects.set(key, { bytes: BYTES, type: "", modifiedAt: new Date(), checksum: null });
  expect(Buffer.from((await storage.readPart(key, { start: 1, end: 3 })) ?? []).toString()).toBe("ell");
  expect(await storage.readPart(newStorageKey("files"), { start: 0, end: 3 })).toBeNull();
  s3.before = () => 200;
  const refusal = storage.readPart(key, { start: 1, end: 3 }).finally(() => {
    s3.before = () => undefined;
  });
  await expect(refusal).rejects.toMatchObject({ code: "internal_error", isAway: true });
});

test("lets the store accept only what was signed", async () => {
  expect(await send(makeUpload(), Buffer.from("hello!"))).toBe(403);
  expect(await send(makeUpload(), Buffer.from("hell"))).toBe(403);
  expect(await send(makeUpload(), BYTES, { "Content-Type": "text/html" })).toBe(403);
  expect(await send(makeUpload(), Buffer.from("HELLO"))).toBe(400);
  expect(await send(makeUpload({ checksum: null }), Buffer.from("HELLO"))).toBe(200);
  const { url, headers } = storage.signUpload(makeUpload(), inMinutes(15));
  for (const altered of [
    url.replace("uploads", "files"),
    `${url}0`,
    url.replace("Expires=", "Expires=9"),
    `${url}&x=1`,
  ])
    expect((await fetch(altered, { method: "PUT", headers, body: BYTES.toString() })).status).toBe(403);
  expect((await fetch(url)).status).toBe(403);
  expect(s3.objects.size).toBe(1);
});

test("reports an unreachable store without repeating its words", async () => {
  const { closeAfter, broken } = { closeAfter: s3.variables["SVC_FILES_S3_SECRET_ACCESS_KEY"], broken: "another" };
  process.env["SVC_FILES_S3_SECRET_ACCESS_KEY"] = broken;
  resetShared();
  const failure = await fileStorage()
    .complete(newStorageKey("uploads"))
    .catch((error: unknown) => error);
  process.env["SVC_FILES_S3_SECRET_ACCESS_KEY"] = closeAfter;
  resetShared();
  expect(failure).toMatchObject({
    code: "internal_error",
    isAway: true,
    message: expect.stringContaining("cannot reach the file storage"),
  });
});

test("finds bytes without a row over all pages and leaves foreign objects alone", async () => {
  const old = {
    bytes: BYTES,
    type: "",
    modifiedAt: new Date(Date.now() - FILE_ORPHAN_RETENTION_MS - 1),
    checksum: null,
  };
  for (let n = 0; n < 5; n += 1) s3.objects.set(newStorageKey(n % 2 === 0 ? "files" : "uploads"), old);
  const young = newStorageKey("files");
  s3.objects.set(young, { ...old, modifiedAt: new Date() });
  s3.objects.set("backups/important.tar", old);
  await eraseOrphanedBytes();
  expect([...s3.objects.keys()].sort()).toEqual(["backups/important.tar", young]);
});
