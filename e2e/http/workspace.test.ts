import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../lib/platform/ids";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { makePerson } from "../support/scenes/people";
import { type ConnectedDatabase, connectDatabase } from "../support/scenes/run-sql";
import { createWorld, type World } from "../support/scenes/world";

/** The workspace's own endpoints: the same verbs as `/v1`, behind a session and a membership of the room. */
const demo = useDemo();
let database: ConnectedDatabase;
let world: World;

beforeAll(() => {
  database = connectDatabase(demo.databaseUrl);
  world = createWorld(database);
});
afterAll(() => database.close());

async function createRoom(role = 20) {
  const person = await makePerson(demo);
  const { id: organizationId, billingEntityId } = await world.organization();
  await world.join(organizationId, person.id);
  const room = await world.room({ organizationId, billingEntityId });
  await world.enter(room.id, person.id, role);
  const messageId = newId("msg");
  await database.query(
    "INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, 'M', now(), now())",
    [messageId, room.id, person.id],
  );
  const cookie = await openSession(demo.baseUrl, person);
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${demo.baseUrl}/api/rooms/${path}`, {
      method,
      redirect: "manual",
      headers: { cookie, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json = text.startsWith("{") ? (JSON.parse(text) as Record<string, string>) : {};
    return { status: answer.status, headers: answer.headers, json };
  };
  const begin = (changes: object = {}, roomId = room.id) =>
    ask("POST", `${roomId}/files`, { fileName: "a.txt", size: 5, mimeType: "text/plain", messageId, ...changes });
  return { person, roomId: room.id, billingEntityId, messageId, ask, begin };
}

async function upload(room: Awaited<ReturnType<typeof createRoom>>): Promise<string> {
  const { fileId = "", uploadUrl = "" } = (await room.begin()).json;
  const put = await fetch(uploadUrl, { method: "PUT", headers: { "content-type": "text/plain" }, body: "12345" });
  expect(put.status).toBe(200);
  expect((await room.ask("POST", `${room.roomId}/files/${fileId}/complete`, {})).status).toBe(201);
  return fileId;
}

describe("files of the workspace", () => {
  test("three steps, and a download that is an attachment; nothing of it is charged", async () => {
    const room = await createRoom();
    const fileId = await upload(room);
    const { status, headers } = await room.ask("GET", `${room.roomId}/files/${fileId}/download`);
    expect([status, headers.get("cache-control")]).toEqual([302, "no-store"]);
    const got = await fetch(headers.get("location") ?? "");
    expect([await got.text(), got.headers.get("x-content-type-options")]).toEqual(["12345", "nosniff"]);
    expect(got.headers.get("content-disposition")).toMatch(/^attachment;/);
    const events = await database.query("SELECT type FROM events WHERE room_id = $1", [room.roomId]);
    expect(events).toEqual([{ type: "file.uploaded" }]);
    const charged = await database.query("SELECT 1 FROM unit_ledger WHERE billing_entity_id = $1", [
      room.billingEntityId,
    ]);
    expect(charged).toEqual([]);
  });

  test("refuses the same writes as /v1", async () => {
    const [room, theirs, guest] = [await createRoom(), await createRoom(), await createRoom(10)];
    const refused = async (answer: ReturnType<typeof room.ask>) => {
      const { status, json } = await answer;
      return [status, json["code"]];
    };
    expect(await refused(guest.begin())).toEqual([403, "forbidden"]);
    expect(await refused(room.begin({ messageId: theirs.messageId }))).toEqual([400, "validation_error"]);
    expect(await refused(room.begin({ size: 0 }))).toEqual([400, "validation_error"]);
    expect(await refused(room.begin({ extra: 1 }))).toEqual([400, "validation_error"]);
    expect(await refused(room.begin({}, theirs.roomId))).toEqual([404, "room_not_found"]);
    expect(await refused(room.begin({}, newId("room")))).toEqual([404, "room_not_found"]);
    expect(await refused(room.ask("POST", `${room.roomId}/files`))).toEqual([400, "validation_error"]);
    const fileId = await upload(theirs);
    expect(await refused(room.ask("GET", `${room.roomId}/files/${fileId}/download`))).toEqual([404, "not_found"]);
    expect(await refused(room.ask("GET", `${theirs.roomId}/files/${fileId}/download`))).toEqual([
      404,
      "room_not_found",
    ]);
    await database.query("DELETE FROM room_members WHERE room_id = $1", [theirs.roomId]);
    expect(await refused(theirs.ask("GET", `${theirs.roomId}/files/${fileId}/download`))).toEqual([
      404,
      "room_not_found",
    ]);
  });

  test("nothing is done for another site, nor without a session", async () => {
    const room = await createRoom();
    const foreign = await room.ask("POST", `${room.roomId}/files`, {}, { origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    expect((await room.ask("POST", `${room.roomId}/files`, {}, { cookie: "" })).status).toBe(401);
    const files = await database.query("SELECT 1 FROM files WHERE room_id = $1", [room.roomId]);
    expect(files).toEqual([]);
  });
});

test("members of the room read the thread in pages", async () => {
  const [room, theirs] = [await createRoom(), await createRoom()];
  const read = await room.ask("GET", `${room.roomId}/messages`);
  expect(read.json).toMatchObject({ hasOlder: false, hasNewer: false, messages: [{ id: room.messageId, files: [] }] });
  const older = await room.ask("GET", `${room.roomId}/messages?before=${room.messageId}`);
  expect(older.json).toMatchObject({ hasNewer: true, messages: [] });
  expect((await room.ask("GET", `${theirs.roomId}/messages`)).status).toBe(404);
});

test("reading moves one's own place, in one's own rooms, and for no other site", async () => {
  const [room, theirs] = [await createRoom(10), await createRoom()];
  const places = () => database.query("SELECT room_id FROM read_places WHERE user_id = $1", [room.person.id]);
  const mark = (roomId: string, messageId: string, headers: Record<string, string> = {}) =>
    room.ask("POST", `${roomId}/read`, { messageId }, headers);
  expect((await mark(theirs.roomId, theirs.messageId)).status).toBe(404);
  expect((await mark(room.roomId, "nonsense")).status).toBe(404);
  expect((await room.ask("POST", `${room.roomId}/read`)).status).toBe(404);
  expect((await mark(room.roomId, room.messageId, { cookie: "" })).status).toBe(401);
  expect((await mark(room.roomId, room.messageId, { origin: "https://evil.example" })).status).toBe(403);
  expect((await mark(room.roomId, theirs.messageId)).status).toBe(204);
  expect(await places()).toEqual([]);
  // A guest reads too.
  expect((await mark(room.roomId, room.messageId)).status).toBe(204);
  expect(await places()).toEqual([{ room_id: room.roomId }]);
});

async function plantComment(roomId: string) {
  const [id, recordId] = [newId("cmt"), newId("rec")];
  await database.query(
    "INSERT INTO records (id, room_id, title, created_at, updated_at) VALUES ($1, $2, 'R', now(), now())",
    [recordId, roomId],
  );
  await database.query(
    `INSERT INTO record_comments (id, record_id, room_id, body, draft_key, created_at, updated_at)
     VALUES ($1, $2, $3, 'C', convert_to($1, 'UTF8'), now(), now())`,
    [id, recordId, roomId],
  );
  return { id, recordId };
}

test("reading comments moves one's own place on a record of one's own rooms, and for no other site", async () => {
  const [room, theirs] = [await createRoom(10), await createRoom()];
  const [ours, other] = [await plantComment(room.roomId), await plantComment(theirs.roomId)];
  const places = () => database.query("SELECT comment_id FROM comment_places WHERE user_id = $1", [room.person.id]);
  const mark = (roomId: string, recordId: string, commentId: unknown, headers: Record<string, string> = {}) =>
    room.ask("POST", `${roomId}/records/${recordId}/read`, { commentId, firstId: commentId }, headers);
  expect((await mark(theirs.roomId, other.recordId, other.id)).status).toBe(404);
  expect((await mark(room.roomId, other.recordId, other.id)).status).toBe(404);
  for (const hostile of ["nonsense", 1, null, { id: ours.id }])
    expect((await mark(room.roomId, ours.recordId, hostile)).status).toBe(404);
  expect((await mark(room.roomId, "nonsense", ours.id)).status).toBe(404);
  expect((await room.ask("POST", `${room.roomId}/records/${ours.recordId}/read`)).status).toBe(404);
  expect((await mark(room.roomId, ours.recordId, ours.id, { cookie: "" })).status).toBe(401);
  expect((await mark(room.roomId, ours.recordId, ours.id, { origin: "https://evil.example" })).status).toBe(403);
  expect((await mark(room.roomId, ours.recordId, other.id)).status).toBe(204);
  expect(await places()).toEqual([]);
  // A guest reads too.
  expect((await mark(room.roomId, ours.recordId, ours.id)).status).toBe(204);
  expect(await places()).toEqual([{ comment_id: ours.id }]);
});

test("tells each person what is new in their own rooms alone", async () => {
  const [room, theirs] = [await createRoom(), await createRoom()];
  const none = { unread: {}, mentions: {}, comments: {}, commentMentions: {}, newestCommentId: "" };
  expect((await room.ask("GET", "activity")).json).toEqual({ ...none, newestId: room.messageId });
  await database.query("UPDATE messages SET author_id = NULL WHERE id = ANY($1)", [[room.messageId, theirs.messageId]]);
  const comment = await plantComment(room.roomId);
  await plantComment(theirs.roomId);
  const answer = await room.ask("GET", "activity");
  expect(answer.json).toEqual({
    ...none,
    unread: { [room.roomId]: 1 },
    newestId: room.messageId,
    comments: { [room.roomId]: 1 },
    newestCommentId: comment.id,
  });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect((await room.ask("GET", "activity", undefined, { cookie: "" })).status).toBe(401);
});

test("one message is read by members of its room, until it is deleted", async () => {
  const [room, theirs] = [await createRoom(), await createRoom()];
  const read = (roomId: string, messageId: string) => room.ask("GET", `${roomId}/messages/${messageId}`);
  expect((await read(room.roomId, room.messageId)).json).toMatchObject({ id: room.messageId, body: "M", files: [] });
  for (const [roomId, messageId] of [
    [theirs.roomId, theirs.messageId],
    [room.roomId, theirs.messageId],
    [room.roomId, "nonsense"],
  ] as const)
    expect((await read(roomId, messageId)).status).toBe(404);
  await database.query("UPDATE messages SET deleted_at = now(), body = '' WHERE id = $1", [room.messageId]);
  expect((await read(room.roomId, room.messageId)).status).toBe(404);
});
