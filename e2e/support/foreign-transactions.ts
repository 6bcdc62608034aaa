import { setTimeout as sleep } from "node:timers/promises";
import type { TestDatabase } from "./database";

/**
 * Until the transactions that other test files, and PostgreSQL's own workers, have open now have ended. What waits for
 * "all older transactions" counts those of every database of the cluster.
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
