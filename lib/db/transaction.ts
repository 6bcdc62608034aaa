import type { PoolClient, Query, QueryResult } from "pg";
import { isPooled } from "../platform/env";
import { log } from "../platform/log";
import { outsideSpans } from "../platform/spans";
import { pool, releaseConnection } from "./pool";
import { borrowModels, type Models, prisma } from "./prisma";
import type { RunStatement, SharedStatement, Statement, ValuesOf } from "./statement";
import { createStatementQuery } from "./statement-query";

export interface Executor {
  readonly query: RunStatement;
  readonly prisma: Models;
}

export interface Transaction extends Executor {
  shared<Item, Result>(statement: SharedStatement<Item, Result>, item: Item): Promise<Result>;
  /** Sent together with COMMIT: its rows are not needed before, and its failure undoes everything. */
  queryLast<Values>(statement: Statement<Values>, ...values: ValuesOf<Values>): void;
  queryLast<Item, Result>(statement: SharedStatement<Item, Result>, item: Item, read?: (result: Result) => void): void;
  afterCommit(effect: () => void): void;
}

export const query: RunStatement = async (statement, ...[values]) => {
  const client = await pool().connect();
  try {
    return await run(client, statement, values);
  } finally {
    releaseConnection(client);
  }
};

export const database: Executor = {
  query,
  get prisma() {
    return prisma();
  },
};

export const PLAN_BY_INDEX = "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off";
export const PLAN_FREELY = "RESET enable_seqscan; RESET enable_hashjoin; RESET enable_mergejoin";

/**
 * A plan that was made while a table was small must not go on reading the whole of it, so first plans keep to indexes
 * and nested loops. Behind a pooler the settings would reach a stranger's connection.
 */
function run<Values, Row>(
  client: PoolClient,
  { name, text, names }: Statement<Values, Row>,
  values: Values | undefined,
): Promise<Row[]> {
  const planned = plannedStatements(client);
  const isFirst = !planned.has(name) && !isPooled();
  if (isFirst) {
    planned.add(name);
    send(client, PLAN_BY_INDEX);
  }
  const answering = fetchRows<Row>(client, createStatementQuery(name, text, listValues(names, values)));
  if (isFirst) send(client, PLAN_FREELY);
  return answering;
}

function listValues(names: readonly string[], values: unknown): unknown[] {
  const byName = values as Readonly<Record<string, unknown>>;
  return names.map((name) => byName[name]);
}

/** Rows that come by pg's own promise stay until a major collection, and double the collector's work. */
function fetchRows<Row>(client: PoolClient, statementQuery: Query): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const answer = (error: Error | null, result: QueryResult) => {
      if (error) reject(error);
      else resolve(result.rows as Row[]);
    };
    (client.query as (statementQuery: Query, done: typeof answer) => void).call(client, statementQuery, answer);
  });
}

const plannedOn = new WeakMap<PoolClient, Set<string>>();

function plannedStatements(client: PoolClient): Set<string> {
  const planned = plannedOn.get(client) ?? new Set<string>();
  plannedOn.set(client, planned);
  return planned;
}

function send(client: PoolClient, text: string): void {
  client.query(text).catch(() => undefined);
}

export async function transaction<T>(work: (tx: Transaction) => T | Promise<T>): Promise<T> {
  const effects: (() => void)[] = [];
  const client = await pool().connect();
  const borrowed = borrowModels(client);
  const runHere: RunStatement = (statement, ...[values]) => run(client, statement, values);
  const { statements, queryLast } = gatherLast(runHere);
  let broken: Error | undefined;
  let result: T;
  try {
    gatherWrites(client);
    const begun = client.query("BEGIN");
    begun.catch(() => undefined);
    result = await work({
      query: runHere,
      shared: (statement, item) => runAlone(runHere, statement, item),
      queryLast,
      prisma: borrowed.models,
      afterCommit: (effect) => effects.push(effect),
    });
    await begun;
    await borrowed.end();
    await commit(client, statements);
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

async function runAlone<Item, Result>(
  query: RunStatement,
  statement: SharedStatement<Item, Result>,
  item: Item,
): Promise<Result> {
  const [result] = await statement.run(query, [item]);
  return result as Result;
}

interface Gathered {
  items: never[];
  reads: (((result: never) => void) | undefined)[];
}

type Last = Statement<never> | SharedStatement<never, unknown>;

function gatherLast(query: RunStatement) {
  const statements: (() => Promise<unknown>)[] = [];
  const known = new Map<string, Gathered>();
  const queryLast = (last: Last, item: never, read?: (result: never) => void) => {
    if (!("run" in last)) {
      statements.push(() => query(last as Statement<{ item: unknown }>, item));
      return;
    }
    const gathered = known.get(last.name) ?? { items: [], reads: [] };
    gathered.items.push(item);
    gathered.reads.push(read);
    if (known.has(last.name)) return;
    known.set(last.name, gathered);
    statements.push(async () => {
      const results = await last.run(query, gathered.items);
      for (const [index, read] of gathered.reads.entries()) read?.(results[index] as never);
    });
  };
  return { statements, queryLast: queryLast as Transaction["queryLast"] };
}

/** Statements of one turn leave in one piece, because a system call costs more than many a statement. */
function gatherWrites({ connection: { stream } }: PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** PostgreSQL answers COMMIT with ROLLBACK after a failed statement. */
async function commit(client: PoolClient, closing: readonly (() => Promise<unknown>)[]): Promise<void> {
  gatherWrites(client);
  const sent = closing.map((sendLast) => sendLast());
  const [{ command }] = await Promise.all([client.query("COMMIT"), ...sent]);
  if (command !== "COMMIT") throw new Error("A transaction was not committed.");
}

function runEffects(effects: readonly (() => void)[]): void {
  for (const effect of effects) {
    try {
      effect();
    } catch (error) {
      log().error({ error }, "an effect after commit failed");
    }
  }
}
