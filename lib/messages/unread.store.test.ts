import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { openAsPerson } from "../access/open-as-person";
import { openRoom } from "../access/open-room";
import { UNREAD_COUNTED_MAX } from "../platform/page-limits";
import { writeAsPerson } from "../usage/write-as-person";
import { createMessage } from "./create";
import { markAllRead, markRead } from "./mark-read";
import { findUnread, listRoomActivity } from "./queries";

const database = useTestDatabase();
const world = createWorld(database);

async function makeRoom() {
  const acme = await world.organization({ seats: 5 });
  const [ann, ben] = [await world.user({ name: "Ann" }), await world.user({ name: "Ben" })];
  const room = await world.room({ organizationId: acme.id, billingEntityId: acme.billingEntityId });
  for (const [user, role] of [
    [ann, 20],
    [ben, 10],
  ] as const) {
    await world.join(acme.id, user.id);
    await world.enter(room.id, user.id, role);
  }
  const postAs = async (userId: string, body: string) =>
    (
      await writeAsPerson(userId, { roomId: room.id }, openRoom, (tx, access) =>
        createMessage(tx, access, userId, { body }),
      )
    ).id;
  const post = (body: string) => postAs(ann.id, body);
  const benPosts = (body: string) => postAs(ben.id, body);
  const open = (userId: string) => openAsPerson(userId, { roomId: room.id }, openRoom);
  const read = async (userId: string, messageId: string) => markRead(await open(userId), userId, messageId);
  const unread = async (userId: string) => findUnread(userId, await open(userId));
  return { acme, ann, ben, roomId: room.id, post, benPosts, open, read, unread };
}

const activityOf = async (userId: string, roomId: string) =>
  (await listRoomActivity(userId)).find((room) => room.roomId === roomId);

describe("unread messages", () => {
  it("counts messages of others since the seat and returns the newest line", async () => {
    const { ann, ben, roomId, post, unread } = await makeRoom();
    expect(await activityOf(ben.id, roomId)).toMatchObject({ unread: 0, lastId: null, excerpt: null });
    const first = await post("One");
    const last = await post("Two");
    expect(await unread(ben.id)).toEqual({ count: 2, firstId: first });
    expect(await unread(ann.id)).toEqual({ count: 0, firstId: null });
    const line = { lastId: last, excerpt: "Two", author: "Ann", authorId: ann.id };
    expect(await activityOf(ben.id, roomId)).toMatchObject({ unread: 2, ...line });
    expect(await activityOf(ann.id, roomId)).toMatchObject({ unread: 0, ...line });
  });

  it("ends at the last read message and never moves back", async () => {
    const { ben, roomId, post, read, unread } = await makeRoom();
    const ids = [await post("One"), await post("Two"), await post("Three")] as const;
    await read(ben.id, ids[1]);
    expect(await unread(ben.id)).toEqual({ count: 1, firstId: ids[2] });
    await read(ben.id, ids[0]);
    expect(await unread(ben.id)).toEqual({ count: 1, firstId: ids[2] });
    await Promise.all(ids.map((id) => read(ben.id, id)));
    expect(await unread(ben.id)).toEqual({ count: 0, firstId: null });
    expect(await activityOf(ben.id, roomId)).toMatchObject({ unread: 0, lastId: ids[2] });
  });

  it("stops at a person's own message, unless a program wrote it", async () => {
    const { ann, roomId, benPosts, post, unread } = await makeRoom();
    await benPosts("Before");
    expect(await unread(ann.id)).toMatchObject({ count: 1 });
    const own = await post("Mine");
    expect(await unread(ann.id)).toEqual({ count: 0, firstId: null });
    expect(await activityOf(ann.id, roomId)).toMatchObject({ unread: 0, lastId: own });
    const after = await benPosts("After");
    expect(await unread(ann.id)).toEqual({ count: 1, firstId: after });
    const program = await post("By a program");
    await database.query("UPDATE messages SET via_id = 'key_1' WHERE id = $1", [program]);
    expect(await unread(ann.id)).toEqual({ count: 1, firstId: after });
  });

  it("ignores messages older than the seat", async () => {
    const { acme, roomId, post, unread } = await makeRoom();
    const cid = await world.user();
    await world.join(acme.id, cid.id);
    await post("Before");
    await database.query("UPDATE messages SET created_at = now() - interval '1 day' WHERE room_id = $1", [roomId]);
    await world.enter(roomId, cid.id);
    expect(await unread(cid.id)).toEqual({ count: 0, firstId: null });
    const id = await post("After");
    expect(await unread(cid.id)).toEqual({ count: 1, firstId: id });
  });

  it("stops counting at the limit", async () => {
    const { ben, roomId, post, unread } = await makeRoom();
    await post("One");
    await database.query(
      `INSERT INTO messages (id, room_id, body, created_at, updated_at)
       SELECT 'msg_7' || lpad(n::text, 25, '0'), $1, 'More', now(), now() FROM generate_series(1, 300) n`,
      [roomId],
    );
    expect((await unread(ben.id)).count).toBe(UNREAD_COUNTED_MAX);
  });

  it("marks all rooms as read from several browsers at once", async () => {
    const [one, two] = [await makeRoom(), await makeRoom()];
    await world.join(two.acme.id, one.ben.id);
    await world.enter(two.roomId, one.ben.id);
    await one.post("One");
    const newest = await two.post("Two");
    const later = await two.post("Not on the list yet");
    await Promise.all(Array.from({ length: 10 }, () => markAllRead(one.ben.id, newest)));
    expect(await one.unread(one.ben.id)).toEqual({ count: 0, firstId: null });
    expect(await two.unread(one.ben.id)).toEqual({ count: 1, firstId: later });
    expect((await two.unread(two.ben.id)).count).toBe(2);
    await markAllRead(one.ben.id, "nonsense");
    expect((await two.unread(one.ben.id)).count).toBe(1);
  });
});

describe("the last read message", () => {
  it("requires a message of the room and a seat", async () => {
    const [room, other] = [await makeRoom(), await makeRoom()];
    const foreign = await other.post("Foreign");
    await room.post("One");
    await room.read(room.ben.id, foreign);
    expect((await room.unread(room.ben.id)).count).toBe(1);
    await expect(room.read(room.ben.id, "nonsense")).rejects.toMatchObject({ code: "not_found" });
    await expect(room.read(other.ben.id, foreign)).rejects.toMatchObject({ code: "room_not_found" });
    const access = await room.open(room.ben.id);
    const places = () => database.query("SELECT 1 FROM read_places WHERE user_id = $1", [room.ben.id]);
    await markAllRead(room.ben.id, foreign);
    await room.read(room.ben.id, await room.post("Own"));
    expect(await places()).toHaveLength(1);
    await database.query("DELETE FROM room_members WHERE user_id = $1", [room.ben.id]);
    expect(await places()).toEqual([]);
    await markRead(access, room.ben.id, await room.post("Two"));
    expect(await places()).toEqual([]);
  });

  it("leaves out rooms of an organization the person has left", async () => {
    const { acme, ben, roomId, post } = await makeRoom();
    await post("One");
    await database.query("DELETE FROM organization_memberships WHERE organization_id = $1 AND user_id = $2", [
      acme.id,
      ben.id,
    ]);
    expect(await activityOf(ben.id, roomId)).toBeUndefined();
  });
});
