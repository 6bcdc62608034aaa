import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { openAsPerson } from "../access/open-as-person";
import { openRoom, openRoomToWrite } from "../access/open-room";
import { addWatcher, type RoomChange } from "../events/room-watch";
import { newId } from "../platform/ids";
import { readChanges } from "../rooms/watch-room";
import { writeAsPerson } from "../usage/write-as-person";
import { deleteMessage, editMessage } from "./change";
import { createMessage } from "./create";
import { findUnread, listRoomActivity, listThread, readQuoted } from "./queries";

const database = useTestDatabase();
const world = createWorld(database);

async function makeRoom(roomType = 0) {
  const acme = await world.organization({ seats: 5 });
  const [ann, ben, mia, gus] = [
    await world.user({ name: "Ann" }),
    await world.user(),
    await world.user(),
    await world.user(),
  ];
  const { billingEntityId } = acme;
  const { id: roomId } = await world.room({ organizationId: acme.id, billingEntityId, roomType });
  for (const [user, role] of [
    [ann, 20],
    [ben, 20],
    [mia, 30],
    [gus, 10],
  ] as const) {
    await world.join(acme.id, user.id);
    await world.enter(roomId, user.id, role);
  }
  const post = async (body: string, replyToMessageId?: string) =>
    (
      await writeAsPerson(ann.id, { roomId }, openRoomToWrite, (tx, access) =>
        createMessage(tx, access, ann.id, { body, replyToMessageId }),
      )
    ).id;
  const edit = (userId: string, messageId: string, body: string, inRoom = roomId) =>
    writeAsPerson(userId, { roomId: inRoom }, openRoomToWrite, (tx, access) =>
      editMessage(tx, access, userId, { messageId, body }),
    );
  const remove = (userId: string, messageId: string) =>
    writeAsPerson(userId, { roomId }, openRoomToWrite, (tx, access) => deleteMessage(tx, access, userId, messageId));
  const open = (userId: string) => openAsPerson(userId, { roomId }, openRoom);
  const read = async () => (await listThread(await open(ann.id), { limit: 50, after: null })).toReversed();
  const hold = () =>
    database.query(
      `INSERT INTO legal_holds (id, billing_entity_id, reason, placed_by_id, placed_at) VALUES ($1, $2, 'A dispute', $3, now())`,
      [newId("hold"), billingEntityId, mia.id],
    );
  return { ann, ben, mia, gus, roomId, post, edit, remove, open, read, hold };
}

const readActs = (messageId: string) =>
  database.query<{ route: string; user_id: string }>(
    "SELECT route, user_id FROM audit_log WHERE resource_id = $1 ORDER BY id",
    [messageId],
  );

describe("edit a message", () => {
  it("replaces the text, marks it as edited and audits it without the text", async () => {
    const { ann, roomId, post, edit, read } = await makeRoom();
    const id = await post("Helo");
    expect((await read())[0]).toMatchObject({ body: "Helo", editedAt: null, isDeleted: false });
    await edit(ann.id, id, "Hello");
    const [message] = await read();
    expect(message).toMatchObject({ body: "Hello", isDeleted: false });
    expect(message?.editedAt).toMatch(/Z$/);
    expect(await readActs(id)).toEqual([{ route: "message.update", user_id: ann.id }]);
    expect(JSON.stringify(await database.query("SELECT * FROM audit_log WHERE resource_id = $1", [id]))).not.toMatch(
      /Hel/,
    );
    expect(await database.query("SELECT type FROM events WHERE room_id = $1", [roomId])).toEqual([
      { type: "message.created" },
    ]);
  });

  it("ignores an edit with the same text", async () => {
    const { ann, post, edit, read } = await makeRoom();
    const id = await post("Hello");
    await edit(ann.id, id, "Hello");
    expect((await read())[0]?.editedAt).toBeNull();
    expect(await readActs(id)).toEqual([]);
  });

  it("refuses managers, guests and members of other rooms", async () => {
    const [room, other] = [await makeRoom(), await makeRoom()];
    const id = await room.post("Hello");
    const forbidden = { code: "forbidden", details: { reason: "author_only" } };
    for (const { id: userId } of [room.ben, room.mia])
      await expect(room.edit(userId, id, "Mine")).rejects.toMatchObject(forbidden);
    await expect(room.edit(room.gus.id, id, "Mine")).rejects.toMatchObject({ code: "forbidden" });
    await expect(room.edit(other.ann.id, id, "Mine")).rejects.toMatchObject({ code: "room_not_found" });
    await expect(room.edit(other.ann.id, id, "Mine", other.roomId)).rejects.toMatchObject({ code: "not_found" });
    await expect(room.edit(room.ann.id, "nonsense", "Mine")).rejects.toMatchObject({ code: "not_found" });
    for (const body of ["", " ", "x".repeat(10_001), "a\u0000"])
      await expect(room.edit(room.ann.id, id, body)).rejects.toMatchObject({ code: "validation_error" });
    expect((await room.read())[0]?.body).toBe("Hello");
  });
});

