import type { PoolClient, QueryConfig, QueryResult } from "pg";
import { isPooled } from "./env";
import { log } from "./log";
import { pool, releaseConnection } from "./pool";
import { borrowModels, type Models, prisma } from "./prisma";
import { outsideSpans } from "./spans";
import type { Statement } from "./statement";

type Query = <Values extends readonly unknown[], Row>(
  statement: Statement<Values, Row>,
  values: Values,
) => Promise<Row[]>;

export interface Executor {
  readonly query: Query;
  /** For everything that is not hot. */
  readonly prisma: Models;
}

export interface Transaction extends Executor {
  /** A statement that travels with COMMIT: its rows are not needed before, and its failure undoes everything. */
  queryLast<Values extends readonly unknown[], Row>(
    statement: Statement<Values, Row>,
    values: Values,
    read?: (rows: Row[]) => void,
  ): void;
  /** For what may only happen once the rows are on disk: waking a worker, filling a cache. */
  afterCommit(effect: () => void): void;
}

export const query: Query = async (statement, values) => {
  const client = await pool().connect();
  try {
    return await run(client, statement, values);
  } finally {
    releaseConnection(client);
  }
};

/** Outside a transaction. */
export const database: Executor = {
  query,
  get prisma() {
    return prisma();
  },
};

export const PLAN_BY_INDEX = "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off";
export const PLAN_FREELY = "RESET enable_seqscan; RESET enable_hashjoin; RESET enable_mergejoin";

/**
 * Statements find few rows by their keys. Their first plan on a connection keeps to indexes and nested loops: a plan
 * made while a table was small must not go on reading the whole of it. Later plans follow an ANALYZE, which knows better.
 * Behind a pooler the next statement may run on another connection, and the settings would reach a stranger's.
 */
function run<Values extends readonly unknown[], Row>(
  client: PoolClient,
  { name, text }: Statement<Values, Row>,
  values: Values,
): Promise<Row[]> {
  const planned = plannedStatements(client);
  const isFirst = !planned.has(name) && !isPooled();
  if (isFirst) {
    planned.add(name);
    send(client, PLAN_BY_INDEX);
  }
  const answering = answerOf<Row>(client, { name, text, values: [...values] });
  if (isFirst) send(client, PLAN_FREELY);
  return answering;
}

/** By callback: rows that come by pg's own promise stay until a major collection, and double the collector's work. */
function answerOf<Row>(client: PoolClient, config: QueryConfig): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    client.query(config, (error: Error | null, result: QueryResult) => {
      if (error) reject(error);
      else resolve(result.rows as Row[]);
    });
  });
}

const plannedOn = new WeakMap<PoolClient, Set<string>>();

function plannedStatements(client: PoolClient): Set<string> {
  const planned = plannedOn.get(client) ?? new Set<string>();
  plannedOn.set(client, planned);
  return planned;
}

/** Not waited for: it travels beside a statement, and whatever breaks it breaks that one too. */
function send(client: PoolClient, text: string): void {
  client.query(text).catch(() => undefined);
}

export async function transaction<T>(work: (tx: Transaction) => T | Promise<T>): Promise<T> {
  const effects: (() => void)[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  const client = await pool().connect();
  const borrowed = borrowModels(client);
  let broken: Error | undefined;
  let result: T;
  try {
    gatherWrites(client);
    const begun = client.query("BEGIN");
    begun.catch(() => undefined);
    result = await work({
      query: (statement, values) => run(client, statement, values),
      queryLast: (statement, values, read) =>
        closing.push(async () => {
          const rows = await run(client, statement, values);
          read?.(rows);
        }),
      prisma: borrowed.models,
      afterCommit: (effect) => effects.push(effect),
    });
    await begun;
    await borrowed.end();
    await commit(client, closing);
  } catch (error) {
    await borrowed.end().catch(() => undefined);
    await client.query("ROLLBACK").catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error("ROLLBACK failed");
    });
    throw error;
  } finally {
    releaseConnection(client, broken);
  }
  outsideSpans(() => runEffects(effects));
  return result;
}

/** Statements sent in the same turn leave in one piece: a system call costs more than many a statement. */
function gatherWrites({ connection: { stream } }: PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The last statements and COMMIT are one journey. After a failed statement PostgreSQL answers COMMIT with ROLLBACK. */
async function commit(client: PoolClient, closing: readonly (() => Promise<unknown>)[]): Promise<void> {
  gatherWrites(client);
  const sent = closing.map((sendLast) => sendLast());
  const [{ command }] = await Promise.all([client.query("COMMIT"), ...sent]);
  if (command !== "COMMIT") throw new Error("A transaction was not committed.");
}

/** A commit is final: an effect that fails is written to the log, and the caller does not hear of it. */
function runEffects(effects: readonly (() => void)[]): void {
  for (const effect of effects) {
    try {
      effect();
    } catch (error) {
      log().error({ error }, "an effect after commit failed");
    }
  }
}
