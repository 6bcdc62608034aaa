import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { openRoomToWrite } from "../access/open-room";
import { writeAsPerson } from "../usage/write-as-person";
import { createMessage } from "./create";
import type { CreateMessage } from "./message";

const database = useTestDatabase();
const world = createWorld(database);

async function makeRoom() {
  const acme = await world.organization({ seats: 5 });
  const [ann, ben] = [await world.user(), await world.user()];
  const makeOne = async () => {
    const { id } = await world.room({ organizationId: acme.id, billingEntityId: acme.billingEntityId });
    for (const user of [ann, ben]) await world.enter(id, user.id);
    return id;
  };
  for (const user of [ann, ben]) await world.join(acme.id, user.id);
  return { ann, ben, roomId: await makeOne(), otherRoomId: await makeOne() };
}

const post = (userId: string, roomId: string, message: CreateMessage, draftId?: string) =>
  writeAsPerson(userId, { roomId }, openRoomToWrite, (tx, access) =>
    createMessage(tx, access, userId, message, draftId),
  );

const readBodies = async (roomId: string) =>
  (await database.query<{ body: string }>("SELECT body FROM messages WHERE room_id = $1 ORDER BY id", [roomId])).map(
    ({ body }) => body,
  );

const readEvents = (roomId: string) =>
  database.query<{ objectId: string }>(
    `SELECT object_id AS "objectId" FROM events WHERE room_id = $1 AND type = 'message.created'`,
    [roomId],
  );

describe("resend a draft", () => {
  it("posts one message and one event for twenty sends at once", async () => {
    const { ann, roomId } = await makeRoom();
    const sent = Array.from({ length: 20 }, () => post(ann.id, roomId, { body: "Hello" }, "draft"));
    const [first, ...others] = await Promise.all(sent);
    for (const other of others) expect(other).toEqual(first);
    expect(await readBodies(roomId)).toEqual(["Hello"]);
    expect(await readEvents(roomId)).toEqual([{ objectId: first?.id }]);
    expect(await post(ann.id, roomId, { body: "Hello" }, "draft")).toEqual(first);
    expect(await readEvents(roomId)).toHaveLength(1);
  });

  it("posts a changed text as its own message, once", async () => {
    const { ann, roomId } = await makeRoom();
    const { id } = await post(ann.id, roomId, { body: "Hello" }, "draft");
    for (const message of [{ body: "Hello!" }, { body: "Hello", replyToMessageId: id }])
      expect(await post(ann.id, roomId, message, "draft")).toEqual(await post(ann.id, roomId, message, "draft"));
    expect(await readBodies(roomId)).toEqual(["Hello", "Hello!", "Hello"]);
    expect(await readEvents(roomId)).toHaveLength(3);
  });

  it("keeps equal draft ids of other people and rooms apart", async () => {
    const { ann, ben, roomId, otherRoomId } = await makeRoom();
    const ids = new Set<string>();
    for (const user of [ann, ben])
      for (const room of [roomId, otherRoomId]) ids.add((await post(user.id, room, { body: "Hello" }, "draft")).id);
    expect(ids.size).toBe(4);
    expect(await readBodies(roomId)).toHaveLength(2);
  });

  it("posts a draft whose first write failed", async () => {
    const { ann, roomId } = await makeRoom();
    const failing = writeAsPerson(ann.id, { roomId }, openRoomToWrite, async (tx, access) => {
      await createMessage(tx, access, ann.id, { body: "Hello" }, "draft");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await post(ann.id, roomId, { body: "Hello" }, "draft");
    expect(await readBodies(roomId)).toEqual(["Hello"]);
    expect(await readEvents(roomId)).toHaveLength(1);
  });
});

it("posts the same text twice without a draft", async () => {
  const { ann, roomId } = await makeRoom();
  for (const draftId of [undefined, ""]) await post(ann.id, roomId, { body: "Hello" }, draftId);
  expect(await readBodies(roomId)).toEqual(["Hello", "Hello"]);
});
