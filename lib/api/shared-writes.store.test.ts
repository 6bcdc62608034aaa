import { expect, test } from "vitest";
import { askEndpoint, bearer, outcome } from "../../e2e/support/scenes/ask-endpoint";
import { type EndpointScene, useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { readFacts } from "../audit/request-facts";
import { REGISTRY } from "../docs/surface/registry";
import { limitMonthlyUnits, UNITS } from "../platform/limits";

const { database, world, createScene } = useEndpointScenes();
const POSTS = 8;
const COST = UNITS.restWrite;

function post({ params, token }: EndpointScene, body: object, headers: Record<string, string> = {}) {
  const endpoint = REGISTRY.find(({ operationId }) => operationId === "createMessage");
  if (!endpoint) throw new Error("The registry has it.");
  return askEndpoint(endpoint, params, { ...bearer(token), ...headers }, { body });
}

const postMany = (scene: EndpointScene, name: string) =>
  Array.from({ length: POSTS }, (_, n) => post(scene, { body: `${name} ${n}` }, { "x-request-id": `${name}.${n}` }));

const readPosts = ({ params }: EndpointScene) =>
  database.query<{ id: string; body: string; via: string; eventId: string }>(
    `SELECT m.id, m.body, m.via_request_id AS via, e.id AS "eventId"
     FROM messages m JOIN events e ON e.room_id = m.room_id AND e.object_id = m.id
     WHERE m.room_id = $1 AND m.via_request_id IS NOT NULL ORDER BY m.body`,
    [params["roomId"]],
  );

const readLedger = ({ billingEntityId }: EndpointScene) =>
  database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [billingEntityId]);

const readRow = async (requestId: string) => {
  const [row] = await database.query<{ entityId: string; units: number; facts: string }>(
    `SELECT d.billing_entity_id AS "entityId", a.units_cost AS units, d.facts
     FROM request_details d JOIN audit_log a ON a.request_id = d.request_id WHERE d.request_id = $1`,
    [requestId],
  );
  return row && { ...row, facts: readFacts(row.facts) };
};

test("writes of two tenants in one moment: each has its own row, event, origin, units and audit row", async () => {
  const scenes = [await createScene(), await createScene()];
  const answers = await Promise.all(scenes.flatMap((scene, n) => postMany(scene, `tenant${n}`)));
  expect(answers.map(outcome)).toEqual(answers.map(() => [201, "ok"]));
  for (const [n, scene] of scenes.entries()) {
    const posts = await readPosts(scene);
    expect(posts.map(({ body, via }) => [body, via])).toEqual(
      Array.from({ length: POSTS }, (_, each) => [`tenant${n} ${each}`, `tenant${n}.${each}`]),
    );
    const used = [];
    for (const { id, via, eventId } of posts) {
      const row = await readRow(via);
      expect(row).toMatchObject({ entityId: scene.billingEntityId, units: COST, facts: { m: id, v: [eventId] } });
      used.push(row?.facts.u?.[1]);
    }
    expect(used.sort((a, b) => Number(a) - Number(b))).toEqual(posts.map((_, each) => COST * (each + 1)));
    expect(await readLedger(scene)).toEqual([{ confirmed: COST * POSTS, reserved: 0 }]);
  }
  const told = answers.map(({ headers }) => Number(headers["svc-api-units-used"]));
  expect(new Set(told.slice(0, POSTS))).toEqual(new Set(told.slice(POSTS)));
});

test("a tenant without units is refused, and its neighbours write once, as often as it comes", async () => {
  const [spent, other] = [await createScene(), await createScene()];
  await world.useUpUnits(spent.billingEntityId, 1_000_000);
  for (const name of ["first", "second"]) {
    const [refused, written] = await Promise.all([
      Promise.all(postMany(spent, `spent ${name}`)),
      Promise.all(postMany(other, name)),
    ]);
    expect(refused.map(outcome)).toEqual(refused.map(() => [429, "api_units_exceeded"]));
    expect(written.map(outcome)).toEqual(written.map(() => [201, "ok"]));
  }
  expect(await readPosts(spent)).toEqual([]);
  expect(await readPosts(other)).toHaveLength(2 * POSTS);
  expect(await readLedger(spent)).toEqual([{ confirmed: 1_000_000, reserved: 0 }]);
  expect(await readLedger(other)).toEqual([{ confirmed: 2 * POSTS * COST, reserved: 0 }]);
});

test("writes as many as the units allow and never passes the ledger", async () => {
  const scene = await createScene();
  const limit = limitMonthlyUnits({ plan: "STANDARD", seats: 50 }) ?? 0;
  await world.useUpUnits(scene.billingEntityId, limit - 3 * COST);
  const answers = await Promise.all(postMany(scene, "few"));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(POSTS - 3);
  expect(await readPosts(scene)).toHaveLength(3);
  expect(await readLedger(scene)).toEqual([{ confirmed: limit, reserved: 0 }]);
});

test("a reply to nothing fails alone and costs nothing", async () => {
  const [scene, other] = [await createScene(), await createScene()];
  const reply = { body: "To whom?", replyToMessageId: other.params["messageId"] };
  const [written, refused] = await Promise.all([Promise.all(postMany(other, "good")), post(scene, reply)]);
  expect(outcome(refused)).toEqual([400, "validation_error"]);
  expect(written.map(outcome)).toEqual(written.map(() => [201, "ok"]));
  expect(await readPosts(other)).toHaveLength(POSTS);
  expect(await readLedger(scene)).toEqual([{ confirmed: 0, reserved: 0 }]);
});

test("stores texts with the syntax of PostgreSQL's arrays unchanged", async () => {
  const scene = await createScene();
  const texts = [
    'a","b',
    "{NULL}",
    "NULL",
    "back\\slash",
    '"',
    "{",
    "}",
    ",",
    "line\nbreak",
    "日本語 🎌",
    "' OR 1=1 --",
  ];
  const answers = await Promise.all(texts.map((body) => post(scene, { body })));
  expect(answers.map(({ body }) => (JSON.parse(body ?? "{}") as { body: string }).body)).toEqual(texts);
});
