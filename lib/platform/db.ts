import { PrismaPg } from "@prisma/adapter-pg";
import { Pool, type PoolClient } from "pg";
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

/** One pool for everything in this process: our prepared statements, Prisma's queries, both module graphs. */
export function pool(): Pool {
  return shared("pool", () => {
    const made = new Pool({
      connectionString: env().DATABASE_URL,
      max: env().DATABASE_POOL_MAX,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
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

export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = [];
  const client = await pool().connect();
  let broken: Error | undefined;
  // Between two statements nobody else listens: a connection that breaks there (PostgreSQL restarted) would end the process.
  const noteBreak = (error: Error): void => {
    broken = error;
  };
  client.on("error", noteBreak);
  let result: T;
  try {
    await client.query("BEGIN");
    result = await work({
      sql: (name, text, values = []) => run(client, name, text, values),
      afterCommit: (effect) => effects.push(effect),
    });
    await client.query("COMMIT");
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

/** Timestamps that only pass through are made text by PostgreSQL: Date objects for rows double Node's time on a list. */
export function isoText(column: string): string {
  return `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

export async function closeDatabase(): Promise<void> {
  await pool().end();
}
