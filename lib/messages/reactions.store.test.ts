import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { openAsPerson } from "../access/open-as-person";
import { openRoom, openRoomToWrite } from "../access/open-room";
import { transaction } from "../db/transaction";
import { addWatcher, type RoomChange } from "../events/room-watch";
import { newId } from "../platform/ids";
import { readChanges } from "../rooms/watch-room";
import { deleteMessage } from "./change";
import { createMessage } from "./create";
import { listReactions } from "./queries";
import { REACTIONS_PER_MESSAGE_MAX } from "./reaction";
import { setReaction } from "./set-reaction";

const database = useTestDatabase();
const world = createWorld(database);

async function makeRoom({ people = 0, roomType = 0 } = {}) {
  const acme = await world.organization({ seats: 100 });
  const { billingEntityId } = acme;
  const { id: roomId } = await world.room({ organizationId: acme.id, billingEntityId, roomType });
  const seat = async (name: string, role = 20) => {
    const { id } = await world.user({ name });
    await world.join(acme.id, id);
    await world.enter(roomId, id, role);
    return id;
  };
  const [ann, ben, guest] = [await seat("Ann"), await seat("Ben"), await seat("Gus", 10)];
  const crowd: string[] = [];
  for (let n = 0; n < people; n += 1) crowd.push(await seat(`Person ${n}`));
  const react = async (userId: string, messageId: string, emoji: string, isWanted = true, inRoom = roomId) => {
    const access = await openAsPerson(userId, { roomId: inRoom }, openRoomToWrite);
    await transaction((tx) => setReaction(tx, access, userId, { messageId, emoji, isWanted }));
  };
  const post = async () => {
    const access = await openAsPerson(ann, { roomId }, openRoomToWrite);
    return (await transaction((tx) => createMessage(tx, access, ann, { body: "Hello" }))).id;
  };
  const remove = async (messageId: string) => {
    const access = await openAsPerson(ann, { roomId }, openRoomToWrite);
    await transaction((tx) => deleteMessage(tx, access, ann, messageId));
  };
  const read = async (messageId: string, reader = ann) =>
    (await listReactions([messageId], reader)).map(({ messageId: _, ...reaction }) => reaction);
  return { acme, billingEntityId, roomId, ann, ben, guest, crowd, react, post, remove, read };
}

const readRows = (messageId: string) =>
  database.query<{ emoji: string }>("SELECT emoji FROM message_reactions WHERE message_id = $1", [messageId]);

/** Two clicks may share a millisecond, so each gets its own second. */
async function spread(messageId: string, ...clicks: readonly [emoji: string, userId: string][]): Promise<void> {
  for (const [n, [emoji, userId]] of clicks.entries())
    await database.query(
      `UPDATE message_reactions SET created_at = created_at + make_interval(secs => $4)
       WHERE message_id = $1 AND emoji = $2 AND user_id = $3`,
      [messageId, emoji, userId, n],
    );
}

