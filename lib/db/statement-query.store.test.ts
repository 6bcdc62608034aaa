import pg, { type Query, type QueryResult } from "pg";
import { expect, test, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { env } from "../platform/env";
import { createStatementQuery } from "./statement-query";

useTestDatabase();

type Ask = (asked: Query, done: (error: Error | null, result: QueryResult) => void) => void;

async function open() {
  const client = new pg.Client({ connectionString: env().DATABASE_URL, pipeline: true });
  await client.connect();
  const describe = vi.spyOn(client.connection, "describe");
  const run = (name: string, text: string, values: unknown[] = []) =>
    new Promise<unknown[]>((resolve, reject) => {
      const done = (error: Error | null, result: QueryResult) => (error ? reject(error) : resolve(result.rows));
      (client.query as Ask).call(client, createStatementQuery(name, text, values), done);
    });
  return { client, run, describe };
}

test("columns are described once a connection and statement, and read alike each time", async () => {
  const { client, run, describe } = await open();
  const text = "SELECT $1::int AS n, $2::text[] AS list, $3::timestamptz AS at, NULL::text AS nothing";
  const at = new Date("2026-11-24T01:02:03.456Z");
  const read = (n: number) => run("read_all", text, [n, ["a", "b"], at]);
  expect(await read(1)).toEqual([{ n: 1, list: ["a", "b"], at, nothing: null }]);
  expect(await Promise.all([read(2), read(3)])).toEqual(
    [2, 3].map((n) => [{ n, list: ["a", "b"], at, nothing: null }]),
  );
  expect(describe).toHaveBeenCalledTimes(1);
  expect(await run("other", "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  expect(describe).toHaveBeenCalledTimes(2);
  await client.end();
});

test("a statement without columns, and one that failed, run again", async () => {
  const { client, run, describe } = await open();
  await client.query("CREATE TEMP TABLE kept (n int)");
  const keep = (n: number) => run("keep", "INSERT INTO kept VALUES ($1)", [n]);
  expect(await keep(1)).toEqual([]);
  expect(await keep(2)).toEqual([]);
  expect(describe).toHaveBeenCalledTimes(1);
  const divide = (n: number) => run("divide", "SELECT 6 / $1::int AS n", [n]);
  await expect(divide(0)).rejects.toThrow("division by zero");
  expect(await divide(2)).toEqual([{ n: 3 }]);
  await expect(divide(0)).rejects.toThrow("division by zero");
  expect(await divide(3)).toEqual([{ n: 2 }]);
  expect(await run("count_kept", "SELECT count(*)::int AS n FROM kept")).toEqual([{ n: 2 }]);
  await client.end();
});

test("rows of a changed table are refused and never read by the old columns", async () => {
  const { client, run } = await open();
  await client.query("CREATE TEMP TABLE changing (n int)");
  await client.query("INSERT INTO changing VALUES (1)");
  const read = () => run("read_changing", "SELECT * FROM changing");
  expect(await read()).toEqual([{ n: 1 }]);
  await client.query("ALTER TABLE changing ALTER n TYPE text");
  await expect(read()).rejects.toThrow("cached plan must not change result type");
  await client.end();
});
