import { describe, expect, test } from "vitest";
import { askEndpoint, bearer, errorOf, outcome } from "../../../e2e/support/scenes/ask-endpoint";
import { type EndpointScene, useEndpointScenes } from "../../../e2e/support/scenes/endpoint-scene";
import { newId } from "../../platform/ids";
import { listSearchResults } from "../endpoints";
import { indexTexts } from "./index-texts";

const { database, world, createScene } = useEndpointScenes();

interface Page {
  data: { id: string; kind: string; roomId: string; title: string | null; excerpt: string }[];
  nextCursor: string | null;
}

async function say(roomId: string | undefined, body: string): Promise<string> {
  const id = newId("msg");
  await database.query(
    "INSERT INTO messages (id, room_id, body, created_at, updated_at) VALUES ($1, $2, $3, now(), now())",
    [id, roomId, body],
  );
  return id;
}

async function find(token: string, query: string): Promise<Page> {
  const answer = await askEndpoint(listSearchResults, {}, bearer(token), { query });
  expect(outcome(answer)).toEqual([200, "ok"]);
  return JSON.parse(answer.body ?? "") as Page;
}
const listIds = async (token: string, query: string) => (await find(token, query)).data.map(({ id }) => id);

/** A word in one text of each kind, and in a comment. */
async function writeEverywhere({ params }: EndpointScene, word: string): Promise<void> {
  const { messageId, taskId, recordId, fileId, roomId } = params;
  await database.query("UPDATE messages SET body = $2 WHERE id = $1", [messageId, `so ${word}, said`]);
  await database.query("UPDATE tasks SET title = $2 WHERE id = $1", [taskId, `Do ${word}`]);
  await database.query("UPDATE records SET title = 'Minutes', content = $2 WHERE id = $1", [recordId, `- ${word}`]);
  await database.query("UPDATE files SET file_name = $2 WHERE id = $1", [fileId, `${word}.pdf`]);
  await database.query(
    `INSERT INTO record_comments (id, record_id, room_id, body, draft_key, created_at, updated_at)
     VALUES ($1, $2, $3, $4, convert_to($1, 'UTF8'), now(), now())`,
    [newId("cmt"), recordId, roomId, word],
  );
}

describe("200", () => {
  test("finds what the scopes of the token may read", async () => {
    const scopes = ["rooms:read", "messages:read", "tasks:read", "records:read", "files:read"];
    const scene = await createScene({ scopes });
    await writeEverywhere(scene, "quokka");
    const { data, nextCursor } = await find(scene.token, "?q=QUOK");
    expect(nextCursor).toBeNull();
    expect(data.map(({ kind }) => kind).sort()).toEqual(["file", "message", "record", "task"]);
    expect(new Set(data.map(({ roomId }) => roomId))).toEqual(new Set([scene.params["roomId"]]));
    expect(data.find(({ kind }) => kind === "message")).toMatchObject({ title: null, excerpt: "so quokka, said" });
    expect(data.find(({ kind }) => kind === "record")).toMatchObject({ title: "Minutes" });
    for (const scope of scopes.slice(1)) {
      const { token } = await world.accessToken({ ...scene, scopes: ["rooms:read", scope] });
      const found = await find(token, "?q=quokka");
      expect(found.data.map(({ kind }) => `${kind}s:read`)).toEqual([scope]);
    }
    const { token } = await world.accessToken({ ...scene, scopes: ["rooms:read"] });
    expect((await find(token, "?q=quokka")).data).toEqual([]);
  });

  test("finds nothing of another tenant, of a room without a seat, or of direct messages", async () => {
    const [mine, foreign] = [await createScene(), await createScene()];
    const hidden = await world.room({ organizationId: mine.organizationId, billingEntityId: mine.billingEntityId });
    const direct = await world.room({
      organizationId: mine.organizationId,
      billingEntityId: mine.billingEntityId,
      roomType: 1,
    });
    const elsewhere = await world.organization();
    await world.join(elsewhere.id, mine.userId);
    const other = await world.room({ organizationId: elsewhere.id, billingEntityId: elsewhere.billingEntityId });
    for (const room of [direct, other]) await world.enter(room.id, mine.userId);
    const seen = await say(mine.params["roomId"], "wombat");
    const unseen = [foreign.params["roomId"], hidden.id, direct.id, other.id];
    for (const roomId of unseen) await say(roomId, "wombat");
    await indexTexts();
    expect(await listIds(mine.token, "?q=wombat")).toEqual([seen]);
    for (const roomId of unseen) expect(await listIds(mine.token, `?q=wombat+in:${roomId}`)).toEqual([]);
  });

  test("an organization's key finds what is in its rooms, and nobody's direct messages", async () => {
    const [mine, foreign] = [await createScene(), await createScene()];
    const { organizationId, billingEntityId } = mine;
    const { key } = await world.apiKey({ organizationId, billingEntityId });
    const unseated = await world.room({ organizationId, billingEntityId });
    const direct = await world.room({ organizationId, billingEntityId, roomType: 1 });
    const seen = [await say(mine.params["roomId"], "numbat"), await say(unseated.id, "numbat")];
    for (const roomId of [direct.id, foreign.params["roomId"]]) await say(roomId, "numbat");
    expect(new Set(await listIds(key, "?q=numbat"))).toEqual(new Set(seen));
    expect(await listIds(key, "?q=numbat+from:me")).toEqual([]);
  });

  test("pages from the newest on, each text once", async () => {
    const scene = await createScene();
    const said: string[] = [];
    for (let n = 0; n < 7; n += 1) said.unshift(await say(scene.params["roomId"], `bilby ${n}`));
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await find(scene.token, `?q=bilby&limit=3${cursor === null ? "" : `&cursor=${cursor}`}`);
      expect(page.data.length).toBeLessThanOrEqual(3);
      found.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(found).toEqual(said);
  });

  test.each(["%25", "_", "(", "%5C", "in:", "from:%22", "%22", "a:*+%26+!b", "%F0%9F%A6%98"])(
    "takes %s for letters",
    async (q) => {
      const scene = await createScene();
      await say(scene.params["roomId"], "potoroo");
      expect(await listIds(scene.token, `?q=${q}`)).toEqual([]);
    },
  );
});

test.each([
  ["", "q"],
  ["?q=", "q"],
  [`?q=${"x".repeat(201)}`, "q"],
  ["?q=a%00b", "q"],
  ["?q=a&limit=201", "limit"],
  ["?q=a&cursor=bm8", "cursor"],
])("400 %s", async (query, path) => {
  const scene = await createScene();
  const answer = await askEndpoint(listSearchResults, {}, bearer(scene.token), { query: query || "?" });
  expect(outcome(answer)).toEqual([400, "validation_error"]);
  expect(errorOf(answer).details?.["issues"]).toMatchObject([{ path: `query.${path}` }]);
});

test("400 for the cursor of another search", async () => {
  const scene = await createScene();
  for (let n = 0; n < 2; n += 1) await say(scene.params["roomId"], "quoll");
  const { nextCursor } = await find(scene.token, "?q=quoll&limit=1");
  const answer = await askEndpoint(listSearchResults, {}, bearer(scene.token), {
    query: `?q=bandicoot&cursor=${nextCursor}`,
  });
  expect(outcome(answer)).toEqual([400, "validation_error"]);
});
