import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import type { SqlType, Statement } from "./statement";

type AnyStatement = Statement<never>;

const database = useTestDatabase();
const modules = import.meta.glob<Record<string, unknown>>(
  ["/lib/**/*.sql.ts", "/inngest/**/*.sql.ts", "/prisma/seed/**/*.sql.ts", "/prisma/seed.ts"],
  { eager: true },
);
const statements = Object.entries(modules).flatMap(([file, exported]) =>
  Object.values(exported)
    .flatMap((value) => (isGroup(value) ? Object.values(value) : [value]))
    .filter(isStatement)
    .map((statement) => ({ file, statement })),
);

function isStatement(value: unknown): value is AnyStatement {
  return typeof value === "object" && value !== null && "text" in value && "params" in value && "row" in value;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.values(value).every(isStatement);
}

interface Column {
  name: string;
  type: string;
  isNullable: boolean;
}

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("SET enable_seqscan = off");
});
afterAll(() => client.end());

async function describeStatement(text: string): Promise<{ params: string[]; columns: Column[] }> {
  await client.query(`PREPARE checked AS ${text}`);
  const { rows } = await client.query<{ params: string[] }>(
    "SELECT parameter_types::text[] AS params FROM pg_prepared_statements WHERE name = 'checked'",
  );
  await client.query("DEALLOCATE checked");
  const fields = await describeFields(text);
  const columns = fields.map(async ({ name, dataTypeID, tableID, columnID }) => {
    const found = await client.query<{ type: string; isNullable: boolean | null }>(
      `SELECT format_type($1, NULL) AS type,
         (SELECT NOT attnotnull FROM pg_attribute WHERE attrelid = $2 AND attnum = $3) AS "isNullable"`,
      [dataTypeID, tableID, columnID],
    );
    return { name, type: found.rows[0]?.type ?? "", isNullable: found.rows[0]?.isNullable ?? false };
  });
  return { params: rows[0]?.params ?? [], columns: await Promise.all(columns) };
}

function describeFields(text: string): Promise<pg.FieldDef[]> {
  return new Promise((resolve, reject) => {
    let fields: pg.FieldDef[] = [];
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: "", text, types: [] }, true);
        connection.describe({ type: "S", name: "" }, true);
        connection.sync();
      },
      handleRowDescription: (message: { fields: pg.FieldDef[] }) => {
        fields = message.fields;
      },
      handleReadyForQuery: () => resolve(fields),
      handleError: reject,
    } as unknown as pg.Submittable);
  });
}

/** PostgreSQL cannot tell whether a computed column may be NULL. */
function matchesNull(declared: SqlType<unknown> | undefined, { isNullable }: Column): boolean {
  return !isNullable || declared === undefined || declared.isNullable || "isPresent" in declared;
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
}

const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

async function listScannedTables(text: string): Promise<string[]> {
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
  );
  const nodes = rows.flatMap((row) => flatten(row["QUERY PLAN"][0].Plan));
  return nodes.flatMap((node) => (node["Node Type"] === "Seq Scan" ? (node["Relation Name"] ?? []) : []));
}

test("a name belongs to one statement", () => {
  const names = statements.map(({ statement }) => statement.name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe.each(statements)("$statement.name of $file", ({ statement }) => {
  test("has the declared parameters and columns", async () => {
    const { params, columns } = await describeStatement(statement.text);
    expect(params).toEqual(statement.names.map((name) => statement.params[name]?.type));
    const declared = Object.entries(statement.row).map(([name, { type }]) => ({ name, type }));
    expect(columns.map(({ name, type }) => ({ name, type }))).toEqual(declared);
    const unexpected = columns.filter((column) => !matchesNull(statement.row[column.name], column));
    expect(unexpected.map(({ name }) => `${name} may be NULL`)).toEqual([]);
  });

  test("names each parameter in its text", () => {
    const used = new Set<string>();
    const watched = new Proxy({}, { get: (_, name) => used.add(String(name)) && `:${String(name)}:` });
    const text = statement.write(watched);
    expect(text.match(/\$\d+/g)).toBeNull();
    expect([...used].sort()).toEqual([...statement.names].sort());
  });

  test("finds its rows by an index", async () => {
    const scanned = await listScannedTables(statement.text);
    if (statement.readsAll === undefined) expect(scanned).toEqual([]);
    else expect(scanned).not.toEqual([]);
  });
});
