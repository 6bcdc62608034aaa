import { describe, expect, it } from "vitest";
import { useRecordScenes } from "../../e2e/support/scenes/record-scene";
import { newId, newIdAt } from "../platform/ids";
import { UNREAD_COUNTED_MAX } from "../platform/page-limits";
import { countComments, listCommentActivity } from "./comments-query";
import { markAllCommentsRead, markCommentsRead } from "./mark-comments-read";

const { database, act, makeScene, makeRecord } = useRecordScenes();

async function makeRoom() {
  const { roomId, ...people } = await makeScene();
  const make = () => makeRecord(undefined, people.creator, roomId);
  const say = (userId: string, recordId: string, body = "Hello") => act(userId, recordId, roomId).comment(body);
  const read = async (userId: string, recordId: string, lastId: string, firstId = lastId) =>
    markCommentsRead(await act(userId, recordId, roomId).read(), userId, lastId, firstId);
  const unreadOf = async (userId: string, recordId: string) => {
    const count = await countComments(userId, [recordId]);
    return [await countRoom(userId, roomId), count(recordId).unread];
  };
  const plant = async (recordId: string, count: number, at = new Date()) => {
    const ids = Array.from({ length: count }, () => newIdAt("cmt", at));
    await database.query(
      `INSERT INTO record_comments (id, record_id, room_id, body, draft_key, created_at, updated_at)
       SELECT id, $2, $3, 'Planted', convert_to(id, 'UTF8'), $4, $4 FROM unnest($1::text[]) AS id`,
      [ids, recordId, roomId, at],
    );
    return ids;
  };
  return { roomId, ...people, make, say, read, unreadOf, plant };
}

const countRoom = async (userId: string, roomId: string) =>
  (await listCommentActivity(userId)).find((room) => room.roomId === roomId)?.unread ?? 0;
