import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { openAsPerson } from "../access/open-as-person";
import { openRoom } from "../access/open-room";
import { newId } from "../platform/ids";
import { findTextsInAllRooms, findTextsInRoom } from "./find-texts";
import { readTerms } from "./search-terms";

const database = useTestDatabase();
const world = createWorld(database);

async function makePeople() {
  const acme = await world.organization({ seats: 5 });
  const [ann, gus] = [await world.user({ name: "Ann" }), await world.user()];
  for (const { id } of [ann, gus]) await world.join(acme.id, id);
  const makeRoom = async (seats: readonly { id: string }[], roomType = 0) => {
    const room = await world.room({ organizationId: acme.id, billingEntityId: acme.billingEntityId, roomType });
    for (const { id } of seats) await world.enter(room.id, id, id === gus.id ? 10 : 20);
    return room.id;
  };
  const say = async (roomId: string, body: string) => {
    const id = newId("msg");
    await database.query(
      "INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, $4, now(), now())",
      [id, roomId, ann.id, body],
    );
    return id;
  };
  const comment = async (roomId: string, body: string, title = "Minutes") => {
    const [id, recordId] = [newId("cmt"), await record(roomId, title)];
    await database.query(
      `INSERT INTO record_comments (id, record_id, room_id, author_id, body, draft_key, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, convert_to($1, 'UTF8'), now(), now())`,
      [id, recordId, roomId, ann.id, body],
    );
    return { id, recordId };
  };
  const record = async (roomId: string, title: string) => {
    const id = newId("rec");
    await database.query(
      "INSERT INTO records (id, room_id, title, content, created_by_id, created_at, updated_at) VALUES ($1, $2, $3, '', $4, now(), now())",
      [id, roomId, title, ann.id],
    );
    return id;
  };
  const findIn = async (userId: string, roomId: string, text: string, before = "") =>
    findTextsInRoom(await openAsPerson(userId, { roomId }, openRoom), readTerms(text), before);
  const find = async (userId: string, text: string) => (await findTextsInAllRooms(userId, readTerms(text), 2)).hits;
  return { acme, ann, gus, makeRoom, say, comment, record, findIn, find };
}

const bodiesOf = (hits: readonly { body: string }[]) => hits.map(({ body }) => body);

test.each([
  ["budget", ["The Budget of May"]],
  ["BUDGET may", ["The Budget of May"]],
  ["budget june", []],
  ["議事", ["会議の議事録"]],
  ["ｶﾅ", ["カナ"]],
  ["abc", ["ＡＢＣ wide"]],
  ["100%", ["It is 100% done"]],
  ["_", ["under_score"]],
  ["\\", ["back\\slash"]],
  ["Ünder", ["ünderline"]],
])("searches for %j in %j", async (text, bodies) => {
  const { ann, makeRoom, say, find, findIn } = await makePeople();
  const roomId = await makeRoom([ann]);
  const said = [
    "The Budget of May",
    "会議の議事録",
    "カナ",
    "ＡＢＣ wide",
    "It is 100% done",
    "100 done",
    "under_score",
  ];
  for (const body of [...said, "back\\slash", "ünderline"]) await say(roomId, body);
  expect(bodiesOf(await find(ann.id, text))).toEqual(bodies);
  expect(bodiesOf((await findIn(ann.id, roomId, text)).hits)).toEqual(bodies);
});

test("finds texts in personal rooms, direct messages and a guest's rooms, and in no others", async () => {
  const [here, elsewhere] = [await makePeople(), await makePeople()];
  const { ann, gus, makeRoom, say, find, findIn } = here;
  const [shared, own, direct] = [await makeRoom([ann, gus]), await makeRoom([ann]), await makeRoom([ann, gus], 1)];
  const foreign = await elsewhere.makeRoom([elsewhere.ann]);
  for (const [roomId, body] of [
    [shared, "needle shared"],
    [own, "needle own"],
    [direct, "needle direct"],
    [foreign, "needle foreign"],
  ] as const)
    await say(roomId, body);
  expect(bodiesOf(await find(ann.id, "needle"))).toEqual(["needle direct", "needle own", "needle shared"]);
  expect(bodiesOf(await find(gus.id, "needle"))).toEqual(["needle direct", "needle shared"]);
  for (const roomId of [own, foreign])
    await expect(findIn(gus.id, roomId, "needle")).rejects.toMatchObject({ code: "room_not_found" });
  await database.query("DELETE FROM organization_memberships WHERE user_id = $1", [gus.id]);
  expect(await find(gus.id, "needle")).toEqual([]);
});

test("leaves out deleted messages and names authors who still exist", async () => {
  const { ann, makeRoom, say, find } = await makePeople();
  const roomId = await makeRoom([ann]);
  const [kept, gone] = [await say(roomId, "needle one"), await say(roomId, "needle two")];
  await database.query("UPDATE messages SET deleted_at = now() WHERE id = $1", [gone]);
  expect(await find(ann.id, "needle")).toMatchObject([{ id: kept, roomId, author: "Ann" }]);
  await database.query("UPDATE messages SET author_id = NULL WHERE id = $1", [kept]);
  expect(await find(ann.id, "needle")).toMatchObject([{ id: kept, author: null }]);
});

