import {
  type Leaf,
  type ProofState,
  proveRow,
  type ReadRows,
  type RowKey,
  readLoggedRows,
  type UnprovedRow,
} from "../proof/find-proof";
import { hashEntry } from "./archive-file";
import { type ArchivedEntry, findArchived, mayBeArchived } from "./find-archived";

export function findProof(owner: { billingEntityId: string | null }, key: RowKey): Promise<ProofState | null> {
  return proveRow(owner, key, readLeaves);
}

/** PostgreSQL is read first: a month that leaves it meanwhile is then in the archive. */
export const readLeaves: ReadRows = async (owner, keys, tail) => {
  const hot = await readLoggedRows(owner, keys, tail);
  if (hot.length === keys.length) return hot;
  const present = new Map(hot.map((one) => ["row" in one ? one.row.id : one.id, one]));
  const missing = keys.filter(({ id }) => !present.has(id));
  if (!(await mayBeArchived(oldestOf(missing)))) return hot;
  const archived = await findArchived(owner.billingEntityId, missing);
  return keys.flatMap(({ id }) => {
    const entry = archived.get(id);
    return present.get(id) ?? (entry ? [toLeaf(entry)] : []);
  });
};

function oldestOf(keys: readonly RowKey[]): Date {
  return new Date(Math.min(...keys.map(({ at }) => at.getTime())));
}

function toLeaf({ columns, archived }: ArchivedEntry): Leaf | UnprovedRow {
  const { index, salt } = archived;
  const { id, at, transactionId } = columns;
  if (index === null || salt === null) return { unproved: "older", id, at, transactionId };
  return { index, salt, entry: hashEntry(archived), row: columns as unknown as Leaf["row"] };
}
