import pg from "pg";

const pools = new Map<string, pg.Pool>();

/** Only the workers of Playwright share connections: vitest's databases are copied and dropped, which an open one prevents. */
const isBrowserTest = process.env["TEST_WORKER_INDEX"] !== undefined;

export async function runSql<Row>(url: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  if (isBrowserTest) return (await openPool(url).query(text, [...values])).rows as Row[];
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query(text, [...values]);
    return rows as Row[];
  } finally {
    await client.end();
  }
}

function openPool(url: string): pg.Pool {
  const pool =
    pools.get(url) ??
    new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true }).on("error", () => undefined);
  pools.set(url, pool);
  return pool;
}

export interface ConnectedDatabase {
  /** Known once the tests run, not while the file is read. */
  readonly url: string;
  readonly query: <Row = Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  close(): Promise<void>;
}

export function connectDatabase(url: string): ConnectedDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 4 }).on("error", () => undefined);
  return {
    url,
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await pool.query(text, [...values])).rows as Row[],
    close: () => pool.end(),
  };
}
