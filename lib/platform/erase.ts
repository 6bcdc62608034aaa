import { instant, integer, limit, statement } from "./statement";

const BATCH_ROWS = 1_000;
const BATCHES_MAX = 100;

/**
 * Erases a little at a time, so that no lock is held for long. False: there is more, and the caller may go on; what a
 * background step does should not take minutes.
 */
export async function eraseInBatches(erase: (limit: number) => Promise<readonly unknown[]>): Promise<boolean> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const erased = await erase(BATCH_ROWS);
    if (erased.length < BATCH_ROWS) return true;
  }
  return false;
}

/** Erases rows that are older than $1, oldest first. Rows that someone else holds wait for the next batch. */
export function eraseStatement(name: string, { table, key = "id", age }: { table: string; key?: string; age: string }) {
  return statement({
    name,
    params: [instant, limit],
    row: { erased: integer },
    text: `
      DELETE FROM ${table} WHERE ${key} = ANY(ARRAY(
        SELECT ${key} FROM ${table} WHERE ${age} < $1 ORDER BY ${age} LIMIT $2 FOR UPDATE SKIP LOCKED))
      RETURNING 1 AS erased`,
  });
}
