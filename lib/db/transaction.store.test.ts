import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { isoText } from "./pool";
import { instant, instantText, integer, narrowed, statement, text, textArray } from "./statement";
import { query, transaction } from "./transaction";

const database = useTestDatabase();

const INSERT = statement({
  name: "add_organization",
  params: { id: text, billingEntityId: text },
  row: {},
  text: (p) =>
    `INSERT INTO organizations (id, name, billing_entity_id, created_at) VALUES (${p.id}, ${p.id}, ${p.billingEntityId}, now())`,
});
const READ_INSTANT = statement({
  name: "read_instant",
  params: { stored: instant },
  row: { at: instantText },
  text: (p) => `SELECT ${isoText(`${p.stored}::timestamptz(3)`)} AS at`,
});
const READ_LIST = statement({
  name: "read_list",
  params: { list: narrowed<readonly (string | null)[]>()(textArray) },
  row: { list: textArray },
  text: (p) => `SELECT ${p.list}::text[] AS list`,
});
const DIVIDE = statement({
  name: "divide",
  params: { divisor: integer },
  row: {},
  text: (p) => `SELECT 1 / ${p.divisor}::int`,
});

async function addEntity(id: string): Promise<void> {
  await database.query("INSERT INTO billing_entities (id, kind, created_at) VALUES ($1, 'ORGANIZATION', now())", [id]);
}

test("the compiler refuses a missing, misspelt, extra or wrong value", () => {
  const calls = () => [
    // @ts-expect-error: no value
    query(DIVIDE),
    // @ts-expect-error: another name
    query(DIVIDE, { by: 1 }),
    // @ts-expect-error: one too many
    query(DIVIDE, { divisor: 1, dividend: 2 }),
    // @ts-expect-error: another type
    query(DIVIDE, { divisor: "1" }),
  ];
  expect(calls).toBeTypeOf("function");
});

const readNames = () => database.query("SELECT name FROM organizations ORDER BY name");

test("a last statement that fails undoes everything, and what was to follow the commit does not happen", async () => {
  await addEntity("bil_a");
  const effects: string[] = [];
  const failing = transaction(async (tx) => {
    await tx.query(INSERT, { id: "first", billingEntityId: "bil_a" });
    tx.queryLast(INSERT, { id: "second", billingEntityId: "bil_missing" });
    tx.queryLast(INSERT, { id: "third", billingEntityId: "bil_a" });
    tx.afterCommit(() => effects.push("told"));
  });
  await expect(failing).rejects.toThrow(/foreign key/);
  expect([await readNames(), effects]).toEqual([[], []]);
});

test("reports a forgotten statement failure instead of a commit", async () => {
  const forgetful = transaction(async (tx) => {
    await tx.query(DIVIDE, { divisor: 0 }).catch(() => undefined);
  });
  await expect(forgetful).rejects.toThrow("not committed");
});

test("the connection is good for the next transaction, and its effects come after its commit", async () => {
  await addEntity("bil_b");
  const seen: unknown[] = [];
  await transaction(async (tx) => {
    await tx.query(INSERT, { id: "whole", billingEntityId: "bil_b" });
    tx.afterCommit(() => void readNames().then((names) => seen.push(names)));
    seen.push(await readNames());
  });
  await expect.poll(() => seen).toEqual([[], [{ name: "whole" }]]);
});

test.each([
  ["2026-11-21 05:04:03.12+00", "2026-11-21T05:04:03.120Z"],
  ["2026-11-21 05:04:03+00", "2026-11-21T05:04:03.000Z"],
  ["2026-11-21 05:04:03.007+09", "2026-11-20T20:04:03.007Z"],
  ["0001-01-01 00:00:00+00", "0001-01-01T00:00:00.000Z"],
])("%s is read as %s", async (stored, read) => {
  expect(await query(READ_INSTANT, { stored })).toEqual([{ at: read }]);
});

test.each([
  [[]],
  [["me:read"]],
  [["me:read", "rooms:read"]],
  [["a,b", 'say "no"', "back\\slash", "{brace}", "", "two words"]],
  [["NULL", null, "null"]],
  [["会議", " edge "]],
])("the list %j comes back as it was stored", async (list) => {
  expect(await query(READ_LIST, { list })).toEqual([{ list }]);
});
