import { expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { ensureAuditPartitions } from "../retention";
import { LOGGED_ROW, ROW_VERSION, writeCanonicalRow } from "./canonical-row.sql";

const database = useTestDatabase();
const toCamel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** JSON escapes control characters, the quote and the backslash, and nothing else. */
const CODES = [...Array.from({ length: 36 }, (_, code) => code + 1), 0x5c, 0x7f, 0xe9, 0x2028, 0xffff, 0x1f600];

test("the hash covers every column of the log", async () => {
  const columns = await database.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'audit_log'",
  );
  expect(Object.keys(LOGGED_ROW).sort()).toEqual(columns.map(({ name }) => toCamel(name)).sort());
});

test("writes rows as JSON.stringify does, with any character in any text", async () => {
  await ensureAuditPartitions();
  const texts = Object.entries(LOGGED_ROW).filter(([, { type }]) => type === "text");
  const columns = texts.map(([name]) => toSnake(name));
  const values = texts.map(
    ([name, { isNullable }]) =>
      `CASE WHEN changed = '${toSnake(name)}' THEN 'a' || chr(code) || 'b'
        WHEN code % 2 = 0 OR ${!isNullable} THEN 'plain' END`,
  );
  await database.query(
    `INSERT INTO audit_log (at, status, duration_ms, details, ${columns.join(", ")})
     SELECT date_trunc('day', now()) + (ARRAY[-1, 0, 1, 20, 300, 999])[1 + code % 6] * interval '1 ms', 200, nullif(code, 34), CASE WHEN code % 5 = 0 THEN '{"b": "\\\\", "a": [1.50, null]}'::jsonb END, ${values.join(", ")}
     FROM unnest($1::text[]) changed, unnest($2::int[]) code`,
    [columns, CODES],
  );
  const rows = await database.query<Record<string, unknown> & { canonical: string }>(
    `SELECT a.*, ${writeCanonicalRow("'7'")} AS canonical FROM audit_log a`,
  );
  expect(rows).toHaveLength(columns.length * CODES.length);
  const wrong = rows.filter(({ canonical, ...row }) => canonical !== writeAsJavaScript(row));
  expect(wrong.map(({ canonical }) => canonical)).toEqual([]);
});

function writeAsJavaScript(row: Record<string, unknown>): string {
  const { details, ...columns } = row;
  const sorted = details && { a: [1.5, null], b: "\\" };
  const members: [string, unknown][] = Object.entries(columns).map(([name, value]) => [toCamel(name), value]);
  members.push(["details", sorted], ["number", 7], ["version", ROW_VERSION]);
  return JSON.stringify(Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1))));
}
