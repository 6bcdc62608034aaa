import { randomBytes } from "node:crypto";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useTestDatabase } from "../../../../e2e/support/scenes/database";
import { type S3Server, startS3Server } from "../../../../e2e/support/servers/s3-server";
import { openArchiveBucket } from "./archive-bucket";
import { type ArchiveStore, BrokenArchive } from "./archive-store";

useTestDatabase();
const NAME = "audit-2025-09-0123456789abcdef.svcaudit";
const KEY = `svc/${NAME}`;
const PART_BYTES = 1_000;

let s3: S3Server;
let store: ArchiveStore;
let [folder, path] = ["", ""];
beforeAll(async () => {
  s3 = await startS3Server();
  folder = await mkdtemp(join(tmpdir(), "svc-archive-"));
  path = join(folder, "month.part");
  const read = (name: string) => s3.variables[`SVC_FILES_S3_${name}`] ?? "";
  store = openArchiveBucket({
    endpoint: read("ENDPOINT"),
    bucket: read("BUCKET"),
    region: read("REGION"),
    accessKeyId: read("ACCESS_KEY_ID"),
    secretAccessKey: read("SECRET_ACCESS_KEY"),
    prefix: "svc/",
    workFolder: folder,
    partBytes: PART_BYTES,
  });
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  s3.objects.clear();
  s3.uploads.clear();
  s3.requests.length = 0;
  s3.before = () => undefined;
});

async function writeMonth(size: number): Promise<Buffer> {
  const bytes = randomBytes(size);
  await writeFile(path, bytes);
  return bytes;
}
const isThere = () =>
  access(path).then(
    () => true,
    () => false,
  );

test.each([0, 1, PART_BYTES, PART_BYTES + 1, 3 * PART_BYTES, 3 * PART_BYTES + 7])(
  "a file of %i bytes is kept whole, read in ranges and removed",
  async (size) => {
    const bytes = await writeMonth(size);
    await store.save(path, NAME);
    expect(s3.objects.get(KEY)?.bytes.equals(bytes)).toBe(true);
    expect([s3.uploads.size, await isThere()]).toEqual([0, false]);
    const file = await store.open(NAME);
    expect(await file.size()).toBe(size);
    for (const [from, to] of [
      [0, size],
      [Math.floor(size / 3), Math.floor(size / 2)],
    ] as const)
      expect((await file.read(from, to - from)).equals(bytes.subarray(from, to))).toBe(true);
    for (const from of [size - 1, size, size + 10])
      await expect(file.read(Math.max(0, from), 2)).rejects.toBeInstanceOf(BrokenArchive);
    expect(await store.listSizes([NAME, "audit-other"])).toEqual(new Map([[NAME, size]]));
    await store.remove(NAME);
    await store.remove(NAME);
    expect([s3.objects.size, await store.listSizes([NAME])]).toEqual([0, new Map()]);
    await expect(file.read(0, 1)).rejects.toBeInstanceOf(BrokenArchive);
    await expect(file.size()).rejects.toBeInstanceOf(BrokenArchive);
  },
);

test("a part whose connection is cut is sent again", async () => {
  const bytes = await writeMonth(3 * PART_BYTES);
  let cut = 0;
  s3.before = (request) => {
    if (!request.includes("partNumber=2") || cut === 2) return undefined;
    cut += 1;
    return 500;
  };
  await store.save(path, NAME);
  expect([cut, s3.objects.get(KEY)?.bytes.equals(bytes)]).toEqual([2, true]);
});

test.each(["POST", "PUT", "HEAD", "GET"])(
  "a store that goes away at a %s keeps nothing half, and loses nothing",
  async (at) => {
    await writeMonth(3 * PART_BYTES);
    s3.before = (request) => (request.startsWith(`${at} svc/`) ? 503 : undefined);
    await expect(store.save(path, NAME)).rejects.toMatchObject({ code: "internal_error", isAway: true });
    expect([s3.uploads.size, await isThere()]).toEqual([0, true]);
  },
);

test("refuses a store that returns other bytes", async () => {
  await writeMonth(2 * PART_BYTES + 5);
  s3.before = (request) => {
    const kept = s3.objects.get(KEY);
    if (request.startsWith("GET svc/") && kept) kept.bytes[7] = (kept.bytes[7] ?? 0) ^ 1;
  };
  await expect(store.save(path, NAME)).rejects.toThrow("does not come back");
  expect(await isThere()).toBe(true);
});

test("aborts the uploads of a removed file and no others", async () => {
  const upload = (key: string) => ({ key, parts: new Map([[1, Buffer.from("half")]]) });
  s3.uploads.set("mine", upload(KEY)).set("another's", upload(`${KEY}.other`));
  await store.remove(NAME);
  expect([...s3.uploads.keys()]).toEqual(["another's"]);
});
