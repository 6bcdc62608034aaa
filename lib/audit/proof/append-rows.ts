import { randomBytes } from "node:crypto";
import type { RowOf } from "../../db/statement";
import { type Transaction, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { log } from "../../platform/log";
import { shared } from "../../platform/shared";
import { APPEND_NEW_ROWS, APPEND_RESTORED_ROWS } from "./entries.sql";
import { INSERT_HANDOVER, LOCK_TREE, MOVE_TREE, READ_BOUNDS, READ_HANDOVERS, READ_TILES, SAVE_TILES } from "./log.sql";
import { openNote, readTreeHead, type Signer, signNote, type TreeHead, writeTreeHead } from "./note";
import { openSigners, originOfService } from "./signing-keys";
import { listEdge, splitHashes, TreeEdge } from "./tiles";

export const ROUND_MS = 1_000;
/** A bigger round would block requests while it hashes. */
const ROWS_MAX = 2_048;
/** Rows are written soon after their instant, so no round looks further back than this. */
export const LATE_MAX_MS = 40 * 24 * 60 * 60 * 1000;

type Tree = RowOf<typeof LOCK_TREE>;
interface Tail {
  transactionId: string;
  auditId: string;
}

/** The checkpoint that this process signed last, whose tree and signature need no second check. */
interface SignedEdge {
  checkpoint: string;
  verifierKey: string;
  edge: TreeEdge;
}

const signedEdge = () => shared("signed-edge-of-audit-log", (): { last: SignedEdge | null } => ({ last: null }));

/**
 * Leaves, tiles and checkpoint share one transaction, so no crash leaves a gap, a second leaf of a row or a checkpoint
 * without its tree. False when more rows wait.
 */
export function appendRows(): Promise<boolean> {
  return transaction(async (tx) => {
    const at = now();
    const [tree] = await tx.query(LOCK_TREE, { at });
    if (!tree) return true;
    const edge = await openEdge(tx, tree);
    const origin = tree.origin || originOfService();
    const [signer, ...olderSigners] = openSigners(origin);
    if (!signer) throw new Error("SVC_AUDIT_LOG_KEY contains no key.");
    const isOtherKey = tree.verifierKey !== signer.verifierKey;
    if (isOtherKey && !olderSigners.some(({ verifierKey }) => verifierKey === tree.verifierKey))
      await refuseReplacedKey(tx, signer);
    const { entries, tail, isLast } = await appendLeaves(tx, tree, at);
    if (entries.length === 0 && !isOtherKey) {
      if (tree.checkpoint !== "") signedEdge().last = { ...tree, edge };
      return true;
    }

    if (tree.checkpoint !== "" && isOtherKey) handOver(tx, tree, edge, signer, olderSigners, at);
    for (const entry of entries) edge.append(entry);
    saveTiles(tx, edge);
    const head: TreeHead = { origin, size: edge.size, root: edge.root() };
    const checkpoint = signNote(writeTreeHead(head), [signer]);
    const tails = { tailTransactionId: tail.transactionId, tailAuditId: tail.auditId };
    const appendedAt = isLast ? at : new Date(at.getTime() - ROUND_MS);
    const { verifierKey } = signer;
    tx.queryLast(MOVE_TREE, { origin, size: String(edge.size), ...tails, checkpoint, verifierKey, appendedAt });
    tx.afterCommit(() => {
      signedEdge().last = { checkpoint, verifierKey: signer.verifierKey, edge };
    });
    return isLast;
  });
}

async function appendLeaves(
  tx: Transaction,
  { size, tailTransactionId, tailAuditId, appendedAt }: Tree,
  at: Date,
): Promise<{ entries: Buffer[]; tail: Tail; isLast: boolean }> {
  const [bounds] = await tx.query(READ_BOUNDS);
  if (!bounds) throw new Error("PostgreSQL gave no snapshot.");
  const { oldest, newest } = bounds;
  const since = new Date(Math.min(appendedAt.getTime(), at.getTime()) - LATE_MAX_MS);
  const isRestored = BigInt(tailTransactionId) > BigInt(newest);
  const bound = { size, secret: randomBytes(32), tailTransactionId, tailAuditId, oldest, since };
  const [appended] = await (isRestored
    ? tx.query(APPEND_RESTORED_ROWS, bound)
    : tx.query(APPEND_NEW_ROWS, { ...bound, limit: ROWS_MAX }));
  const entries = splitHashes(appended?.entries ?? Buffer.alloc(0));
  const { lastTransactionId, lastAuditId } = appended ?? {};
  if (!isRestored && lastTransactionId && lastAuditId && entries.length === ROWS_MAX)
    return { entries, tail: { transactionId: lastTransactionId, auditId: lastAuditId }, isLast: false };
  const isPast = isRestored || BigInt(oldest) > BigInt(tailTransactionId);
  const tail = isPast
    ? { transactionId: oldest, auditId: "0" }
    : { transactionId: tailTransactionId, auditId: tailAuditId };
  return { entries, tail, isLast: true };
}

/** Refuse to sign on top of a stored tree that someone has changed. */
async function openEdge(tx: Transaction, { size, checkpoint, verifierKey }: Tree): Promise<TreeEdge> {
  // The edge is appended to below, so it is put back only after COMMIT.
  const { last } = signedEdge();
  signedEdge().last = null;
  const places = listEdge(Number(size));
  const found = await tx.query(READ_TILES, {
    levels: places.map(({ level }) => level),
    indexes: places.map(({ index }) => String(index)),
  });
  const tiles = found.map((tile) => ({ ...tile, index: Number(tile.index) }));
  const isLast = last?.checkpoint === checkpoint && last.verifierKey === verifierKey;
  if (isLast && last.edge.size === Number(size) && last.edge.isStoredAs(tiles)) return last.edge;
  const edge = new TreeEdge(Number(size), tiles);
  if (checkpoint === "") return edge;
  const head = readTreeHead(openNote(checkpoint, verifierKey) ?? "");
  if (head === null || head.size !== edge.size || !head.root.equals(edge.root()))
    throw new Error("The stored tree of the audit log does not match its checkpoint, so nothing new is signed.");
  return edge;
}

/** A process that still has only a replaced key must not sign: witnesses would report the log. */
async function refuseReplacedKey(tx: Transaction, { verifierKey }: Signer): Promise<void> {
  const handovers = await tx.query(READ_HANDOVERS);
  const isReplaced = handovers.some(({ note }) => {
    const text = openNote(note, verifierKey);
    return text !== null && !text.includes(`\nkey ${verifierKey}\n`);
  });
  if (isReplaced)
    throw new Error(
      "The key in SVC_AUDIT_LOG_KEY was replaced and must not sign any more. Put its successor, or a new key, in front of it.",
    );
}

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
  tx.queryLast(INSERT_HANDOVER, { at, note: signNote(text, before ? [before, signer] : [signer]) });
}

function saveTiles(tx: Transaction, edge: TreeEdge): void {
  const tiles = edge.takeChangedTiles();
  tx.queryLast(SAVE_TILES, {
    levels: tiles.map(({ level }) => level),
    indexes: tiles.map(({ index }) => String(index)),
    sizes: tiles.map(({ data }) => data.length),
    data: Buffer.concat(tiles.map(({ data }) => data)),
  });
}
