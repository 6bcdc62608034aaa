import { describe, expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWorld } from "../../../e2e/support/scenes/world";
import { createTexts } from "./texts.cases";

const database = useTestDatabase();
const world = createWorld(database);

const bodiesOf = (hits: readonly { body: string }[]) => hits.map(({ body }) => body);

describe.each([
  ["outside the index", false],
  ["in the index", true],
])("texts %s", (_, isIndexed) => {
  const { makePeople } = createTexts(database, world, isIndexed);

  test.each([
    ["budget", ["The Budget of May"]],
    ["BUDGET may", ["The Budget of May"]],
    ["budget june", []],
    ["議事", ["会議の議事録"]],
    ["ｶﾅ", ["カナ"]],
    ["abc", ["ＡＢＣ wide"]],
    ["100%", ["It is 100% done"]],
    ["score", ["under_score"]],
    ["under_", ["under_score"]],
    ["back\\sl", ["back\\slash"]],
    ["Ünder", ["ünderline"]],
    ["bud", ["The Budget of May"]],
    ["udget", []],
    ["b", []],
    ["議の議", ["会議の議事録"]],
    ["録", ["会議の議事録"]],
    ["'bud':*|", []],
    ["bud#", []],
    [".*", []],
    ["done,", []],
  ])("searches for %j", async (text, bodies) => {
    const { ann, makeRoom, say, find } = await makePeople();
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
  });

  test("finds texts in personal rooms, direct messages and a guest's rooms, and in no others", async () => {
    const [here, elsewhere] = [await makePeople(), await makePeople()];
    const { ann, gus, makeRoom, say, find } = here;
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
    for (const roomId of [own, foreign]) expect(await find(gus.id, `needle in:${roomId}`)).toEqual([]);
    await database.query("DELETE FROM organization_memberships WHERE user_id = $1", [gus.id]);
    expect(await find(gus.id, "needle")).toEqual([]);
  });

  test("leaves out deleted messages and names authors who still exist", async () => {
    const { ann, makeRoom, say, find } = await makePeople();
    const roomId = await makeRoom([ann]);
    const [kept, gone] = [await say(roomId, "needle one"), await say(roomId, "needle two")];
    expect(await find(ann.id, "needle")).toHaveLength(2);
    await database.query("UPDATE messages SET body = '', deleted_at = now() WHERE id = $1", [gone]);
    expect(await find(ann.id, "needle")).toMatchObject([{ id: kept, roomId, author: "Ann" }]);
    await database.query("UPDATE messages SET author_id = NULL WHERE id = $1", [kept]);
    expect(await find(ann.id, "needle")).toMatchObject([{ id: kept, author: null }]);
  });

  test("finds comments and record titles with their record, newest first", async () => {
    const { ann, makeRoom, say, comment, record, find } = await makePeople();
    const roomId = await makeRoom([ann]);
    const messageId = await say(roomId, "予算 in a message");
    const { id, recordId } = await comment(roomId, "予算 in a comment", "Weekly");
    const titled = await record(roomId, "予算");
    const expected = [
      { kind: "record", id: titled, title: "予算", recordId: titled },
      { kind: "comment", id, roomId, recordId, record: "Weekly", author: "Ann" },
      { kind: "message", id: messageId, recordId: null, record: null },
    ];
    expect(await find(ann.id, "予算")).toMatchObject(expected);
    expect(await find(ann.id, `予算 in:${roomId}`)).toMatchObject(expected);
  });

  test("finds comments the person may read, without deleted ones", async () => {
    const [here, elsewhere] = [await makePeople(), await makePeople()];
    const { ann, gus, makeRoom, comment, find } = here;
    const [shared, own] = [await makeRoom([ann, gus]), await makeRoom([ann])];
    const foreign = await elsewhere.makeRoom([elsewhere.ann]);
    await comment(shared, "needle shared", "needle shared");
    const { id } = await comment(own, "needle own");
    const { recordId } = await comment(own, "needle with a record");
    await elsewhere.comment(foreign, "needle foreign", "needle foreign");
    expect(bodiesOf(await find(gus.id, "needle")).map((body) => body.trim())).toEqual([
      "needle shared",
      "needle shared",
    ]);
    expect(bodiesOf(await find(ann.id, "needle own"))).toEqual(["needle own"]);
    for (const roomId of [own, foreign]) expect(await find(gus.id, `needle in:${roomId}`)).toEqual([]);
    await database.query("UPDATE record_comments SET body = '', deleted_at = now() WHERE id = $1", [id]);
    await database.query("DELETE FROM records WHERE id = $1", [recordId]);
    expect(await find(ann.id, `needle in:${own}`)).toEqual([]);
    await database.query("DELETE FROM room_members WHERE user_id = $1", [gus.id]);
    expect(await find(gus.id, "needle")).toEqual([]);
  });

  test("finds tasks and records by their text, and files by name", async () => {
    const { ann, makeRoom, record, task, file, find } = await makePeople();
    const roomId = await makeRoom([ann]);
    const recordId = await record(
      roomId,
      "Minutes",
      `${"x ".repeat(2_000)}The description of the 四半期予算 ${"y ".repeat(2_000)}`,
    );
    const taskId = await task(roomId, "Plan", "the long description");
    const fileId = await file(roomId, "description.txt");
    const hits = await find(ann.id, "description");
    expect(hits.map(({ kind, id, title }) => [kind, id, title])).toEqual([
      ["file", fileId, "description.txt"],
      ["task", taskId, "Plan"],
      ["record", recordId, "Minutes"],
    ]);
    expect(hits.at(-1)?.body).toContain("四半期予算");
    expect(hits.at(-1)?.body.length).toBeLessThanOrEqual(400);
    expect(await find(ann.id, "期予")).toMatchObject([{ id: recordId }]);
    await database.query("UPDATE records SET content = 'now 月次' WHERE id = $1", [recordId]);
    expect(await find(ann.id, "期予")).toEqual([]);
    expect(await find(ann.id, "月次")).toMatchObject([{ id: recordId }]);
    await database.query("UPDATE files SET state = 'UPLOADING' WHERE id = $1", [fileId]);
    await database.query("DELETE FROM tasks WHERE id = $1", [taskId]);
    expect(await find(ann.id, "description")).toEqual([]);
  });

  test("narrows by room, author, files and links, also without a word", async () => {
    const { ann, gus, makeRoom, say, file, find } = await makePeople();
    const [one, two] = [await makeRoom([ann, gus]), await makeRoom([ann])];
    await database.query("UPDATE rooms SET name = 'Budget Plan' WHERE id = $1", [two]);
    const first = await say(one, "needle");
    const second = await say(two, "needle");
    const link = await say(one, "needle https://example.test/");
    await database.query("UPDATE messages SET author_id = $2 WHERE id = $1", [first, gus.id]);
    const fileId = await file(one, "hay.txt", second);
    const idsOf = async (text: string) => (await find(ann.id, text)).map(({ id }) => id);
    expect(await idsOf('needle in:"budget plan"')).toEqual([second]);
    expect(await idsOf(`in:${one} needle`)).toEqual([link, first]);
    expect(await idsOf(`needle from:${gus.id}`)).toEqual([first]);
    expect(await idsOf("needle from:ann")).toEqual([link, second]);
    expect(await idsOf("needle from:me has:link")).toEqual([link]);
    expect(await idsOf("needle has:file")).toEqual([second]);
    expect(await idsOf("has:file")).toEqual([fileId, second]);
    expect(await idsOf(`from:${gus.id}`)).toEqual([first]);
    expect(await idsOf("in:nowhere needle")).toEqual([]);
    expect(await idsOf("from:' has:link")).toEqual([]);
  });

  test("pages through all kinds of texts without gaps or repeats", async () => {
    const { ann, makeRoom, say, comment, record, findPage } = await makePeople();
    const [one, two] = [await makeRoom([ann]), await makeRoom([ann])];
    const recordId = await record(one, "needle");
    const ids = [recordId];
    for (let n = 0; n < 160; n += 1)
      ids.push(
        n % 4 === 0 ? (await comment(one, "needle c", "", recordId)).id : await say(n % 3 ? one : two, "needle m"),
      );
    const found: string[] = [];
    let before: string | null = "";
    for (let page = 0; page < 6 && before !== null; page += 1) {
      const { hits, olderThan }: Awaited<ReturnType<typeof findPage>> = await findPage(ann.id, "needle", before);
      found.push(...hits.map(({ id }) => id));
      before = olderThan;
    }
    expect(before).toBeNull();
    expect(found).toEqual(ids.toReversed());
  });
});
