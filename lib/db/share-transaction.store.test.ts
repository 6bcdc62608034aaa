import { beforeEach, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { shareTransaction } from "./share-transaction";
import { column, integer, type SharedStatement, statement, text } from "./statement";
import type { Transaction } from "./transaction";

const database = useTestDatabase();

const ADD = statement({
  name: "add_rooms",
  params: { names: column(text), entityIds: column(text) },
  row: { name: text, transaction: text },
  text: (p) => `
    INSERT INTO rooms (id, name, billing_entity_id, created_at, updated_at)
    SELECT name, name, entity_id, now(), now() FROM unnest(${p.names}::text[], ${p.entityIds}::text[]) AS r(name, entity_id)
    RETURNING name, pg_current_xact_id()::text AS transaction`,
});
const DIVIDE = statement({
  name: "divide",
  params: { divisor: integer },
  row: {},
  text: (p) => `SELECT 1 / ${p.divisor}::int`,
});
const END_CONNECTION = statement({
  name: "end_connection",
  row: {},
  text: "SELECT pg_terminate_backend(pg_backend_pid())",
});

let runs: number[] = [];
let entities = 0;
let entityId = "";
beforeEach(async () => {
  runs = [];
  entities += 1;
  entityId = `bil_${entities}`;
  await database.query("INSERT INTO billing_entities (id, kind, created_at) VALUES ($1, 'ORGANIZATION', now())", [
    entityId,
  ]);
});

const addRooms: SharedStatement<{ name: string; entityId: string }, string> = {
  name: "add_rooms",
  run: async (query, items) => {
    runs.push(items.length);
    const rows = await query(ADD, {
      names: items.map(({ name }) => name),
      entityIds: items.map((item) => item.entityId),
    });
    return items.map(({ name }) => rows.find((row) => row.name === name)?.transaction ?? "");
  },
};

const nameOf = (name: string) => `${entityId} ${name}`;
const add = (tx: Transaction, name: string, at = entityId) => tx.shared(addRooms, { name: nameOf(name), entityId: at });
const readNames = async () => {
  const rows = await database.query<{ name: string }>(
    "SELECT name FROM rooms WHERE starts_with(name, $1) ORDER BY name",
    [`${entityId} `],
  );
  return rows.map(({ name }) => name.slice(entityId.length + 1));
};
const share = (works: readonly ((tx: Transaction) => Promise<unknown>)[]) =>
  Promise.allSettled(works.map(shareTransaction));
const good = (name: string) => (tx: Transaction) => add(tx, name);
const statuses = (ended: readonly PromiseSettledResult<unknown>[]) => ended.map(({ status }) => status);
const valuesOf = (ended: readonly PromiseSettledResult<unknown>[]) =>
  ended.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));

test("runs concurrent writes in one transaction, and what they share as one statement", async () => {
  const reading = async (tx: Transaction) => {
    await tx.query(DIVIDE, { divisor: 1 });
    await tx.query(DIVIDE, { divisor: 2 });
    return add(tx, "c");
  };
  const ended = await share([good("a"), reading, good("b")]);
  expect(statuses(ended)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  expect([new Set(valuesOf(ended)).size, runs, await readNames()]).toEqual([1, [3], ["a", "b", "c"]]);
});

test("splits too many writes over several transactions, each done once", async () => {
  const names = Array.from({ length: 150 }, (_, n) => String(n).padStart(3, "0"));
  expect(new Set(statuses(await share(names.map(good))))).toEqual(new Set(["fulfilled"]));
  expect(await readNames()).toEqual(names);
  expect(runs.reduce((sum, items) => sum + items, 0)).toBe(150);
});

test("leaves other writes alone when one fails or ends before it writes", async () => {
  const ended = await share([
    good("a"),
    () => Promise.reject(new Error("not this one")),
    async () => "read",
    good("b"),
  ]);
  expect(statuses(ended)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(ended[1]).toMatchObject({ reason: { message: "not this one" } });
  expect([runs, await readNames()]).toEqual([[2], ["a", "b"]]);
});

test.each<[string, (tx: Transaction) => Promise<unknown>, RegExp]>([
  ["a row that PostgreSQL refuses", (tx) => add(tx, "bad", "bil_missing"), /foreign key/],
  [
    "a failure after writing",
    (tx) => add(tx, "bad").then(() => Promise.reject(new Error("changed its mind"))),
    /its mind/,
  ],
  ["a last statement that fails", async (tx) => tx.queryLast(DIVIDE, { divisor: 0 }), /division by zero/],
  ["a statement that fails before writing", (tx) => tx.query(DIVIDE, { divisor: 0 }), /division by zero/],
])("%s fails alone, and the others are written once", async (_name, bad, reason) => {
  const told: string[] = [];
  const telling = (name: string) => async (tx: Transaction) => {
    tx.afterCommit(() => told.push(name));
    return add(tx, name);
  };
  const ended = await share([
    telling("a"),
    async (tx) => {
      const done = bad(tx);
      await done;
      tx.afterCommit(() => told.push("bad"));
    },
    telling("b"),
  ]);
  expect(statuses(ended)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(String((ended[1] as PromiseRejectedResult).reason)).toMatch(reason);
  expect([await readNames(), told.sort()]).toEqual([
    ["a", "b"],
    ["a", "b"],
  ]);
});

test("undoes all writes on a lost connection, without trying again", async () => {
  const ended = await share([good("a"), (tx) => add(tx, "bad").then(() => tx.query(END_CONNECTION)), good("b")]);
  expect(statuses(ended)).toEqual(["rejected", "rejected", "rejected"]);
  expect([runs, await readNames()]).toEqual([[3], []]);
});

test("does not retry a write whose COMMIT lost its connection", async () => {
  let tries = 0;
  const counted = (name: string) => (tx: Transaction) => {
    tries += 1;
    return add(tx, name);
  };
  const ended = await share([counted("a"), async (tx) => tx.queryLast(END_CONNECTION), counted("b")]);
  expect([statuses(ended), tries]).toEqual([["rejected", "rejected", "rejected"], 2]);
  expect(await readNames()).toEqual([]);
});

test("merges last statements of one kind, and gives each caller its own result", async () => {
  const read: string[] = [];
  const last = (name: string) => async (tx: Transaction) => {
    const item = { name: nameOf(name), entityId };
    tx.queryLast(addRooms, item, (transaction) => read.push(transaction));
  };
  await share([last("a"), last("b")]);
  expect([runs, new Set(read).size, read.length, await readNames()]).toEqual([[2], 1, 2, ["a", "b"]]);
});

test("refuses Prisma's models in a shared transaction", async () => {
  await expect(shareTransaction(async (tx) => tx.prisma.user.count())).rejects.toThrow("are statements");
});
