import { createBatch } from "./batch";
import { type Transaction, transaction } from "./db";
import { shared } from "./shared";
import type { RunStatement, SharedStatement } from "./statement";

type Work = (tx: Transaction) => Promise<unknown>;
/** Values and no throw: who fails before it writes takes nobody along. */
type Outcome = { output: unknown } | { error: unknown };

/**
 * Group commit of whole writes. Those that meet are one transaction, and what they ask for together is one statement.
 * Before its first `queryTogether` or `…Last`, a work only reads, and may fail or end without harm to the others. Any other
 * failure undoes the whole, and each is tried again alone: a work may run twice.
 */
export async function shareTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  // A function of its own: the works of a transaction are told apart.
  const outcome = await shareWith()((tx) => work(tx));
  if ("error" in outcome) throw outcome.error;
  return outcome.output as T;
}

/** While one transaction waits for the disk, the next one is at work. */
const LANES = 2;
/** A failure is repeated for so many at most. */
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
    // Without a connection none of them would fare better alone, and who lost it at COMMIT may have been written.
    return works.map(() => ({ error }));
  }
}

/** All of them have ended before one failure undoes what the others wrote. */
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
    const tellAll = (tell: (each: Waiting, index: number) => void) => {
      for (const { work } of waiting) busy.add(work);
      for (const [index, each] of waiting.entries()) tell(each, index);
    };
    try {
      const items = waiting.map(({ item }) => item) as never[];
      const results = await run(query, items);
      tellAll(({ resolve }, index) => resolve(results[index] as never));
    } catch (error) {
      tellAll(({ reject }) => reject(error));
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
    get prisma(): never {
      throw new Error("Writes that share a transaction are statements.");
    },
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
