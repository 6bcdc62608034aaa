import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, vi } from "vitest";
import type { TestDatabase } from "./database";
import { eventually } from "./eventually";

const WAITING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/** How many statements of this database wait for a lock. */
export async function countWaiting(database: TestDatabase): Promise<number> {
  return (await database.query(WAITING)).length;
}

export async function untilOneWaits(database: TestDatabase): Promise<void> {
  await eventually(async () => expect(await countWaiting(database)).toBe(1));
}

export interface SentStatement {
  name: string;
  text: string;
  values: unknown[];
}

/** The named statements that this process sends to PostgreSQL from now on. */
export function watchStatements(): { list(): SentStatement[]; end(): void } {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  const sent = () => spy.mock.calls.map(([statement]) => statement as unknown as SentStatement);
  return { list: () => sent().filter(({ name }) => name !== undefined), end: () => spy.mockRestore() };
}

/**
 * PostgreSQL counts older transactions of every database in the cluster, so this also waits for those of other test
 * files.
 */
export async function outlastForeignTransactions({ query }: Pick<TestDatabase, "query">): Promise<void> {
  const [own] = await query<{ id: string }>("SELECT pg_current_xact_id()::text AS id");
  const findOlder = () =>
    query(
      `SELECT FROM pg_stat_activity WHERE (datname <> current_database() OR backend_type <> 'client backend')
       AND backend_xid::text::bigint < $1 LIMIT 1`,
      [own?.id],
    );
  while ((await findOlder()).length > 0) await sleep(10);
}

/**
 * Another job has the row of `table` when `job` begins, and reads further than that job could have seen before it ends.
 * Returns where it got to, and where the job got to.
 */
export async function overtakeJob(
  url: string,
  table: "request_rollups" | "audit_tail",
  job: () => Promise<unknown>,
): Promise<{ before: number; after: number }> {
  const [holder, watcher] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  await Promise.all([holder.connect(), watcher.connect()]);
  const readMark = async (text: string) => Number((await holder.query<{ mark: string }>(text)).rows[0]?.mark);
  try {
    await holder.query(`BEGIN; SELECT FROM ${table} WHERE id = 1 FOR UPDATE`);
    const done = job();
    await eventually(async () => {
      const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      if ((await watcher.query(waiting)).rowCount === 0) throw new Error("The job does not wait yet.");
    });
    // Transactions that began after it.
    for (let n = 0; n < 3; n += 1) await watcher.query("SELECT pg_current_xact_id()");
    const before = await readMark(
      `UPDATE ${table} SET transaction_id = pg_snapshot_xmax(pg_current_snapshot())::text::bigint
       WHERE id = 1 RETURNING transaction_id AS mark`,
    );
    await holder.query("COMMIT");
    await done;
    return { before, after: await readMark(`SELECT transaction_id AS mark FROM ${table} WHERE id = 1`) };
  } finally {
    await Promise.all([holder.end(), watcher.end()]);
  }
}
