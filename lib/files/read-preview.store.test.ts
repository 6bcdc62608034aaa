import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useFileScenes } from "../../e2e/support/scenes/file-scene";
import { openRoom } from "../access/open-room";
import { env } from "../platform/env";
import { newId } from "../platform/ids";
import { openFile } from "./download";
import { PREVIEW_TEXT_BYTES } from "./preview";
import { readSharedFile } from "./queries";
import { isShownPicture, readPreviewPart, readPreviewText } from "./read-preview";
import type { FileFilter } from "./workspace";

const { begin, complete, createScene, codeOf, database, keyOf, put } = useFileScenes();

type Scene = Awaited<ReturnType<typeof createScene>>;

async function share(scene: Scene, bytes: Buffer<ArrayBuffer>, fileName = "a.txt", mimeType = "text/plain") {
  const { fileId, uploadUrl } = await begin(scene, bytes, { fileName });
  await put(uploadUrl, bytes);
  await complete(scene, fileId);
  await database.query("UPDATE files SET mime_type = $2 WHERE id = $1", [fileId, mimeType]);
  return fileId;
}

const open = ({ caller, roomId }: Scene, fileId: string) => openFile(caller, { roomId, fileId });

test("reads the beginning of a text and says so", async () => {
  const scene = await createScene();
  const short = await share(scene, Buffer.from("hello"));
  expect(await readPreviewText(await open(scene, short))).toEqual({ text: "hello", isCut: false, hasHidden: false });
  const whole = await share(scene, Buffer.alloc(PREVIEW_TEXT_BYTES, "a"));
  expect(await readPreviewText(await open(scene, whole))).toMatchObject({ isCut: false });
  const long = await share(scene, Buffer.alloc(PREVIEW_TEXT_BYTES + 1, "a"));
  const shown = await readPreviewText(await open(scene, long));
  expect([shown?.text.length, shown?.isCut]).toEqual([PREVIEW_TEXT_BYTES, true]);
});

test("returns no text for other types and missing bytes", async () => {
  const scene = await createScene();
  const binary = await share(scene, Buffer.from("a\0b"));
  expect(await readPreviewText(await open(scene, binary))).toBeNull();
  const picture = await share(scene, Buffer.from("hello"), "a.png", "image/png");
  expect(await readPreviewText(await open(scene, picture))).toBeNull();
  const lost = await share(scene, Buffer.from("hello"));
  rmSync(join(env().SVC_DATA_DIR, "files", await keyOf(lost)));
  expect(await readPreviewText(await open(scene, lost))).toBeNull();
});

function makePng(width: number, height: number): Buffer<ArrayBuffer> {
  const png = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0", "latin1");
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

test("shows a picture by its bytes, within the pixels a browser can hold", async () => {
  const scene = await createScene();
  const isShown = async (bytes: Buffer<ArrayBuffer>, mimeType = "image/png") =>
    isShownPicture(await open(scene, await share(scene, bytes, "a.png", mimeType)));
  expect(await isShown(makePng(8_000, 8_000))).toBe(true);
  expect(await isShown(makePng(8_000, 8_001))).toBe(false);
  expect(await isShown(makePng(50_000, 50_000), "image/avif")).toBe(false);
  expect(await isShown(Buffer.from("BM, a bitmap"))).toBe(false);
  expect(await isShown(makePng(1, 1), "image/svg+xml")).toBe(false);
});

test("reads parts of PDFs only, up to a megabyte", async () => {
  const scene = await createScene();
  const bytes = Buffer.alloc(1024 * 1024 + 5, "b");
  const pdf = await open(scene, await share(scene, bytes, "a.pdf", "application/pdf"));
  expect(Buffer.from((await readPreviewPart(pdf, { start: 2, end: 4 })) ?? []).toString()).toBe("bbb");
  expect(await readPreviewPart(pdf, { start: 0, end: bytes.length - 1 })).toHaveLength(1024 * 1024);
  expect(await readPreviewPart(pdf, { start: bytes.length - 2, end: bytes.length - 1 })).toHaveLength(2);
  const text = await open(scene, await share(scene, Buffer.from("hello")));
  expect(await readPreviewPart(text, { start: 0, end: 4 })).toBeNull();
});

test("finds the neighbours of a file in the same list and room", async () => {
  const scene = await createScene();
  const other = await createScene();
  const theirs = await share(other, Buffer.from("theirs"));
  const first = await share(scene, Buffer.from("1"));
  const picture = await share(scene, Buffer.from("2"), "b.png", "image/png");
  const last = await share(scene, Buffer.from("3"));
  await begin(scene);
  const access = await openRoom(scene.caller, scene);
  const read = async (id: string, filter: Partial<FileFilter> = {}) => {
    const { file, newerId, olderId } = await readSharedFile(access, { source: "", kind: "", ...filter }, id);
    return [file.id, newerId, olderId];
  };
  expect(await read(first)).toEqual([first, picture, null]);
  expect(await read(picture)).toEqual([picture, last, first]);
  expect(await read(last)).toEqual([last, null, picture]);
  expect(await read(last, { kind: "document" })).toEqual([last, null, first]);
  expect(await read(picture, { source: "task" })).toEqual([picture, null, null]);
  expect(await codeOf(read(theirs))).toBe("not_found");
  expect(await codeOf(read(newId("file")))).toBe("not_found");
});

test("refuses a person who has left the room", async () => {
  const scene = await createScene();
  const fileId = await share(scene, Buffer.from("hello"));
  await database.query("DELETE FROM room_members WHERE room_id = $1", [scene.roomId]);
  expect(await codeOf(open(scene, fileId))).toBe("room_not_found");
});
