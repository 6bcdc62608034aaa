import { hashLeaf, hashNode } from "../../../packages/audit-verifier/src/hashes";
import { climb, listInclusionRanges, rootOfRange, splitRange } from "../../../packages/audit-verifier/src/merkle";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { ROW_VERSION } from "./canonical-row.sql";
import { READ_LOGGED_ROWS } from "./entries.sql";
import { READ_TREE } from "./log.sql";
import { readTreeHead } from "./note";
import { readSubtrees } from "./read-log";

export interface RowKey {
  at: Date;
  id: string;
}

type LoggedRow = Omit<RowOf<typeof READ_LOGGED_ROWS>, "index" | "number" | "salt" | "entry">;

export interface Leaf {
  index: number;
  salt: Buffer;
  entry: Buffer;
  row: Omit<LoggedRow, "at"> & { at: string; number: number; version: number };
}

export interface UnprovedRow {
  unproved: "waiting" | "older";
  id: string;
  at: string;
  transactionId: string;
}

/** `changed`: the row or the stored tree differs from what was signed. */
export type ProofState = { state: "proved" | "changed"; index: number; file: string } | { state: "waiting" | "older" };

type Tail = Pick<RowOf<typeof READ_TREE>, "tailTransactionId" | "tailAuditId">;

export type ReadRows = (
  owner: { billingEntityId: string | null },
  keys: readonly RowKey[],
  tail: Tail,
) => Promise<(Leaf | UnprovedRow)[]>;

export const readLoggedRows: ReadRows = async ({ billingEntityId }, keys, tail) => {
  const ids = keys.map(({ id }) => id);
  const instants = keys.map(({ at }) => at.toISOString());
  const rows = await query(READ_LOGGED_ROWS, { billingEntityId, ids, instants });
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

export async function proveRow(
  owner: { billingEntityId: string | null },
  key: RowKey,
  readRows: ReadRows,
): Promise<ProofState | null> {
  const [before] = await query(READ_TREE);
  if (!before) return null;
  const [leaf] = await readRows(owner, [key], before);
  // Read the tree after the leaf, so that it covers the leaf.
  const [tree] = await query(READ_TREE);
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

function writeProof({ index, salt, row }: Leaf, proof: readonly Buffer[], checkpoint: string): string {
  const extra = Buffer.from(JSON.stringify({ salt: salt.toString("base64"), row })).toString("base64");
  const hashes = proof.map((hash) => `${hash.toString("base64")}\n`).join("");
  return `c2sp.org/tlog-proof@v1\nextra ${extra}\nindex ${index}\n${hashes}\n${checkpoint}`;
}