describe("reactions", () => {
  it("lists who reacted, in order, for each reader", async () => {
    const { ann, ben, crowd, react, post, read } = await makeRoom({ people: 1 });
    const id = await post();
    await react(ben, id, "🎉");
    await react(ann, id, "👍");
    await react(crowd[0] ?? "", id, "🎉");
    await spread(id, ["🎉", ben], ["👍", ann], ["🎉", crowd[0] ?? ""]);
    expect(await read(id)).toEqual([
      { emoji: "🎉", count: 2, isOwn: false, others: ["Ben", "Person 0"] },
      { emoji: "👍", count: 1, isOwn: true, others: [] },
    ]);
    expect(await read(id, ben)).toMatchObject([
      { count: 2, isOwn: true, others: ["Person 0"] },
      { count: 1, isOwn: false, others: ["Ann"] },
    ]);
    await react(ben, id, "🎉", false);
    expect(await read(id)).toMatchObject([{ emoji: "👍" }, { emoji: "🎉", count: 1, others: ["Person 0"] }]);
  });

  it("names ten people and counts all", async () => {
    const { crowd, react, post, read } = await makeRoom({ people: 13 });
    const id = await post();
    for (const userId of crowd) await react(userId, id, "👍");
    const [thumbs] = await read(id);
    expect([thumbs?.count, thumbs?.others.length]).toEqual([13, 10]);
  });

  it("takes one emoji and counts it together with its text form", async () => {
    const { ann, ben, react, post, read } = await makeRoom();
    const id = await post();
    for (const emoji of ["", "a", "👍👍", "👍 text"])
      await expect(react(ann, id, emoji)).rejects.toMatchObject({ code: "validation_error" });
    await react(ann, id, "❤");
    await react(ben, id, "❤️");
    expect(await read(id)).toEqual([{ emoji: "❤️", count: 2, isOwn: true, others: ["Ben"] }]);
  });

  it("refuses guests, other rooms and people without a seat", async () => {
    const [room, other] = [await makeRoom(), await makeRoom()];
    const id = await room.post();
    await expect(room.react(room.guest, id, "👍")).rejects.toMatchObject({ code: "forbidden" });
    await expect(room.react(other.ann, id, "👍")).rejects.toMatchObject({ code: "room_not_found" });
    await expect(room.react(other.ann, id, "👍", true, other.roomId)).rejects.toMatchObject({ code: "not_found" });
    await expect(room.react(room.ann, "nonsense", "👍")).rejects.toMatchObject({ code: "not_found" });
    await room.react(room.ben, id, "👍");
    await database.query("DELETE FROM room_members WHERE room_id = $1 AND user_id = $2", [room.roomId, room.ben]);
    for (const isWanted of [true, false])
      await expect(room.react(room.ben, id, "👍", isWanted)).rejects.toMatchObject({ code: "room_not_found" });
    expect(await room.read(id)).toMatchObject([{ emoji: "👍", others: ["Ben"] }]);
  });

  it("works in direct messages", async () => {
    const { ann, react, post, read } = await makeRoom({ roomType: 1 });
    const id = await post();
    await react(ann, id, "👍");
    expect(await read(id)).toMatchObject([{ count: 1 }]);
  });

  it("erases reactions with their message and with their person", async () => {
    const { ann, ben, react, post, remove, read } = await makeRoom();
    const [first, second] = [await post(), await post()];
    for (const userId of [ann, ben]) await react(userId, second, "👍");
    await react(ben, first, "👍");
    await remove(first);
    expect(await readRows(first)).toEqual([]);
    await expect(react(ben, first, "👍")).rejects.toMatchObject({ code: "not_found" });
    await database.query("DELETE FROM users WHERE id = $1", [ben]);
    expect(await read(second)).toEqual([{ emoji: "👍", count: 1, isOwn: true, others: [] }]);
  });

  it("keeps reactions under a legal hold and accepts new ones", async () => {
    const { ann, ben, billingEntityId, react, post, read } = await makeRoom();
    const id = await post();
    await react(ann, id, "👍");
    await database.query(
      `INSERT INTO legal_holds (id, billing_entity_id, reason, placed_by_id, placed_at) VALUES ($1, $2, 'A dispute', $3, now())`,
      [newId("hold"), billingEntityId, ann],
    );
    await expect(react(ann, id, "👍", false)).rejects.toMatchObject({ details: { reason: "legal_hold" } });
    await react(ben, id, "👍");
    expect(await read(id)).toMatchObject([{ count: 2, isOwn: true }]);
  });

  it("records no event and leaves the message unchanged", async () => {
    const { ann, roomId, react, post } = await makeRoom();
    const id = await post();
    const readMessage = () => database.query("SELECT * FROM messages WHERE id = $1", [id]);
    const before = await readMessage();
    await react(ann, id, "👍");
    expect(await readMessage()).toEqual(before);
    expect(await database.query("SELECT type FROM events WHERE room_id = $1", [roomId])).toEqual([
      { type: "message.created" },
    ]);
  });
});

describe("concurrent reactions", () => {
  it("counts every person once, however often the click arrives", async () => {
    const { ann, crowd, react, post, read } = await makeRoom({ people: 12 });
    const id = await post();
    await Promise.all(crowd.flatMap((userId) => [react(userId, id, "👍"), react(userId, id, "👍")]));
    expect(await read(id, ann)).toMatchObject([{ emoji: "👍", count: 12, isOwn: false }]);
    await Promise.all(crowd.map((userId, n) => react(userId, id, "👍", n % 2 === 0)));
    expect(await read(id, ann)).toMatchObject([{ emoji: "👍", count: 6 }]);
  });

  it("never exceeds twenty different emojis", async () => {
    const { ann, ben, react, post, read } = await makeRoom();
    const id = await post();
    const emojis = Array.from({ length: REACTIONS_PER_MESSAGE_MAX + 5 }, (_, n) => String.fromCodePoint(0x1f600 + n));
    const outcomes = await Promise.allSettled(emojis.map((emoji) => react(ann, id, emoji)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
    expect(refused).toHaveLength(5);
    for (const reason of refused) expect(reason).toMatchObject({ details: { reason: "reactions_full" } });
    const known = await read(id);
    expect(known).toHaveLength(REACTIONS_PER_MESSAGE_MAX);
    await react(ben, id, known[0]?.emoji ?? "");
    expect((await read(id))[0]?.count).toBe(2);
  });

  it("leaves no reaction on a deleted message", async () => {
    const { ann, crowd, react, post, remove } = await makeRoom({ people: 8 });
    const id = await post();
    await react(ann, id, "👀");
    const outcomes = await Promise.allSettled([...crowd.map((userId) => react(userId, id, "👍")), remove(id)]);
    expect(outcomes.at(-1)?.status).toBe("fulfilled");
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "not_found" });
    expect(await readRows(id)).toEqual([]);
  });
});

it("publishes a reaction to open pages of every process, and a click without effect to none", async () => {
  const { ann, ben, roomId, react, post } = await makeRoom();
  const id = await post();
  const told: RoomChange[] = [];
  const stop = addWatcher(roomId, (change) => told.push(change));
  await react(ann, id, "👍");
  await react(ann, id, "👍");
  await react(ben, id, "👍", false);
  expect(told).toMatchObject([{ type: "message.changed", objectId: id }]);
  const access = await openAsPerson(ann, { roomId }, openRoom);
  const changes = (await readChanges(access, new Date(0))).filter(({ type }) => type === "message.changed");
  expect(changes.map((change) => change.id)).toEqual([told[0]?.id]);
  await react(ann, id, "👍", false);
  stop();
  expect(told).toHaveLength(2);
});
