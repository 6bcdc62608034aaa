import { expect, test } from "vitest";
import { askEndpoint } from "../../e2e/support/scenes/ask-endpoint";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { readFacts } from "../audit/request-facts";
import { REGISTRY } from "../docs/surface/registry";

const database = useTestDatabase();
const world = createWorld(database);

const LIMIT = 20_000;
const listRooms = REGISTRY.find(({ operationId }) => operationId === "listRooms");
const readRoom = REGISTRY.find(({ operationId }) => operationId === "readRoom");

async function createKey() {
  const user = await world.user();
  const organization = await world.organization();
  await world.join(organization.id, user.id, 30);
  const { id, key } = await world.apiKey({
    organizationId: organization.id,
    billingEntityId: organization.billingEntityId,
  });
  return { id, entityId: organization.billingEntityId, headers: { authorization: `Bearer ${key}` } };
}

const ask = (headers: Record<string, string>, endpoint = listRooms, params: Record<string, string> = {}) => {
  if (!endpoint) throw new Error("The registry has it.");
  return askEndpoint(endpoint, params, headers);
};

const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

const readRows = (entityId: string) =>
  database.query<{ status: number; units: number; facts: string }>(
    `SELECT d.status, a.units_cost AS units, d.facts FROM request_details d JOIN audit_log a ON a.request_id = d.request_id
     WHERE d.billing_entity_id = $1`,
    [entityId],
  );

const readLedger = (entityId: string) =>
  database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [entityId]);

test("40 reads at once where 15 fit: 15 succeed, and headers, rows and ledger agree", async () => {
  const { entityId, headers } = await createKey();
  await world.useUpUnits(entityId, LIMIT - 15);
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(headers)));
  const passed = answers.filter(({ status }) => status === 200);
  expect(passed).toHaveLength(15);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
  const expected = Array.from({ length: 15 }, (_, n) => LIMIT - 14 + n);
  expect(sorted(passed.map((answer) => Number(answer.headers["svc-api-units-used"])))).toEqual(expected);
  const rows = await readRows(entityId);
  const charged = rows.filter(({ status }) => status === 200);
  expect(charged.map(({ units }) => units)).toEqual(expected.map(() => 1));
  expect(sorted(charged.map(({ facts }) => readFacts(facts).u?.[1] ?? 0))).toEqual(expected);
  expect(rows.filter(({ status, units }) => status === 429 && units === 0)).toHaveLength(25);
  expect(await readLedger(entityId)).toEqual([{ confirmed: LIMIT, reserved: 0 }]);
});

test("charges 60 reads at once without a reservation, and numbers their rows", async () => {
  const { entityId, headers } = await createKey();
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(headers)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const expected = Array.from({ length: 60 }, (_, n) => n + 1);
  const used = (await readRows(entityId)).map(({ facts }) => readFacts(facts).u ?? []);
  expect(sorted(used.map(([, count]) => Number(count)))).toEqual(expected);
  expect(used.map(([limit, , cost]) => [limit, cost])).toEqual(used.map(() => [LIMIT, 1]));
  expect(await readLedger(entityId)).toEqual([{ confirmed: 60, reserved: 0 }]);
  const held = await database.query("SELECT FROM unit_reservations WHERE billing_entity_id = $1", [entityId]);
  expect(held).toEqual([]);
});

test("neighbours of an entity at its limit are charged in the same moment", async () => {
  const [spent, other] = [await createKey(), await createKey()];
  await world.useUpUnits(spent.entityId, LIMIT);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => ask(n % 2 === 0 ? spent.headers : other.headers)),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, n) => (n % 2 === 0 ? 429 : 200)));
  expect(await readLedger(spent.entityId)).toEqual([{ confirmed: LIMIT, reserved: 0 }]);
  expect(await readLedger(other.entityId)).toEqual([{ confirmed: 15, reserved: 0 }]);
});

test("a key's own budget holds for a crowd of reads, and counts what they cost", async () => {
  const { id, entityId, headers } = await createKey();
  await database.query("UPDATE api_keys SET monthly_units_max = 10 WHERE id = $1", [id]);
  const answers = await Promise.all(Array.from({ length: 25 }, () => ask(headers)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  const refused = answers.filter(({ status }) => status === 429).map(({ body }) => JSON.parse(body ?? ""));
  expect(refused.map(({ error }) => error.details.scope)).toEqual(refused.map(() => "key"));
  const ledger = await database.query(
    "SELECT confirmed, reserved, key_units FROM unit_ledger WHERE billing_entity_id = $1",
    [entityId],
  );
  expect(ledger).toEqual([{ confirmed: 10, reserved: 0, key_units: { [id]: 10 } }]);
});

test("a read that fails costs nothing, and without units left its answer is still the 429", async () => {
  const { entityId, headers } = await createKey();
  const missing = { roomId: "room_00000000000000000000000000" };
  expect((await ask(headers, readRoom, missing)).status).toBe(404);
  expect(await readRows(entityId)).toMatchObject([{ status: 404, units: 0 }]);
  await world.useUpUnits(entityId, LIMIT);
  expect((await ask(headers)).status).toBe(429);
});
