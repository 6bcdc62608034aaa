import { shared } from "../platform/shared";
import { createBatch } from "./batch";
import type { Models } from "./prisma";
import type { RunStatement, SharedStatement } from "./statement";
import { type Transaction, transaction } from "./transaction";

type Write = (tx: Transaction) => Promise<unknown>;
type Outcome = { output: unknown } | { error: unknown };

/**
 * Group commit of whole writes. Until its first `shared` or `queryLast` a write only reads, and may fail alone. A
 * later failure undoes the transaction, and each write is tried again alone, so a write may run twice.
 */
export async function shareTransaction<T>(write: (tx: Transaction) => Promise<T>): Promise<T> {
  const outcome = await shareWith()((tx) => write(tx));
  if ("error" in outcome) throw outcome.error;
  return outcome.output as T;
}

const LANES = 2;
const MAX_WRITES = 64;

const shareWith = () =>
  shared("shared-transactions", () =>
    createBatch<Write, Outcome>(runTogether, { name: "transaction", lanes: LANES, maxItems: MAX_WRITES }),
  );

async function runTogether(writes: readonly Write[]): Promise<Outcome[]> {
  let isUndone = false;
  try {
    return await transaction(async (tx) => {
      isUndone = true;
      const round = createRound(tx.query, writes);
      const outcomes = await readOutcomes(writes.map((write) => runInRound(round, tx, write)));
      isUndone = false;
      return outcomes;
    });
  } catch (error) {
    if (isUndone || isStatementError(error)) throw error;
    // No write would succeed alone without a connection, and a COMMIT without a response may have written the rows.
    return writes.map(() => ({ error }));
  }
}

/** All writes must end before the failure of one undoes the others' rows. */
async function readOutcomes(running: readonly Promise<Outcome>[]): Promise<Outcome[]> {
  const ended = await Promise.allSettled(running);
  return ended.map((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
}

function isStatementError(error: unknown): boolean {
  return error instanceof Error && "severity" in error && error.severity === "ERROR";
}

interface Waiting {
  write: Write;
  item: unknown;
  resolve: (result: never) => void;
  reject: (reason: unknown) => void;
}

interface SharedCall {
  run: (query: RunStatement, items: never[]) => Promise<readonly unknown[]>;
  waiting: Waiting[];
}

type Round = ReturnType<typeof createRound>;

function createRound(query: RunStatement, writes: Iterable<Write>) {
  const busy = new Set<Write>(writes);
  let calls = new Map<string, SharedCall>();

  const markIdle = (write: Write) => {
    busy.delete(write);
    if (busy.size > 0) return;
    const gathered = [...calls.values()];
    calls = new Map();
    for (const { run, waiting } of gathered) void answer(run, waiting);
  };

  async function answer(run: SharedCall["run"], waiting: readonly Waiting[]): Promise<void> {
    const settleAll = (settle: (each: Waiting, index: number) => void) => {
      for (const { write } of waiting) busy.add(write);
      for (const [index, each] of waiting.entries()) settle(each, index);
    };
    try {
      const items = waiting.map(({ item }) => item) as never[];
      const results = await run(query, items);
      settleAll(({ resolve }, index) => resolve(results[index] as never));
    } catch (error) {
      settleAll(({ reject }) => reject(error));
    }
  }

  const join = <Item, Result>(write: Write, { name, run }: SharedStatement<Item, Result>, item: Item) =>
    new Promise<Result>((resolve, reject) => {
      const call = calls.get(name) ?? { run, waiting: [] };
      call.waiting.push({ write, item, resolve, reject });
      calls.set(name, call);
      markIdle(write);
    });

  return { join, markIdle };
}

/** A getter in a literal would keep everything that its request allocated, so all writes share this object. */
const noModels = new Proxy({} as Models, {
  get() {
    throw new Error("Writes that share a transaction are statements.");
  },
});

async function runInRound({ join, markIdle }: Round, tx: Transaction, write: Write): Promise<Outcome> {
  let hasWritten = false;
  const own: Transaction = {
    query: tx.query,
    shared: (statement, item) => {
      hasWritten = true;
      return join(write, statement, item);
    },
    queryLast: ((...last: Parameters<Transaction["queryLast"]>) => {
      hasWritten = true;
      tx.queryLast(...last);
    }) as Transaction["queryLast"],
    afterCommit: (effect) => {
      hasWritten = true;
      tx.afterCommit(effect);
    },
    prisma: noModels,
  };
  try {
    return { output: await write(own) };
  } catch (error) {
    if (hasWritten || isStatementError(error)) throw error;
    return { error };
  } finally {
    markIdle(write);
  }
}
