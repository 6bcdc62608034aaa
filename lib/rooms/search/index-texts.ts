import { query, type Transaction, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { lowestId } from "../../platform/ids";
import { BLOCK_TEXTS, TEXT_KIND_NAMES, TEXT_KINDS, type TextKind } from "./text-kinds";
import { FIND_LAST_BLOCK, LIST_BLOCKS_WITHOUT_WORDS, LOCK_BLOCKS, REMOVE_BLOCK, SAVE_BLOCK } from "./texts.sql";
import { listBlockWords } from "./words";

/** Texts commit out of the order of their ids, so each waits for this long. */
const WAIT_MS = 60_000;
/** Long texts fill a block sooner. */
const BLOCK_MAX_LENGTH = 20_000;
const READ_MAX = 10 * BLOCK_TEXTS;
const BATCHES_MAX = 10;

interface IndexedText {
  id: string;
  roomId: string;
  body: string;
}

/** Several processes may run it at once. Resolves to false while more texts wait. */
export async function indexTexts(): Promise<boolean> {
  let isDone = true;
  for (const kind of TEXT_KIND_NAMES)
    for (const fill of [fillBlocks, addBlocks]) if (!(await runBatches(() => fill(kind)))) isDone = false;
  return isDone;
}

async function runBatches(runBatch: () => Promise<boolean>): Promise<boolean> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) if (await runBatch()) return true;
  return false;
}

async function fillBlocks(kind: TextKind): Promise<boolean> {
  const { prefix, toIndex } = TEXT_KINDS[kind];
  const blocks = await query(LIST_BLOCKS_WITHOUT_WORDS, { kind: prefix, limit: BLOCK_TEXTS });
  for (const { after, last } of blocks)
    await transaction(async (tx) => {
      await tx.query(LOCK_BLOCKS, { kind: prefix });
      const range = { after: `${prefix}_${after}`, until: `${prefix}_${last}` };
      await saveBlock(tx, prefix, { after, last }, await tx.query(toIndex, { ...range, limit: READ_MAX }));
    });
  return blocks.length < BLOCK_TEXTS;
}

/** Texts that do not fill a block wait for more: the scan of a search finds them. */
function addBlocks(kind: TextKind): Promise<boolean> {
  const { prefix, toIndex } = TEXT_KINDS[kind];
  return transaction(async (tx) => {
    await tx.query(LOCK_BLOCKS, { kind: prefix });
    const [newest] = await tx.query(FIND_LAST_BLOCK, { kind: prefix });
    let after = newest?.last ?? "";
    const until = lowestId(prefix, new Date(now().getTime() - WAIT_MS));
    const texts = await tx.query(toIndex, { after: `${prefix}_${after}`, until, limit: READ_MAX });
    for (const block of groupTexts(texts)) {
      const last = block.at(-1)?.id.slice(prefix.length + 1) ?? after;
      await saveBlock(tx, prefix, { after, last }, block);
      after = last;
    }
    return texts.length < READ_MAX;
  });
}

function groupTexts(texts: readonly IndexedText[]): IndexedText[][] {
  const full: IndexedText[][] = [];
  let block: IndexedText[] = [];
  let length = 0;
  for (const text of texts) {
    block.push(text);
    length += text.body.length;
    if (block.length < BLOCK_TEXTS && length < BLOCK_MAX_LENGTH) continue;
    full.push(block);
    [block, length] = [[], 0];
  }
  return full;
}

async function saveBlock(
  tx: Transaction,
  kind: string,
  block: { after: string; last: string },
  texts: readonly IndexedText[],
): Promise<void> {
  if (texts.length === 0) await tx.query(REMOVE_BLOCK, { kind, last: block.last });
  else await tx.query(SAVE_BLOCK, { kind, ...block, words: listBlockWords(kind, texts) });
}
