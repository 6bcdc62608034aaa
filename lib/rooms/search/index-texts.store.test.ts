import { expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWorld } from "../../../e2e/support/scenes/world";
import { newId } from "../../platform/ids";
import { indexTexts } from "./index-texts";
import { createTexts } from "./texts.cases";

const database = useTestDatabase();
const { makePeople, indexAll } = createTexts(database, createWorld(database), true);

/** The words of the block with this text, without their room and kind; null: no words at present; undefined: no block. */
async function readWords(id: string): Promise<string[] | null | undefined> {
  const [kind, place] = id.split("_");
  const [block] = await database.query<{ words: string[] | null }>(
    "SELECT tsvector_to_array(words) AS words FROM search_blocks WHERE kind = $1 AND after < $2 AND last >= $2",
    [kind, place],
  );
  return block && (block.words?.map((word) => word.slice(9)) ?? null);
}

test("takes the words of an edited or deleted text away at once, and writes the others again", async () => {
  const { ann, makeRoom, say, find } = await makePeople();
  const roomId = await makeRoom([ann]);
  const [one, two] = [await say(roomId, "alpha beta"), await say(roomId, "gamma 予算案")];
  await indexAll();
  expect(await readWords(one)).toEqual(expect.arrayContaining(["alpha", "beta", "gamma", "予算", "算案", "案"]));
  await database.query("UPDATE messages SET updated_at = now(), body = 'alpha beta' WHERE id = $1", [one]);
  expect(await readWords(one)).toContain("alpha");
  await database.query("UPDATE messages SET body = 'delta' WHERE id = $1", [one]);
  expect(await readWords(one)).toBeNull();
  expect(await indexTexts()).toBe(true);
  expect(await readWords(one)).toEqual(expect.arrayContaining(["delta", "gamma"]));
  expect(await readWords(one)).not.toContain("alpha");
  await database.query("DELETE FROM messages WHERE id = $1", [two]);
  expect(await readWords(two)).toBeNull();
  await indexTexts();
  expect(await readWords(two)).not.toContain("gamma");
  expect(await find(ann.id, "delta")).toMatchObject([{ id: one }]);
});

test("finds an edited text before its block has words again", async () => {
  const { ann, makeRoom, record, find, findNow } = await makePeople();
  const roomId = await makeRoom([ann]);
  const recordId = await record(roomId, "Minutes", "alpha");
  await find(ann.id, "alpha");
  await database.query("UPDATE records SET content = 'omega' WHERE id = $1", [recordId]);
  expect(await findNow(ann.id, "omega")).toMatchObject({ hits: [{ id: recordId }] });
  expect(await findNow(ann.id, "alpha")).toMatchObject({ hits: [] });
});

test("removes the blocks of a deleted room", async () => {
  await indexAll();
  const { ann, makeRoom, say, record } = await makePeople();
  const roomId = await makeRoom([ann]);
  const [messageId, recordId] = [
    await say(roomId, "secret".padEnd(20_000)),
    await record(roomId, "Title", "x".padEnd(20_000)),
  ];
  await indexAll();
  expect(await readWords(messageId)).toEqual(["secret"]);
  await database.query("DELETE FROM rooms WHERE id = $1", [roomId]);
  await indexTexts();
  for (const id of [messageId, recordId]) expect(await readWords(id)).toBeUndefined();
});

test("leaves out new texts, and those that do not fill a block", async () => {
  await indexAll();
  const { ann, makeRoom, say } = await makePeople();
  const roomId = await makeRoom([ann]);
  const old = await say(roomId, "old");
  await database.query(
    "INSERT INTO messages (id, room_id, body, created_at, updated_at) VALUES ($1, $2, $3, now(), now())",
    [newId("msg"), roomId, "new".padEnd(20_000)],
  );
  expect(await indexTexts()).toBe(true);
  expect(await readWords(old)).toBeUndefined();
  await indexAll();
  expect(await readWords(old)).toContain("old");
  expect(await database.query("SELECT 1 FROM search_blocks WHERE words @@ '''new'''::tsquery")).toEqual([]);
});

test("writes each text into one block when several processes index at once", async () => {
  const { ann, makeRoom, say } = await makePeople();
  const roomId = await makeRoom([ann]);
  for (let n = 0; n < 100; n += 1) await say(roomId, `word${n}`);
  await Promise.all([indexAll(), indexAll(), indexAll()]);
  const blocks = await database.query<{ after: string; last: string }>(
    "SELECT after, last FROM search_blocks WHERE kind = 'msg' ORDER BY last",
  );
  for (const [n, { after }] of blocks.slice(1).entries()) expect(after >= (blocks[n]?.last ?? "")).toBe(true);
});

test("indexes any text that a record may have, and finds its beginning", async () => {
  const { ann, makeRoom, record, find } = await makePeople();
  const recordId = await record(await makeRoom([ann]), "Long");
  const signs = Array.from({ length: 200_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)));
  for (const content of [
    signs.join(""),
    "word".repeat(50_000),
    signs
      .map((sign, n) => `${n}${sign}`)
      .join(" ")
      .slice(0, 200_000),
    "\ufffd\u{10ffff}\u0301 '\\:*&|!<-> \u202e".repeat(1_000),
  ]) {
    await database.query("UPDATE records SET content = $2 WHERE id = $1", [recordId, content]);
    expect(await find(ann.id, "long")).toMatchObject([{ id: recordId }]);
  }
  await database.query("UPDATE records SET content = $2 WHERE id = $1", [recordId, "wordy".repeat(1_000)]);
  expect(await find(ann.id, "wordy".repeat(30))).toMatchObject([{ id: recordId }]);
});
