import { PrismaPg } from "@prisma/adapter-pg";
import { type CustomTypesConfig, Pool, type PoolClient, types } from "pg";
import { PrismaClient } from "../../prisma/client/client";
import { env } from "./env";
import { log } from "./log";
import { shared } from "./shared";

/**
 * Statements here find few rows by their keys. A plan that was made while a table was small must not go on reading the
 * whole of it: with these the planner keeps to indexes and nested loops, and plans a statement once a connection.
 */
const SETTINGS = [
  "timezone=UTC",
  "statement_timeout=30000",
  "lock_timeout=10000",
  "plan_cache_mode=force_generic_plan",
  "random_page_cost=1.1",
  "enable_seqscan=off",
  "enable_hashjoin=off",
  "enable_mergejoin=off",
  "jit=off",
];

// pg names the types of single values only.
const TEXT_ARRAY: number = 1009;

/** Our tables know instants only (timestamptz), so a timestamp without a zone is one that `isoText` has asked for. */
const PARSERS: CustomTypesConfig = {
  getTypeParser(oid, format) {
    const type: number = oid;
    if (type === types.builtins.TIMESTAMP) return writeIsoText;
    return type === TEXT_ARRAY ? readTextArray : types.getTypeParser(oid, format);
  },
};

const parseArray: (text: string) => unknown = types.getTypeParser(TEXT_ARRAY, "text");

/** Lists of plain words (scopes, above all) need no parser that goes by characters; quoted ones, NULL and nests do. */
function readTextArray(text: string): unknown {
  const inner = text.slice(1, -1);
  if (/["\\{]|NULL/.test(inner)) return parseArray(text);
  return inner === "" ? [] : inner.split(",");
}

/** One pool for everything in this process: our prepared statements, Prisma's queries, both module graphs. */
export function pool(): Pool {
  return shared("pool", () => {
    const made = new Pool({
      connectionString: env().DATABASE_URL,
      max: env().DATABASE_POOL_MAX,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      types: PARSERS,
      // Statements that do not wait for each other go out together.
      pipeline: true,
      options: SETTINGS.map((setting) => `-c ${setting}`).join(" "),
    });
    // Without a listener a broken idle connection (PostgreSQL restarted) would end the process.
    made.on("error", (error) => log().warn({ error }, "an idle database connection broke"));
    return made;
  });
}

/** Prisma, for everything that is not hot. */
export function db(): PrismaClient {
  return shared("prisma", () => new PrismaClient({ adapter: new PrismaPg(pool()) }));
}

export interface Executor {
  /** Runs a named statement, prepared once a connection. A name belongs to one text. */
  sql<Row>(name: string, text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Transaction extends Executor {
  /** A statement that travels with COMMIT: what is written needs no row of it, and its failure undoes everything. */
  last<Row>(name: string, text: string, values: readonly unknown[], read?: (rows: Row[]) => void): void;
  /** For what may only happen once the rows are on disk: waking a worker, filling a cache. */
  afterCommit(effect: () => void): void;
}

type Queryable = Pick<PoolClient, "query">;

async function run<Row>(on: Queryable, name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
  const result = await on.query({ name, text, values: [...values] });
  return result.rows as Row[];
}

export function sql<Row>(name: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return run<Row>(pool(), name, text, values);
}

export async function transaction<T>(work: (tx: Transaction) => T | Promise<T>): Promise<T> {
  const effects: (() => void)[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  const client = await pool().connect();
  let broken: Error | undefined;
  // Between two statements nobody else listens: a connection that breaks there (PostgreSQL restarted) would end the process.
  const noteBreak = (error: Error): void => {
    broken = error;
  };
  client.on("error", noteBreak);
  let result: T;
  try {
    gatherWrites(client);
    // Not waited for: it travels with the first statement, and whatever breaks it breaks that one too.
    const begun = client.query("BEGIN");
    begun.catch(() => undefined);
    result = await work({
      sql: (name, text, values = []) => run(client, name, text, values),
      last: (name, text, values, read) =>
        closing.push(async () => {
          const rows = await run<never>(client, name, text, values);
          read?.(rows);
        }),
      afterCommit: (effect) => effects.push(effect),
    });
    await begun;
    await commit(client, closing);
  } catch (error) {
    await client.query("ROLLBACK").catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error("ROLLBACK failed");
    });
    throw error;
  } finally {
    client.off("error", noteBreak);
    // A connection whose state is unknown never goes back into the pool.
    client.release(broken);
  }
  runEffects(effects);
  return result;
}

/** What is sent in this turn leaves in one piece: a system call costs more than many a statement. */
function gatherWrites({ connection: { stream } }: PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The last statements and COMMIT are one journey. After a failed statement PostgreSQL answers COMMIT with ROLLBACK. */
async function commit(client: PoolClient, closing: readonly (() => Promise<unknown>)[]): Promise<void> {
  gatherWrites(client);
  const sent = closing.map((send) => send());
  const [{ command }] = await Promise.all([client.query("COMMIT"), ...sent]);
  if (command !== "COMMIT") throw new Error("A transaction was not committed.");
}

/** What is committed stays committed: an effect that fails is told to the log, not to the caller. */
function runEffects(effects: readonly (() => void)[]): void {
  for (const effect of effects) {
    try {
      effect();
    } catch (error) {
      log().error({ error }, "an effect after commit failed");
    }
  }
}

/**
 * Timestamps that only pass through become ISO text without a Date between: on a list that is half of Node's time.
 * PostgreSQL's to_char would cost it a microsecond each; its own output needs a letter changed and one added.
 */
export function isoText(column: string): string {
  return `${column}::timestamp`;
}

/** "2026-11-21 05:04:03.12", as PostgreSQL writes it, zeros at the end left away → "2026-11-21T05:04:03.120Z" */
function writeIsoText(text: string): string {
  const middle = text.indexOf(" ");
  const end = middle + 9;
  return `${text.slice(0, middle)}T${text.slice(middle + 1, end)}.${text.slice(end + 1).padEnd(3, "0")}Z`;
}

export async function closeDatabase(): Promise<void> {
  await pool().end();
}
