import { shared } from "../platform/shared";
import { createBatch } from "./batch";
import type { Models } from "./prisma";
import type { RunStatement, SharedStatement } from "./statement";
import { type Transaction, transaction } from "./transaction";

type Work = (tx: Transaction) => Promise<unknown>;
/** A failure is a value here: a work that fails before it has written undoes no other. */
type Outcome = { output: unknown } | { error: unknown };

/**
 * Group commit of whole writes: those that arrive together are one transaction, and statements that they share run once for
 * all. Before its first `queryTogether` or `…Last`, a work only reads, and may fail or end without harm to the others. Any
 * later failure undoes the transaction, and each work is tried again alone, so a work may run twice.
 */
export async function shareTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  // Wrapped in a new function, so that works passed twice are told apart.
  const outcome = await shareWith()((tx) => work(tx));
  if ("error" in outcome) throw outcome.error;
  return outcome.output as T;
}

/** While one transaction waits for the disk, the next one is at work. */
const LANES = 2;
/** The most works that one failure makes run again. */
const MAX_WORKS = 64;

const shareWith = () =>
  shared("shared-transactions", () =>
    createBatch<Work, Outcome>(runTogether, { name: "transaction", lanes: LANES, maxItems: MAX_WORKS }),
  );

async function runTogether(works: readonly Work[]): Promise<Outcome[]> {
  let isUndone = false;
  try {
    return await transaction(async (tx) => {
      isUndone = true;
      const meeting = openMeeting(tx.query, works);
      const outcomes = await readOutcomes(works.map((work) => attend(meeting, tx, work)));
      isUndone = false;
      return outcomes;
    });
  } catch (error) {
    if (isUndone || isRefusal(error)) throw error;
    // Without a connection none of them would succeed alone, and after a COMMIT without a response the rows may have been
    // written.
    return works.map(() => ({ error }));
  }
}

/** Waits for all of them before one failure undoes the others' rows. */
async function readOutcomes(attending: readonly Promise<Outcome>[]): Promise<Outcome[]> {
  const ended = await Promise.allSettled(attending);
  return ended.map((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
}

/** PostgreSQL refused a statement, and with it COMMIT. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "severity" in error && error.severity === "ERROR";
}

interface Waiting {
  work: Work;
  item: unknown;
  resolve: (result: never) => void;
  reject: (reason: unknown) => void;
}

interface Asked {
  run: (query: RunStatement, items: never[]) => Promise<readonly unknown[]>;
  waiting: Waiting[];
}

type Meeting = ReturnType<typeof openMeeting>;

/** Statements that works share are sent once each of the works waits or has ended. */
function openMeeting(query: RunStatement, works: Iterable<Work>) {
  const busy = new Set<Work>(works);
  let asked = new Map<string, Asked>();

  const rest = (work: Work) => {
    busy.delete(work);
    if (busy.size > 0) return;
    const gathered = [...asked.values()];
    asked = new Map();
    for (const { run, waiting } of gathered) void answer(run, waiting);
  };

  async function answer(run: Asked["run"], waiting: readonly Waiting[]): Promise<void> {
    const sendAll = (tell: (each: Waiting, index: number) => void) => {
      for (const { work } of waiting) busy.add(work);
      for (const [index, each] of waiting.entries()) tell(each, index);
    };
    try {
      const items = waiting.map(({ item }) => item) as never[];
      const results = await run(query, items);
      sendAll(({ resolve }, index) => resolve(results[index] as never));
    } catch (error) {
      sendAll(({ reject }) => reject(error));
    }
  }

  const ask = <Item, Result>(work: Work, { name, run }: SharedStatement<Item, Result>, item: Item) =>
    new Promise<Result>((resolve, reject) => {
      const together = asked.get(name) ?? { run, waiting: [] };
      together.waiting.push({ work, item, resolve, reject });
      asked.set(name, together);
      rest(work);
    });

  return { ask, rest };
}

/** One object for all: a getter in a literal would keep everything that its request allocated. */
const noModels = new Proxy({} as Models, {
  get() {
    throw new Error("Writes that share a transaction are statements.");
  },
});

async function attend({ ask, rest }: Meeting, tx: Transaction, work: Work): Promise<Outcome> {
  let hasWritten = false;
  const own: Transaction = {
    query: tx.query,
    queryTogether: (statement, item) => {
      hasWritten = true;
      return ask(work, statement, item);
    },
    queryLast: (...last) => {
      hasWritten = true;
      tx.queryLast(...last);
    },
    queryTogetherLast: (...last) => {
      hasWritten = true;
      tx.queryTogetherLast(...last);
    },
    afterCommit: (effect) => {
      hasWritten = true;
      tx.afterCommit(effect);
    },
    prisma: noModels,
  };
  try {
    return { output: await work(own) };
  } catch (error) {
    if (hasWritten || isRefusal(error)) throw error;
    return { error };
  } finally {
    rest(work);
  }
}
