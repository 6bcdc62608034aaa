import { database, type Executor, type Transaction, transaction } from "@/lib/db/transaction";
import { env } from "@/lib/platform/env";
import { BACKEND_RETRY_AFTER_SECONDS } from "@/lib/platform/limits";
import { shared } from "@/lib/platform/shared";
import { LOCK_QUOTA, WAIT_BRIEFLY } from "../accounts.sql";
import { findWaitSeconds, SIGN_IN_WINDOW_MS } from "./sign-in-limit";

export interface Quota {
  name: string | null;
  max: number;
  /** Returns when the entry after the `skip` newest ones was made. */
  find(on: Executor, since: Date, skip: number): Promise<Date | null>;
}

export type Limited = { kind: "limited"; retryAfterSeconds: number };

const BUSY: Limited = { kind: "limited", retryAfterSeconds: BACKEND_RETRY_AFTER_SECONDS };

/**
 * Anyone can cause this work, so attempts of one name run one at a time, and all names share a quarter of the pool. The
 * last quota's name is awaited first, so that a crowd from one address does not block an account.
 */
export function withinQuotas<Result>(
  quotas: readonly Quota[],
  at: Date,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result | Limited> {
  const names = quotas.flatMap(({ name }) => name ?? []);
  const decide = () => decideAndWork(quotas, names, at, work);
  return names.reduce<() => Promise<Result | Limited>>(
    (next, name) => () => takeTurn(name, 1, next),
    () => takeAnonymousTurn(decide),
  )();
}

export function takeAnonymousTurn<Result>(work: () => Promise<Result>): Promise<Result | Limited> {
  return takeTurn("anonymous", Math.ceil(env().DATABASE_POOL_MAX / 4), work);
}

async function decideAndWork<Result>(
  quotas: readonly Quota[],
  names: readonly string[],
  at: Date,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result | Limited> {
  const full = await findFull(database, quotas, at);
  if (full) return full;
  try {
    return await transaction(async (tx) => {
      // Other processes queue separately. Every transaction takes these locks in one order, so none can deadlock.
      await Promise.all([tx.query(WAIT_BRIEFLY), ...names.map((name) => tx.query(LOCK_QUOTA, { name }))]);
      return (await findFull(tx, quotas, at)) ?? (await work(tx));
    });
  } catch (error) {
    if (isLockTimeout(error)) return BUSY;
    throw error;
  }
}

async function findFull(on: Executor, quotas: readonly Quota[], at: Date): Promise<Limited | null> {
  const since = new Date(at.getTime() - SIGN_IN_WINDOW_MS);
  const filledAt: (Date | null)[] = [];
  for (const quota of quotas) filledAt.push(await quota.find(on, since, quota.max - 1));
  const retryAfterSeconds = findWaitSeconds(filledAt, at);
  return retryAfterSeconds === null ? null : { kind: "limited", retryAfterSeconds };
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "55P03";
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

const WAITING_MAX = 1_000;

const lines = () => shared("quota-lines", () => new Map<string, Line>());

async function takeTurn<Result>(
  name: string,
  width: number,
  work: () => Promise<Result | Limited>,
): Promise<Result | Limited> {
  const line = lines().get(name) ?? { running: 0, waiting: [] };
  lines().set(name, line);
  if (line.waiting.length >= WAITING_MAX) return BUSY;
  if (line.running < width) line.running += 1;
  else await new Promise<void>((resolve) => line.waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = line.waiting.shift();
    if (next) next();
    else {
      line.running -= 1;
      if (line.running === 0) lines().delete(name);
    }
  }
}