test("pages through one room to its beginning, across long stretches without a match", async () => {
  const { ann, makeRoom, findIn } = await makePeople();
  const roomId = await makeRoom([ann]);
  // 60 at the beginning, none in the middle, one at the end.
  await database.query(
    `INSERT INTO messages (id, room_id, body, created_at, updated_at)
     SELECT $2 || lpad(n::text, 26 - length($2) + 4, '0'), $1,
       CASE WHEN n <= 60 OR n = 10_500 THEN 'needle ' || n ELSE 'hay' END, now(), now() FROM generate_series(1, 10_500) n`,
    [roomId, `msg_${newId("msg").slice(4, 20)}`],
  );
  const found: string[] = [];
  let before = "";
  for (let page = 0; page < 4; page += 1) {
    const { hits, olderThan } = await findIn(ann.id, roomId, "needle", before);
    found.push(...bodiesOf(hits));
    before = olderThan ?? "";
    if (olderThan === null) break;
  }
  expect(before).toBe("");
  expect(found).toHaveLength(61);
  expect(new Set(found).size).toBe(61);
  expect([found[0], found.at(-1)]).toEqual(["needle 10500", "needle 1"]);
});

test("finds comments and record titles with their record, newest first", async () => {
  const { ann, makeRoom, say, comment, record, find, findIn } = await makePeople();
  const roomId = await makeRoom([ann]);
  const messageId = await say(roomId, "予算 in a message");
  const { id, recordId } = await comment(roomId, "予算 in a comment", "Weekly");
  const titled = await record(roomId, "予算");
  const expected = [
    { kind: "record", id: titled, body: "予算", recordId: titled },
    { kind: "comment", id, roomId, recordId, record: "Weekly", author: "Ann" },
    { kind: "message", id: messageId, recordId: null, record: null },
  ];
  expect(await find(ann.id, "予算")).toMatchObject(expected);
  expect(await findIn(ann.id, roomId, "予算")).toMatchObject({ hits: expected, olderThan: null });
});

test("finds comments the person may read, without deleted ones", async () => {
  const [here, elsewhere] = [await makePeople(), await makePeople()];
  const { ann, gus, makeRoom, comment, find, findIn } = here;
  const [shared, own] = [await makeRoom([ann, gus]), await makeRoom([ann])];
  const foreign = await elsewhere.makeRoom([elsewhere.ann]);
  await comment(shared, "needle shared", "needle shared");
  const { id } = await comment(own, "needle own");
  const { recordId } = await comment(own, "needle with a record");
  await elsewhere.comment(foreign, "needle foreign", "needle foreign");
  expect(bodiesOf(await find(gus.id, "needle"))).toEqual(["needle shared", "needle shared"]);
  expect(bodiesOf(await find(ann.id, "needle own"))).toEqual(["needle own"]);
  for (const roomId of [own, foreign])
    await expect(findIn(gus.id, roomId, "needle")).rejects.toMatchObject({ code: "room_not_found" });
  await database.query("UPDATE record_comments SET deleted_at = now() WHERE id = $1", [id]);
  await database.query("DELETE FROM records WHERE id = $1", [recordId]);
  expect((await findIn(ann.id, own, "needle")).hits).toEqual([]);
  await database.query("DELETE FROM room_members WHERE user_id = $1", [gus.id]);
  expect(await find(gus.id, "needle")).toEqual([]);
});

test("pages through messages and comments without gaps or repeats", async () => {
  const { ann, makeRoom, comment, findIn } = await makePeople();
  const roomId = await makeRoom([ann]);
  const { recordId } = await comment(roomId, "hay");
  const at = (seconds: number) => `($3::bigint + n * ${seconds}000)`;
  const idOf = (prefix: string, ms: string) => `'${prefix}_0' || lpad(${ms}::text, 13, '0') || lpad(n::text, 12, '0')`;
  const begin = Date.UTC(2026, 0, 1);
  await database.query(
    `INSERT INTO messages (id, room_id, body, created_at, updated_at)
     SELECT ${idOf("msg", at(1))}, $1, 'needle m' || n, now(), now() FROM generate_series(1, 120) n WHERE $2 <> ''`,
    [roomId, recordId, begin],
  );
  await database.query(
    `INSERT INTO record_comments (id, record_id, room_id, body, draft_key, created_at, updated_at)
     SELECT ${idOf("cmt", at(3))}, $2, $1, 'needle c' || n, convert_to('k' || n || $1, 'UTF8'), now(), now()
     FROM generate_series(1, 40) n`,
    [roomId, recordId, begin],
  );
  const found: string[] = [];
  let before: string | null = "";
  for (let page = 0; page < 6 && before !== null; page += 1) {
    const { hits, olderThan }: Awaited<ReturnType<typeof findIn>> = await findIn(ann.id, roomId, "needle", before);
    expect(hits.length).toBeLessThanOrEqual(50);
    found.push(...hits.map(({ id }) => id));
    before = olderThan;
  }
  expect(before).toBeNull();
  expect(found).toHaveLength(160);
  expect(new Set(found).size).toBe(160);
  const places = found.map((id) => id.slice(4));
  expect(places).toEqual(places.toSorted().toReversed());
});
