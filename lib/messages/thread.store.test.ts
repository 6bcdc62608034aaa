import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { openAsPerson } from "../access/open-as-person";
import { openRoom, openRoomToWrite } from "../access/open-room";
import { writeAsPerson } from "../usage/write-as-person";
import { createMessage } from "./create";
import { listThread, listThreadAfter, readQuoted } from "./queries";

const database = useTestDatabase();
const world = createWorld(database);

async function makeRoom() {
  const user = await world.user({ name: "Ann" });
  const room = await world.room({ billingEntityId: user.billingEntityId });
  await world.enter(room.id, user.id);
  const access = await openAsPerson(user.id, { roomId: room.id }, openRoom);
  const post = async (body: string, replyToMessageId?: string) =>
    (
      await writeAsPerson(user.id, { roomId: room.id }, openRoomToWrite, (tx, writable) =>
        createMessage(tx, writable, user.id, { body, replyToMessageId }),
      )
    ).id;
  return { user, access, post };
}
const bodies = (rows: readonly { body: string }[]) => rows.map(({ body }) => body);

test("reads a thread from its end or any message, never from another room", async () => {
  const [mine, theirs] = [await makeRoom(), await makeRoom()];
  const ids: string[] = [];
  for (const body of ["1", "2", "3", "4"]) {
    ids.push(await mine.post(body));
    await theirs.post(`not ${body}`);
  }
  const [, second = "", third = ""] = ids;
  expect(bodies(await listThread(mine.access, { limit: 2, after: null }))).toEqual(["4", "3", "2"]);
  expect(bodies(await listThread(mine.access, { limit: 5, after: third }))).toEqual(["2", "1"]);
  expect(bodies(await listThread(mine.access, { limit: 5, after: `${third}~` }))).toEqual(["3", "2", "1"]);
  expect(bodies(await listThreadAfter(mine.access, second, 1))).toEqual(["3", "4"]);
  expect(bodies(await listThreadAfter(mine.access, ids[3] ?? "", 5))).toEqual([]);
});

test("quotes the beginning of the original with its author's name, if any", async () => {
  const { access, post, user } = await makeRoom();
  const original = await post("長".repeat(500));
  await post("Yes", original);
  const [answer] = await listThread(access, { limit: 1, after: null });
  expect(answer).toMatchObject({ author: "Ann", authorId: user.id });
  expect(answer?.replyTo).toMatchObject({ id: original, author: "Ann", excerpt: "長".repeat(160) });
  await database.query("UPDATE messages SET author_id = NULL WHERE id = $1", [original]);
  const [again] = await listThread(access, { limit: 1, after: null });
  expect(again?.replyTo?.author).toBeNull();
});

test("quotes nothing of another room", async () => {
  const [mine, theirs] = [await makeRoom(), await makeRoom()];
  const secret = await theirs.post("secret");
  expect(await readQuoted(mine.access, secret)).toBeNull();
  expect(await readQuoted(theirs.access, secret)).toMatchObject({ excerpt: "secret" });
});
