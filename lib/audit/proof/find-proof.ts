import { hashLeaf, hashNode } from "../../../packages/audit-verifier/src/hashes";
import { climb, listInclusionRanges, rootOfRange, splitRange } from "../../../packages/audit-verifier/src/merkle";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { ROW_VERSION } from "./canonical-row.sql";
import { READ_LOGGED_ROWS } from "./entries.sql";
import { READ_TREE } from "./log.sql";
import { readTreeHead } from "./note";
import { readSubtrees } from "./read-log";

/** A row of the audit log, as its list knows it. */
export interface RowKey {
  at: Date;
  id: string;
}

type LoggedRow = Omit<RowOf<typeof READ_LOGGED_ROWS>, "index" | "number" | "salt" | "entry">;

export interface Leaf {
  index: number;
  salt: Buffer;
  entry: Buffer;
  /** Every column as it is hashed. `number` counts the rows of the entity, so that its owner sees a gap. */
  row: Omit<LoggedRow, "at"> & { at: string; number: number; version: number };
}

/** `waiting` for the next round, or `older` than the log. */
export interface UnprovedRow {
  unproved: "waiting" | "older";
  id: string;
  at: string;
  transactionId: string;
}

/** `changed`: the row or the stored tree is not the one that was signed. */
export type ProofState = { state: "proved" | "changed"; index: number; file: string } | { state: "waiting" | "older" };

type Tail = Pick<RowOf<typeof READ_TREE>, "tailTransactionId" | "tailAuditId">;

/** Rows of one billing entity with their leaves, in the order of the keys. A row that is not of this entity is left out. */
export type ReadRows = (
  owner: { billingEntityId: string | null },
  keys: readonly RowKey[],
  tail: Tail,
) => Promise<(Leaf | UnprovedRow)[]>;

/** Those that are in PostgreSQL. */
export const readLoggedRows: ReadRows = async ({ billingEntityId }, keys, tail) => {
  const ids = keys.map(({ id }) => id);
  const instants = keys.map(({ at }) => at.toISOString());
  const rows = await query(READ_LOGGED_ROWS, [billingEntityId, ids, instants]);
  return rows.map(({ index, number, salt, entry, ...columns }) => {
    const row = { ...columns, at: columns.at.toISOString() };
    if (index !== null && number !== null && salt !== null && entry !== null)
      return { index: Number(index), salt, entry, row: { ...row, number: Number(number), version: ROW_VERSION } };
    const { id, transactionId, at } = row;
    return { unproved: isBeyond(row, tail) ? "waiting" : "older", id, at, transactionId };
  });
};

function isBeyond({ transactionId, id }: { transactionId: string; id: string }, tail: Tail): boolean {
  const past = BigInt(transactionId) - BigInt(tail.tailTransactionId);
  return past > 0n || (past === 0n && BigInt(id) > BigInt(tail.tailAuditId));
}

/** null: this entity has no such row, or nothing is signed. */
export async function proveRow(
  owner: { billingEntityId: string | null },
  key: RowKey,
  readRows: ReadRows,
): Promise<ProofState | null> {
  const [before] = await query(READ_TREE, []);
  if (!before) return null;
  const [leaf] = await readRows(owner, [key], before);
  // A leaf that was read first is in the tree that is read now.
  const [tree] = await query(READ_TREE, []);
  const head = readTreeHead(tree?.checkpoint ?? "");
  if (leaf === undefined || !tree || !head) return null;
  if ("unproved" in leaf) return { state: leaf.unproved };
  const ranges = listInclusionRanges(leaf.index, head.size);
  const roots = await readSubtrees(ranges.flatMap(splitRange));
  const proof = ranges.flatMap((range) => rootOfRange(range, (name) => roots.get(name), hashNode) ?? []);
  const place = { index: leaf.index, size: head.size };
  const reached = climb(hashLeaf(leaf.entry), place, (_, step) => proof[step], hashNode);
  const isHeld = reached?.equals(head.root) ?? false;
  return { state: isHeld ? "proved" : "changed", index: leaf.index, file: writeProof(leaf, proof, tree.checkpoint) };
}

/** C2SP tlog-proof: the row and its salt, from which the entry follows, are its extra data. */
function writeProof({ index, salt, row }: Leaf, proof: readonly Buffer[], checkpoint: string): string {
  const extra = Buffer.from(JSON.stringify({ salt: salt.toString("base64"), row })).toString("base64");
  const hashes = proof.map((hash) => `${hash.toString("base64")}\n`).join("");
  return `c2sp.org/tlog-proof@v1\nextra ${extra}\nindex ${index}\n${hashes}\n${checkpoint}`;
}
