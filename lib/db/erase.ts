import { isHeld, SHARE_HOLDS } from "./holds.sql";
import { instant, integer, limit, type Statement, statement, type ValuesOf } from "./statement";
import { transaction } from "./transaction";

const BATCH_ROWS = 1_000;
const BATCHES_MAX = 100;

export async function eraseInBatches(erase: (limit: number) => Promise<readonly unknown[]>): Promise<boolean> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const erased = await erase(BATCH_ROWS);
    if (erased.length < BATCH_ROWS) return true;
  }
  return false;
}

export function eraseUnheld<Values, Row>(erasing: Statement<Values, Row>, ...values: ValuesOf<Values>): Promise<Row[]> {
  return transaction(async (tx) => {
    await tx.query(SHARE_HOLDS);
    return tx.query(erasing, ...values);
  });
}

interface Erased {
  table: string;
  key?: string;
  age: string;
  entity: string | null;
}

export function eraseStatement(name: string, { table, key = "id", age, entity }: Erased) {
  const unheld = entity === null ? "" : `AND NOT ${isHeld(entity)}`;
  return statement({
    name,
    params: { before: instant, limit },
    row: { erased: integer },
    text: (p) => `
      DELETE FROM ${table} WHERE ${key} = ANY(ARRAY(
        SELECT t.${key} FROM ${table} t WHERE t.${age} < ${p.before} ${unheld}
        ORDER BY t.${age} LIMIT ${p.limit} FOR UPDATE OF t SKIP LOCKED))
      RETURNING 1 AS erased`,
  });
}