const floorsOf = (userId: string) => database.query("SELECT from_id FROM comment_floors WHERE user_id = $1", [userId]);
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe("unread comments", () => {
  it("counts other people's comments for everyone in the room until they are read", async () => {
    const { roomId, creator, member, guest, make, say, read, unreadOf } = await makeRoom();
    const [one, two] = [await make(), await make()];
    const first = await say(member, one);
    const last = await say(member, one);
    await say(member, two);
    expect(await unreadOf(member, one)).toEqual([0, 0]);
    for (const userId of [creator, guest]) {
      expect(await unreadOf(userId, one)).toEqual([3, 2]);
      expect((await countComments(userId, [one]))(one)).toEqual({ count: 2, unread: 2, firstId: first });
    }
    await read(guest, one, last);
    expect(await unreadOf(guest, one)).toEqual([1, 0]);
    expect(await unreadOf(guest, two)).toEqual([1, 1]);
    expect(await unreadOf(creator, one)).toEqual([3, 2]);
    const next = await say(member, one);
    expect((await countComments(guest, [one]))(one)).toEqual({ count: 3, unread: 1, firstId: next });
    expect(await listCommentActivity(guest)).toMatchObject([{ roomId, unread: 2, lastId: next }]);
  });

  it("ends at the last read comment and never moves back", async () => {
    const { member, guest, make, say, read, unreadOf } = await makeRoom();
    const record = await make();
    const ids = [await say(member, record), await say(member, record), await say(member, record)] as const;
    await read(guest, record, ids[1]);
    await read(guest, record, ids[0]);
    expect(await unreadOf(guest, record)).toEqual([1, 1]);
    await Promise.all([...ids, ...ids].map((id) => read(guest, record, id)));
    expect(await unreadOf(guest, record)).toEqual([0, 0]);
  });

  it("stops at a person's own comment on the record", async () => {
    const { creator, member, make, say, unreadOf } = await makeRoom();
    const [one, two] = [await make(), await make()];
    await say(member, one);
    await say(member, two);
    await say(creator, one);
    expect(await unreadOf(creator, one)).toEqual([1, 0]);
    await say(member, one);
    expect(await unreadOf(creator, one)).toEqual([2, 1]);
  });

  it("leaves out deleted comments, deleted records, and archived records until they return", async () => {
    const { creator, manager, member, guest, roomId, make, say, unreadOf } = await makeRoom();
    const [one, two] = [await make(), await make()];
    const gone = await say(member, one);
    await say(member, one);
    await say(member, two);
    await act(member, one, roomId).deleteComment(gone);
    expect(await unreadOf(guest, one)).toEqual([2, 1]);
    await act(manager, one, roomId).move("archive");
    expect(await unreadOf(guest, one)).toEqual([1, 0]);
    await act(manager, one, roomId).move("unarchive");
    expect(await unreadOf(guest, one)).toEqual([2, 1]);
    await act(creator, two, roomId).remove("Minutes");
    expect(await unreadOf(guest, one)).toEqual([1, 1]);
  });

  it("ignores comments older than the seat, also after a return", async () => {
    const { roomId, member, guest, make, say, read, unreadOf } = await makeRoom();
    const record = await make();
    await read(guest, record, await say(member, record));
    expect(await floorsOf(guest)).toHaveLength(1);
    await database.query("DELETE FROM room_members WHERE room_id = $1 AND user_id = $2", [roomId, guest]);
    expect(await floorsOf(guest)).toEqual([]);
    expect(await database.query("SELECT FROM comment_places WHERE user_id = $1", [guest])).toEqual([]);
    await say(member, record);
    expect(await unreadOf(guest, record)).toEqual([0, 0]);
    await database.query("UPDATE record_comments SET created_at = now() - interval '1 day' WHERE room_id = $1", [
      roomId,
    ]);
    await database.query(
      "INSERT INTO room_members (id, room_id, user_id, role, created_at) VALUES ($1, $2, $3, 10, now())",
      [newId("mem"), roomId, guest],
    );
    expect(await unreadOf(guest, record)).toEqual([0, 0]);
    await say(member, record);
    expect(await unreadOf(guest, record)).toEqual([1, 1]);
  });

  it("counts only the newest comments of the room, with mentions among them", async () => {
    const { roomId, member, guest, make, say, unreadOf, plant } = await makeRoom();
    const record = await make();
    await plant(record, 2 * UNREAD_COUNTED_MAX);
    expect((await unreadOf(guest, record))[0]).toBe(UNREAD_COUNTED_MAX);
    const [person] = await database.query<{ name: string }>("SELECT name FROM users WHERE id = $1", [guest]);
    await say(member, record, `@${person?.name}, look`);
    const activity = await listCommentActivity(guest);
    expect(activity).toMatchObject([{ roomId, unread: UNREAD_COUNTED_MAX, mentions: 1 }]);
  });

  it("hides another tenant's comments and lets no other person mark them", async () => {
    const [ours, theirs] = [await makeRoom(), await makeRoom()];
    const [our, their] = [await ours.make(), await theirs.make()];
    const [ourId, theirId] = [await ours.say(ours.member, our), await theirs.say(theirs.member, their)];
    expect((await countComments(ours.guest, [their]))(their)).toEqual({ count: 0, unread: 0, firstId: null });
    await expect(ours.read(theirs.guest, our, ourId)).rejects.toMatchObject({ code: "room_not_found" });
    await expect(ours.read(ours.guest, their, theirId)).rejects.toMatchObject({ code: "not_found" });
    await ours.read(ours.guest, our, theirId);
    expect(await ours.unreadOf(ours.guest, our)).toEqual([1, 1]);
    for (const id of ["nonsense", "cmt_1", "msg_01h2xcejqtf2nbrexx3vqjhp41"])
      await expect(ours.read(ours.guest, our, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(ours.read(ours.guest, our, ourId, "nonsense")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("floor of a room", () => {
  it("rises over read comments and stays below unread ones", async () => {
    const { guest, make, plant, read, unreadOf } = await makeRoom();
    const [one, two] = [await make(), await make()];
    await database.query("UPDATE room_members SET created_at = $2 WHERE user_id = $1", [guest, ago(60)]);
    const [, ofOne = ""] = await plant(one, 2, ago(30));
    const [ofTwo = ""] = await plant(two, 1, ago(20));
    await read(guest, one, ofOne);
    expect(await floorsOf(guest)).toEqual([{ from_id: ofTwo }]);
    await read(guest, two, ofTwo);
    const [floor] = await floorsOf(guest);
    expect(String(floor?.["from_id"]) > ofTwo).toBe(true);
    expect(await unreadOf(guest, one)).toEqual([0, 0]);
  });

  it("leaves a minute for comments that commit late", async () => {
    const { guest, make, plant, read, unreadOf } = await makeRoom();
    const [one, two] = [await make(), await make()];
    await database.query("UPDATE room_members SET created_at = $2 WHERE user_id = $1", [guest, ago(60)]);
    const begun = ago(0.5);
    const [newest = ""] = await plant(one, 1);
    await read(guest, one, newest);
    await plant(two, 1, begun);
    expect(await unreadOf(guest, two)).toEqual([1, 1]);
  });

  it("counts nothing from the minute before the seat", async () => {
    const { guest, make, plant, read, unreadOf } = await makeRoom();
    const [one, two] = [await make(), await make()];
    await plant(two, 1, ago(0.5));
    const [newest = ""] = await plant(one, 1);
    await read(guest, one, newest);
    expect(await floorsOf(guest)).toHaveLength(1);
    expect(await unreadOf(guest, two)).toEqual([0, 0]);
  });

  it("is right after two browsers read two records at once", async () => {
    const { guest, make, plant, read, unreadOf } = await makeRoom();
    await database.query("UPDATE room_members SET created_at = $2 WHERE user_id = $1", [guest, ago(60)]);
    const records = await Promise.all(Array.from({ length: 4 }, make));
    const last = await Promise.all(
      records.map(async (id) => [id, (await plant(id, 3, ago(10))).at(-1) ?? ""] as const),
    );
    await Promise.all([...last, ...last.toReversed()].map(([recordId, id]) => read(guest, recordId, id)));
    for (const id of records) expect(await unreadOf(guest, id)).toEqual([0, 0]);
    const [next = ""] = await plant(records[0] ?? "", 1);
    expect(await unreadOf(guest, records[0] ?? "")).toEqual([1, 1]);
    await read(guest, records[0] ?? "", next);
    expect(await unreadOf(guest, records[0] ?? "")).toEqual([0, 0]);
  });
});

describe("mark all rooms as read", () => {
  it("marks comments up to the newest one listed, from several browsers, for one person only", async () => {
    const [one, two] = [await makeRoom(), await makeRoom()];
    const [first, second] = [await one.make(), await two.make()];
    await one.say(one.member, first);
    await two.say(two.member, second);
    const lastId = (await listCommentActivity(one.guest))[0]?.lastId ?? "";
    const later = await one.say(one.member, first);
    await Promise.all(Array.from({ length: 8 }, () => markAllCommentsRead(one.guest, lastId)));
    expect((await countComments(one.guest, [first]))(first)).toEqual({ count: 2, unread: 1, firstId: later });
    expect(await one.unreadOf(one.creator, first)).toEqual([2, 2]);
    expect(await two.unreadOf(two.guest, second)).toEqual([1, 1]);
    await markAllCommentsRead(one.guest, later);
    expect(await one.unreadOf(one.guest, first)).toEqual([0, 0]);
    await markAllCommentsRead(one.guest, "nonsense");
    await markAllCommentsRead(one.guest, "cmt_7zzzzzzzzzzzzzzzzzzzzzzzzz");
    await one.say(one.member, first);
    expect(await one.unreadOf(one.guest, first)).toEqual([1, 1]);
  });
});

it("completes concurrent reads, comments and deletions of the record without errors", async () => {
  const { roomId, creator, member, guest, make, say, read } = await makeRoom();
  for (let round = 0; round < 5; round += 1) {
    const record = await make();
    const id = await say(member, record);
    const outcomes = await Promise.allSettled([
      read(guest, record, id),
      read(guest, record, id),
      read(creator, record, id),
      say(creator, record),
      act(creator, record, roomId).remove("Minutes"),
      read(member, record, id),
    ]);
    const failed = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? outcome.reason.code : []));
    expect(failed.every((code) => code === "not_found")).toBe(true);
    expect(await database.query("SELECT FROM comment_places WHERE record_id = $1", [record])).toEqual([]);
  }
});
