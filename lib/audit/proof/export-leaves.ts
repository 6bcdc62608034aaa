import { listInclusionRanges, nameSubtree, splitRange } from "../../../packages/audit-verifier/src/merkle";
import { query } from "../../db/transaction";
import type { Leaf, ReadRows, RowKey, UnprovedRow } from "./find-proof";
import { READ_TREE_AND_COUNT } from "./log.sql";
import { readTreeHead } from "./note";
import { readKeys, readSubtrees } from "./read-log";

/** Larger subtrees are written once per file and smaller ones once per page, so that a reader holds few hashes. */
const KEPT_LEVEL = 8;

interface ExportedArea {
  billingEntityId: string | null;
  isWhole: boolean;
  keptSize: number | null;
}

export async function* exportLeaves(
  { billingEntityId, isWhole, keptSize }: ExportedArea,
  pages: AsyncIterable<readonly RowKey[]>,
  readRows: ReadRows,
): AsyncGenerator<string> {
  const owner = { billingEntityId };
  const [[tree], keys] = await Promise.all([
    query(READ_TREE_AND_COUNT, { billingEntityId: billingEntityId ?? "" }),
    readKeys(),
  ]);
  const head = readTreeHead(tree?.checkpoint ?? "");
  if (!tree || !head || !keys) return;
  const { checkpoint } = tree;
  const covers = isWhole ? "area" : "selection";
  const grownFrom = await readGrowth(keptSize, head.size);
  yield writeLine({
    format: "svc-audit-proof-1",
    ...keys,
    checkpoint,
    covers,
    area: billingEntityId,
    rows: Number(tree.leaves),
    ...(grownFrom && { grownFrom }),
  });
  const written = new Set<string>();
  let rows = 0;
  for await (const page of pages) {
    const found = await readRows(owner, page, tree);
    rows += found.length;
    yield await writeNodes(found, head.size, written);
    yield found.map((one) => writeRow(one, head.size)).join("");
  }
  yield writeLine({ end: rows });
}

async function readGrowth(from: number | null, size: number): Promise<{ size: number; hashes: string[] } | null> {
  if (from === null || from >= size) return null;
  const subtrees = [...splitRange({ from: 0, to: from }), ...splitRange({ from, to: size })];
  const roots = await readSubtrees(subtrees);
  const hashes = subtrees.map((subtree) => roots.get(nameSubtree(subtree))?.toString("base64") ?? "");
  return { size: from, hashes };
}

async function writeNodes(found: readonly (Leaf | UnprovedRow)[], size: number, written: Set<string>): Promise<string> {
  const inTree = found.filter((one): one is Leaf => "index" in one && one.index < size);
  const subtrees = inTree
    .flatMap(({ index }) => listInclusionRanges(index, size))
    .flatMap(splitRange)
    .filter((subtree) => !written.has(nameSubtree(subtree)));
  const roots = await readSubtrees(subtrees);
  for (const subtree of subtrees) if (subtree.level >= KEPT_LEVEL) written.add(nameSubtree(subtree));
  return writeLine({ nodes: Object.fromEntries([...roots].map(([name, root]) => [name, root.toString("base64")])) });
}

function writeRow(one: Leaf | UnprovedRow, size: number): string {
  if ("unproved" in one) return writeLine(one);
  const { index, salt, row } = one;
  const { id, at, transactionId } = row;
  if (index >= size) return writeLine({ unproved: "waiting", id, at, transactionId });
  return writeLine({ index, salt: salt.toString("base64"), row });
}

function writeLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
