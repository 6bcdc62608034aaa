import { randomBytes } from "node:crypto";
import { now } from "../platform/clock";
import { type Transaction, transaction } from "../platform/db";
import { log } from "../platform/log";
import type { RowOf } from "../platform/statement";
import { type LoggedRow, SALT_BYTES, toCanonicalRow, writeEntry } from "./canonical-row";
import {
  INSERT_HANDOVER,
  INSERT_LEAVES,
  LOCK_TREE,
  MOVE_TREE,
  READ_BOUNDS,
  READ_COUNTS,
  READ_NEW_ROWS,
  READ_RESTORED_ROWS,
  READ_TILES,
  SAVE_COUNTS,
  SAVE_TILES,
} from "./log.sql";
import { openNote, readTreeHead, type Signer, signNote, type TreeHead, writeTreeHead } from "./note";
import { openSigners, originOfService } from "./signing-keys";
import { listEdge, TreeEdge } from "./tiles";

/** Between rounds, unless there are more rows. */
export const ROUND_MS = 1_000;
/** One round's rows: the transaction stays short, and its memory small. */
const ROWS_MAX = 4_096;
/** A row is written soon after its instant; no round looks further back from the one before. */
const LATE_MAX_MS = 40 * 24 * 60 * 60 * 1000;

type Tree = RowOf<typeof LOCK_TREE>;
interface Tail {
  transactionId: string;
  auditId: string;
}

/**
 * Makes leaves of the rows whose transactions have ended and signs the tree: all of it in one transaction, so that no
 * crash leaves a gap, a second leaf of a row, or a checkpoint of a tree that is not stored. False: there are more rows.
 */
export function appendRows(): Promise<boolean> {
  return transaction(async (tx) => {
    const at = now();
    const [tree] = await tx.query(LOCK_TREE, [at]);
    if (!tree) return true;
    const { rows, tail, isLast } = await readNewRows(tx, tree, at);
    const origin = tree.origin || originOfService();
    const [signer, ...olderSigners] = openSigners(origin);
    if (!signer) throw new Error("SVC_AUDIT_LOG_KEY holds no key.");
    const isOtherKey = tree.verifierKey !== signer.verifierKey;
    if (rows.length === 0 && !isOtherKey) return true;

    const edge = await openEdge(tx, tree);
    if (tree.checkpoint !== "" && isOtherKey) handOver(tx, tree, edge, signer, olderSigners, at);
    await appendLeaves(tx, edge, rows);
    const head: TreeHead = { origin, size: edge.size, root: edge.root() };
    const checkpoint = signNote(writeTreeHead(head), [signer]);
    const moved = [origin, String(edge.size), tail.transactionId, tail.auditId] as const;
    // With more rows the next round begins at once.
    const appendedAt = isLast ? at : new Date(at.getTime() - ROUND_MS);
    tx.queryLast(MOVE_TREE, [...moved, checkpoint, signer.verifierKey, appendedAt]);
    return isLast;
  });
}

async function readNewRows(
  tx: Transaction,
  { tailTransactionId, tailAuditId, appendedAt }: Tree,
  at: Date,
): Promise<{ rows: LoggedRow[]; tail: Tail; isLast: boolean }> {
  const [bounds] = await tx.query(READ_BOUNDS, []);
  if (!bounds) throw new Error("PostgreSQL gave no snapshot.");
  const { oldest, newest } = bounds;
  const since = new Date(Math.min(appendedAt.getTime(), at.getTime()) - LATE_MAX_MS);
  const untilOldest = { transactionId: oldest, auditId: "0" };
  if (BigInt(tailTransactionId) > BigInt(newest)) {
    const rows = await tx.query(READ_RESTORED_ROWS, [tailTransactionId, tailAuditId, oldest, since]);
    return { rows, tail: untilOldest, isLast: true };
  }
  const rows = await tx.query(READ_NEW_ROWS, [tailTransactionId, tailAuditId, oldest, since, ROWS_MAX]);
  const last = rows.at(-1);
  if (last && rows.length === ROWS_MAX)
    return { rows, tail: { transactionId: last.transactionId, auditId: last.id }, isLast: false };
  const isPast = BigInt(oldest) > BigInt(tailTransactionId);
  const tail = isPast ? untilOldest : { transactionId: tailTransactionId, auditId: tailAuditId };
  return { rows, tail, isLast: true };
}