describe("delete a message", () => {
  it("erases the text and keeps the place of a message with replies", async () => {
    const { ann, roomId, post, remove, read, open } = await makeRoom();
    const [root, plain] = [await post("Root"), await post("Plain")];
    const reply = await post("Reply", root);
    await remove(ann.id, plain);
    await remove(ann.id, root);
    expect((await read()).map(({ id, body, isDeleted }) => [id, body, isDeleted])).toEqual([
      [root, "", true],
      [reply, "Reply", false],
    ]);
    expect((await read())[1]?.replyTo).toMatchObject({ id: root, excerpt: "", isDeleted: true });
    expect(await database.query("SELECT 1 FROM messages WHERE room_id = $1 AND body ~ 'Root|Plain'", [roomId])).toEqual(
      [],
    );
    await expect(post("Another reply", root)).rejects.toMatchObject({ code: "validation_error" });
    expect(await readQuoted(await open(ann.id), root)).toBeNull();
    await remove(ann.id, reply);
    expect(await read()).toEqual([]);
    await expect(remove(ann.id, root)).rejects.toMatchObject({ code: "not_found" });
  });

  it("leaves a deleted message out of the unread count and the room's newest line", async () => {
    const { ann, ben, roomId, post, remove, open } = await makeRoom();
    await post("One");
    await remove(ann.id, await post("Two"));
    expect((await findUnread(ben.id, await open(ben.id))).count).toBe(1);
    expect((await listRoomActivity(ben.id)).find((room) => room.roomId === roomId)).toMatchObject({
      unread: 1,
      excerpt: "One",
    });
  });

  it("allows the author or a current manager, and only once", async () => {
    const { ben, mia, gus, roomId, post, remove } = await makeRoom();
    const id = await post("Hello");
    await expect(remove(ben.id, id)).rejects.toMatchObject({ code: "forbidden", details: { reason: "author_only" } });
    await expect(remove(gus.id, id)).rejects.toMatchObject({ code: "forbidden" });
    const outcomes = await Promise.allSettled([remove(mia.id, id), remove(mia.id, id), remove(mia.id, id)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readActs(id)).toEqual([{ route: "message.delete", user_id: mia.id }]);
    const next = await post("Next");
    await database.query("UPDATE room_members SET role = 20 WHERE room_id = $1 AND user_id = $2", [roomId, mia.id]);
    await expect(remove(mia.id, next)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("allows only the author in direct messages", async () => {
    const { ann, mia, post, remove, read } = await makeRoom(1);
    const id = await post("Between us");
    await expect(remove(mia.id, id)).rejects.toMatchObject({ code: "forbidden" });
    await remove(ann.id, id);
    expect(await read()).toEqual([]);
  });
});

it("refuses edits and deletions under a legal hold", async () => {
  const { ann, mia, post, edit, remove, read, hold } = await makeRoom();
  const id = await post("Evidence");
  await hold();
  const held = { code: "forbidden", details: { reason: "legal_hold" } };
  await expect(edit(ann.id, id, "Nothing")).rejects.toMatchObject(held);
  await expect(remove(ann.id, id)).rejects.toMatchObject(held);
  await expect(remove(mia.id, id)).rejects.toMatchObject(held);
  expect((await read())[0]).toMatchObject({ body: "Evidence", editedAt: null });
});

it("publishes a change once to open pages of every process", async () => {
  const { ann, roomId, post, edit, remove, open } = await makeRoom();
  const id = await post("Hello");
  const told: RoomChange[] = [];
  const stop = addWatcher(roomId, (change) => told.push(change));
  await edit(ann.id, id, "Hello!");
  const [change] = told;
  expect(told).toHaveLength(1);
  expect(change).toMatchObject({ type: "message.changed", objectId: id });
  const changes = async () =>
    (await readChanges(await open(ann.id), new Date(0))).filter(({ type }) => type === "message.changed");
  expect((await changes()).map((found) => found.id)).toEqual([change?.id]);
  await remove(ann.id, id);
  stop();
  expect(told).toHaveLength(2);
  // Pages read the message as it is now, so only the latest change counts.
  expect((await changes()).map((found) => found.id)).toEqual([told[1]?.id]);
});
