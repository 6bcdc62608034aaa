import { describe, expect, it } from "vitest";
import { useRecordScenes } from "../../e2e/support/scenes/record-scene";
import { createHolds } from "../../e2e/support/scenes/tenants";
import { openAsPerson } from "../access/open-as-person";
import { transaction } from "../db/transaction";
import { addWatcher, type RoomChange } from "../events/room-watch";
import { newId } from "../platform/ids";
import { LIST_LIMIT_DEFAULT } from "../platform/limits";
import { readChanges } from "../rooms/watch-room";
import { countComments, readComments } from "./comments-query";
import { openRecordToAct } from "./open";
import { readRecordPage } from "./queries";
import { addComment, editComment } from "./write-comment";

const { database, scene, act, makeScene, makeRecord, readEvents, settle } = useRecordScenes();
const holds = createHolds(database);

const listBodies = async (recordId: string, userId = scene.guest) =>
  (await readComments(await act(userId, recordId).read())).comments.map(({ body }) => body);
const readActs = (commentId: string) =>
  database.query<{ route: string; user_id: string }>(
    "SELECT route, user_id FROM audit_log WHERE resource_id = $1 ORDER BY id",
    [commentId],
  );

describe("comment", () => {
  it("is listed oldest first for everyone in the room and leaves the record unchanged", async () => {
    const id = await makeRecord();
    const before = await readRecordPage(await act(scene.creator, id).read());
    await act(scene.member, id).comment("First");
    await act(scene.creator, id).comment("Second");
    const { comments, hasOlder } = await readComments(await act(scene.guest, id).read());
    expect(comments).toMatchObject([
      { body: "First", authorId: scene.member, editedAt: null },
      { body: "Second", authorId: scene.creator, editedAt: null },
    ]);
    expect(hasOlder).toBe(false);
    expect(await readRecordPage(await act(scene.creator, id).read())).toEqual(before);
    expect(await readEvents(id)).toEqual(["record.created"]);
    const count = await countComments(scene.guest, [id, newId("rec")]);
    expect([count(id).count, count("").count]).toEqual([2, 0]);
  });

  it("needs write access, in every status but archived", async () => {
    const id = await makeRecord();
    await expect(act(scene.guest, id).comment("Mine")).rejects.toMatchObject({ code: "forbidden" });
    await act(scene.manager, id).move("lock");
    const commentId = await act(scene.member, id).comment("About a locked text");
    await act(scene.manager, id).move("archive");
    const archived = { code: "forbidden", details: { reason: "record_archived" } };
    await expect(act(scene.member, id).comment("Too late")).rejects.toMatchObject(archived);
    await expect(act(scene.member, id).editComment(commentId, "Too late")).rejects.toMatchObject(archived);
    await act(scene.member, id).deleteComment(commentId);
    expect(await listBodies(id)).toEqual([]);
  });

  it("has the length limit of a message", async () => {
    const id = await makeRecord();
    for (const body of ["", " \u200b", "x".repeat(10_001), "a\u0000"])
      await expect(act(scene.member, id).comment(body)).rejects.toMatchObject({ code: "validation_error" });
    await act(scene.member, id).comment("💬".repeat(10_000));
  });

  it("is posted once per draft, and not again after its deletion", async () => {
    const id = await makeRecord();
    const { comment, deleteComment } = act(scene.member, id);
    const ids = new Set(await Promise.all(Array.from({ length: 5 }, () => comment("Once", "draft-1"))));
    expect(ids.size).toBe(1);
    expect(await listBodies(id)).toEqual(["Once"]);
    await comment("Once more", "draft-1");
    await act(scene.creator, id).comment("Once", "draft-1");
    expect(await listBodies(id)).toEqual(["Once", "Once more", "Once"]);
    const [first = ""] = ids;
    await deleteComment(first);
    expect(await comment("Once", "draft-1")).toBe(first);
    expect(await listBodies(id)).toEqual(["Once more", "Once"]);
  });

  it("is edited by its author, deleted by its author or a manager, and audited without its text", async () => {
    const id = await makeRecord();
    const commentId = await act(scene.member, id).comment("Swordfish");
    const refused = { code: "forbidden", details: { reason: "author_only" } };
    for (const userId of [scene.creator, scene.manager])
      await expect(act(userId, id).editComment(commentId, "Mine")).rejects.toMatchObject(refused);
    await expect(act(scene.creator, id).deleteComment(commentId)).rejects.toMatchObject(refused);
    await act(scene.member, id).editComment(commentId, "Swordfish");
    expect(await readActs(commentId)).toEqual([]);
    await act(scene.member, id).editComment(commentId, "Swordfishes");
    const [edited] = (await readComments(await act(scene.guest, id).read())).comments;
    expect(edited).toMatchObject({ body: "Swordfishes", editedAt: expect.stringMatching(/Z$/) });
    await act(scene.manager, id).deleteComment(commentId);
    expect(await readActs(commentId)).toEqual([
      { route: "comment.update", user_id: scene.member },
      { route: "comment.delete", user_id: scene.manager },
    ]);
    const rows = await database.query("SELECT * FROM audit_log WHERE resource_id = $1", [commentId]);
    expect(JSON.stringify(rows)).not.toMatch(/sword/i);
    expect(await database.query("SELECT FROM record_comments WHERE id = $1 AND body <> ''", [commentId])).toEqual([]);
    await expect(act(scene.member, id).editComment(commentId, "Back")).rejects.toMatchObject({ code: "not_found" });
  });

  it("is found only through its record", async () => {
    const [id, archived] = [await makeRecord(), await makeRecord()];
    const commentId = await act(scene.member, archived).comment("Here");
    await act(scene.manager, archived).move("archive");
    const missing = { code: "not_found" };
    await expect(act(scene.member, id).editComment(commentId, "There")).rejects.toMatchObject(missing);
    await expect(act(scene.member, id).deleteComment(commentId)).rejects.toMatchObject(missing);
    await expect(act(scene.member, id).editComment("nonsense", "There")).rejects.toMatchObject(missing);
    expect(await listBodies(archived)).toEqual(["Here"]);
  });

  it("is hidden from another tenant and from an ended seat", async () => {
    const [id, other] = [await makeRecord(), await makeScene()];
    const commentId = await act(scene.member, id).comment("Ours");
    const hidden = { code: "room_not_found" };
    await expect(act(other.owner, id).read()).rejects.toMatchObject(hidden);
    for (const attempt of [
      () => act(other.owner, id).comment("Theirs"),
      () => act(other.owner, id).deleteComment(commentId),
    ])
      await expect(attempt()).rejects.toMatchObject(hidden);
    const inTheirs = act(other.owner, id, other.roomId);
    await expect(inTheirs.comment("Theirs")).rejects.toMatchObject({ code: "not_found" });
    await expect(inTheirs.deleteComment(commentId)).rejects.toMatchObject({ code: "not_found" });

    const leaving = await makeScene();
    const theirs = await makeRecord(undefined, leaving.creator, leaving.roomId);
    const { comment, deleteComment } = act(leaving.member, theirs, leaving.roomId);
    const left = await comment("Mine");
    const params = { roomId: leaving.roomId, recordId: theirs };
    const access = await openAsPerson(leaving.member, params, openRecordToAct);
    await database.query("DELETE FROM room_members WHERE room_id = $1 AND user_id = $2", [
      leaving.roomId,
      leaving.member,
    ]);
    await expect(deleteComment(left)).rejects.toMatchObject(hidden);
    const change = { commentId: left, body: "Other" };
    await expect(transaction((tx) => editComment(tx, access, leaving.member, change))).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("goes with its record; a legal hold refuses deletions and edits but accepts new ones", async () => {
    const id = await makeRecord();
    const { comment, editComment: edit, deleteComment } = act(scene.member, id);
    const commentId = await comment("Evidence");
    const [room] = await database.query<{ entity: string }>(
      "SELECT billing_entity_id AS entity FROM rooms WHERE id = $1",
      [scene.roomId],
    );
    const entity = room?.entity ?? "";
    await holds.place(entity);
    const held = { code: "forbidden", details: { reason: "legal_hold" } };
    await expect(edit(commentId, "Nothing")).rejects.toMatchObject(held);
    await expect(deleteComment(commentId)).rejects.toMatchObject(held);
    await expect(act(scene.manager, id).deleteComment(commentId)).rejects.toMatchObject(held);
    // Simulates a person with a database client.
    await expect(database.query("DELETE FROM record_comments WHERE id = $1", [commentId])).rejects.toThrow(
      /legal hold/,
    );
    await comment("More evidence");
    expect(await listBodies(id)).toEqual(["Evidence", "More evidence"]);
    await holds.lift(entity);
    await act(scene.creator, id).remove("Minutes");
    expect(await database.query("SELECT FROM record_comments WHERE record_id = $1", [id])).toEqual([]);
  });
});

describe("concurrent changes", () => {
  it("leave an edited and deleted comment deleted once", async () => {
    const id = await makeRecord();
    const commentId = await act(scene.member, id).comment("Hello");
    const attempts = [
      act(scene.member, id).editComment(commentId, "Hello again"),
      act(scene.member, id).deleteComment(commentId),
      act(scene.manager, id).deleteComment(commentId),
    ];
    const counts = await settle(attempts);
    expect([
      { ok: 2, not_found: 1 },
      { ok: 1, not_found: 2 },
    ]).toContainEqual(counts);
    expect(await listBodies(id)).toEqual([]);
    expect((await readActs(commentId)).filter(({ route }) => route === "comment.delete")).toHaveLength(1);
  });

  it("leave no comment on a deleted record", async () => {
    const id = await makeRecord();
    await act(scene.member, id).comment("Before");
    const attempts = [
      act(scene.member, id).comment("One"),
      act(scene.creator, id).remove("Minutes"),
      act(scene.manager, id).comment("Two"),
    ];
    const counts = await settle(attempts);
    expect((counts["ok"] ?? 0) + (counts["not_found"] ?? 0)).toBe(3);
    expect(await database.query("SELECT FROM record_comments WHERE record_id = $1", [id])).toEqual([]);
  });
});

it("reads a long thread in pages and around one comment", async () => {
  const id = await makeRecord();
  const access = await openAsPerson(scene.member, { roomId: scene.roomId, recordId: id }, openRecordToAct);
  const ids: string[] = [];
  const total = 2 * LIST_LIMIT_DEFAULT + 10;
  await transaction(async (tx) => {
    for (let n = 0; n < total; n += 1)
      ids.push(await addComment(tx, access, scene.member, { body: `Comment ${n}`, draftId: "" }));
  });
  const idsOf = ({ comments }: Awaited<ReturnType<typeof readComments>>) => comments.map((comment) => comment.id);
  const newest = await readComments(access);
  expect(idsOf(newest)).toEqual(ids.slice(-LIST_LIMIT_DEFAULT));
  expect([newest.hasOlder, newest.hasNewer]).toEqual([true, false]);
  const oldest = await readComments(access, { before: ids[10] ?? "" });
  expect(idsOf(oldest)).toEqual(ids.slice(0, 10));
  expect([oldest.hasOlder, oldest.hasNewer]).toEqual([false, true]);
  const around = await readComments(access, { around: ids[55] ?? "" });
  expect(idsOf(around)).toEqual(ids.slice(56 - LIST_LIMIT_DEFAULT, 56 + LIST_LIMIT_DEFAULT));
  expect(idsOf(await readComments(access, { around: "nonsense", before: "nonsense" }))).toEqual(idsOf(newest));
});

it("publishes each change once to open pages of every process", async () => {
  const { roomId, member, creator } = await makeScene();
  const id = await makeRecord(undefined, creator, roomId);
  const { comment, editComment: edit, deleteComment, read } = act(member, id, roomId);
  const told: RoomChange[] = [];
  const stop = addWatcher(roomId, (change) => told.push(change));
  const ofComments = (changes: readonly RoomChange[]) => changes.filter(({ type }) => type === "comment.changed");
  const commentId = await comment("Hello");
  const { room } = await read();
  const readOwn = async () => ofComments(await readChanges(room, new Date(0))).map((change) => change.id);
  expect(ofComments(told)).toMatchObject([{ objectId: id }]);
  expect(await readOwn()).toEqual(ofComments(told).map((change) => change.id));
  await edit(commentId, "Hello!");
  await edit(commentId, "Hello!!");
  await deleteComment(commentId);
  stop();
  const heard = ofComments(told).map((change) => change.id);
  expect(new Set(heard).size).toBe(4);
  expect(await readOwn()).toEqual(heard.slice(-1));
});