/** The stored tree must be the one that was signed: a round signs nothing on top of a tree that someone has changed. */
async function openEdge(tx: Transaction, { size, checkpoint, verifierKey }: Tree): Promise<TreeEdge> {
  const places = listEdge(Number(size));
  const found = await tx.query(READ_TILES, [
    places.map(({ level }) => level),
    places.map(({ index }) => String(index)),
  ]);
  const edge = new TreeEdge(
    Number(size),
    found.map((tile) => ({ ...tile, index: Number(tile.index) })),
  );
  if (checkpoint === "") return edge;
  const head = readTreeHead(openNote(checkpoint, verifierKey) ?? "");
  if (head === null || head.size !== edge.size || !head.root.equals(edge.root()))
    throw new Error(
      "The stored tree of the audit log is not the one of its checkpoint. Nothing is signed on top of it.",
    );
  return edge;
}

/** Readers who trust the key of before follow its signature to the next one. */
function handOver(
  tx: Transaction,
  tree: Tree,
  edge: TreeEdge,
  signer: Signer,
  older: readonly Signer[],
  at: Date,
): void {
  const before = older.find(({ verifierKey }) => verifierKey === tree.verifierKey);
  if (!before)
    log().error(
      { keyId: tree.verifierKey.split("+")[1] },
      "the audit log goes on under another key, without a signature of the one before; keep that one after a comma in SVC_AUDIT_LOG_KEY",
    );
  const text = writeTreeHead({ origin: tree.origin, size: edge.size, root: edge.root() }, `key ${signer.verifierKey}`);
  tx.queryLast(INSERT_HANDOVER, [at, signNote(text, before ? [before, signer] : [signer])]);
}

async function appendLeaves(tx: Transaction, edge: TreeEdge, rows: readonly LoggedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const first = edge.size;
  const numbers = await numberRows(tx, rows);
  const salts = randomBytes(rows.length * SALT_BYTES);
  rows.forEach((row, index) => {
    const salt = salts.subarray(index * SALT_BYTES, (index + 1) * SALT_BYTES);
    edge.append(writeEntry(toCanonicalRow(row, numbers[index] ?? 0), salt));
  });
  const ids = rows.map(({ id }) => id);
  const instants = rows.map(({ at }) => at.toISOString());
  tx.queryLast(INSERT_LEAVES, [String(first), ids, instants, numbers.map(String), salts]);
  const tiles = edge.changedTiles();
  tx.queryLast(SAVE_TILES, [
    tiles.map(({ level }) => level),
    tiles.map(({ index }) => String(index)),
    tiles.map(({ data }) => data),
  ]);
}

/** The number of each row among those of its billing entity. */
async function numberRows(tx: Transaction, rows: readonly LoggedRow[]): Promise<number[]> {
  const owners = [...new Set(rows.map(({ billingEntityId }) => billingEntityId ?? ""))];
  const found = await tx.query(READ_COUNTS, [owners]);
  const counts = new Map(found.map(({ owner, leaves }) => [owner, Number(leaves)]));
  const numbers = rows.map(({ billingEntityId }) => {
    const owner = billingEntityId ?? "";
    const number = (counts.get(owner) ?? 0) + 1;
    counts.set(owner, number);
    return number;
  });
  tx.queryLast(SAVE_COUNTS, [owners, owners.map((owner) => String(counts.get(owner) ?? 0))]);
  return numbers;
}
