import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { openAsPerson } from "../access/open-as-person";
import { openRoom } from "../access/open-room";
import { newId } from "../platform/ids";
import { listAttachments, listSharedFiles } from "./queries";
import type { FileFilter } from "./workspace";

const database = useTestDatabase();
const world = createWorld(database);

async function makeRoom() {
  const user = await world.user({ name: "Ann" });
  const room = await world.room({ billingEntityId: user.billingEntityId });
  await world.enter(room.id, user.id);
  const messageId = newId("msg");
  await database.query(
    "INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, 'M', now(), now())",
    [messageId, room.id, user.id],
  );
  const add = async (fileName: string, mimeType: string, { state = "READY", source = "CHAT" } = {}) => {
    await database.query(
      `INSERT INTO files (id, room_id, file_name, size, mime_type, source, state, message_id, uploaded_by_id, storage_key, created_at)
       VALUES ($1, $2, $3, 5, $4, $5::file_source, $6::file_state, $7, $8, $1, now())`,
      [newId("file"), room.id, fileName, mimeType, source, state, source === "CHAT" ? messageId : null, user.id],
    );
  };
  return { access: await openAsPerson(user.id, { roomId: room.id }, openRoom), messageId, add };
}

test("lists files by source and kind with their uploader, without unfinished uploads", async () => {
  const room = await makeRoom();
  await room.add("a.png", "Image/PNG");
  await room.add("b.mp4", "video/mp4");
  await room.add("c.pdf", "application/pdf", { source: "MEMO" });
  await room.add("d.png", "image/png", { state: "UPLOADING" });
  const list = async (filter: Partial<FileFilter>, after: string | null = null) =>
    (await listSharedFiles(room.access, { source: "", kind: "", ...filter }, { limit: 10, after })).map(
      ({ fileName }) => fileName,
    );
  expect(await list({})).toEqual(["c.pdf", "b.mp4", "a.png"]);
  expect(await list({ kind: "image" })).toEqual(["a.png"]);
  expect(await list({ kind: "media" })).toEqual(["b.mp4"]);
  expect(await list({ kind: "document" })).toEqual(["c.pdf"]);
  expect(await list({ source: "memo" })).toEqual(["c.pdf"]);
  expect(await list({ source: "task" })).toEqual([]);
  const [newest] = await listSharedFiles(room.access, { source: "", kind: "" }, { limit: 1, after: null });
  expect(newest?.uploadedBy).toBe("Ann");
  expect(await list({}, newest?.id)).toEqual(["b.mp4", "a.png"]);
});

test("lists only attachments of the room, even for another room's message", async () => {
  const [mine, theirs] = [await makeRoom(), await makeRoom()];
  await mine.add("mine.txt", "text/plain");
  await theirs.add("theirs.txt", "text/plain");
  const messageIds = [mine.messageId, theirs.messageId];
  const found = await listAttachments(mine.access, { messageIds });
  expect(found.map(({ fileName, messageId }) => [fileName, messageId])).toEqual([["mine.txt", mine.messageId]]);
  expect(await listAttachments(mine.access, { taskIds: [newId("task")] })).toEqual([]);
});
