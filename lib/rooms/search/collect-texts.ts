import { escapePattern } from "../../db/match-pattern";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import type { TextSearch } from "./search-terms";
import { BLOCK_TEXTS, TEXT_KINDS, type TextKind } from "./text-kinds";
import { FIND_BLOCKS, FIND_NEWEST_BLOCKS } from "./texts.sql";
import { foldText, writeTermPattern, writeWordsQuery } from "./words";

/** Bounds the texts outside the index that one search reads, for each kind. */
const SCANNED_MAX = 4_000;
/** Common words fill a page from the newest texts, which needs no index. */
const NEWEST_BLOCKS = 25;
const BLOCKS_FIRST = 30;
const BLOCKS_MAX = 100;
const BLOCKS_WITHOUT_WORDS_MAX = 20;

export type TextHit = RowOf<typeof TEXT_KINDS.message.inBlocks> & { kind: TextKind };

type Block = RowOf<typeof FIND_BLOCKS>;

/** A person sees the rooms of their seats; without one, all rooms of a billing entity are seen. */
export type Reader = { userId: string; entityId: null } | { userId: null; entityId: string };

interface Wanted extends Omit<TextSearch, "room"> {
  reader: Reader;
  roomIds: readonly string[];
  kinds: readonly TextKind[];
  begin: string;
  limit: number;
}

/** Ids of every kind sort by time behind the prefix, so one place serves all kinds. */
export const placeOf = (id: string): string => id.slice(id.indexOf("_") + 1);

/** All that matches down to the place `end`; null: all that there is, or more than the limit. */
export async function collectTexts(wanted: Wanted): Promise<{ hits: TextHit[]; end: string | null }> {
  const { roomIds, kinds, terms, from, has, limit } = wanted;
  const isEmpty = terms.length === 0 && from === null && has === null;
  if (isEmpty || roomIds.length === 0) return { hits: [], end: null };
  const prefixes = kinds.map((kind) => TEXT_KINDS[kind].prefix);
  if (writeWordsQuery(terms, prefixes) === null) return scanTexts(wanted, true);
  const [{ hits }, newest] = await Promise.all([scanTexts(wanted, false), findNewestBlocks(wanted, prefixes)]);
  hits.push(...(await readBlocks(wanted, newest)));
  const unfinished = newest.flatMap(({ kind, after, isAll }) =>
    isAll || hits.filter((hit) => TEXT_KINDS[hit.kind].prefix === kind).length > limit ? [] : { kind, after },
  );
  const words = writeWordsQuery(
    terms,
    unfinished.map(({ kind }) => kind),
  );
  if (unfinished.length === 0 || words === null) return { hits: mergeHits(hits, null), end: null };
  return readIndex(wanted, hits, unfinished, words);
}

async function readIndex(
  wanted: Wanted,
  hits: readonly TextHit[],
  unfinished: readonly { kind: string; after: string }[],
  words: string,
): Promise<{ hits: TextHit[]; end: string | null }> {
  const blocks = await findBlocks(wanted, unfinished, words);
  const isUnread = ({ kind, last }: Block) => unfinished.some((one) => one.kind === kind && last <= one.after);
  const found = [...hits];
  let end: string | null = null;
  for (const [from, until] of [
    [0, BLOCKS_FIRST],
    [BLOCKS_FIRST, BLOCKS_MAX],
  ]) {
    const part = blocks.slice(from, until);
    found.push(...(await readBlocks(wanted, part.filter(isUnread))));
    const isLast = blocks.length <= (until ?? 0) && blocks.length < BLOCKS_MAX;
    end = isLast ? null : (part.at(-1)?.last ?? null);
    const merged = mergeHits(found, end);
    if (isLast || merged.length > wanted.limit) return { hits: merged, end };
  }
  return { hits: mergeHits(found, end), end };
}

/** An edited text can be in a block and not in its words, and a text be indexed between two reads. */
function mergeHits(hits: readonly TextHit[], end: string | null): TextHit[] {
  const unique = [...new Map(hits.map((hit) => [hit.id, hit])).values()];
  return unique
    .filter(({ id }) => end === null || placeOf(id) >= end)
    .toSorted((a, b) => (placeOf(a.id) < placeOf(b.id) ? 1 : -1));
}

function valuesOf(kind: TextKind, { reader, roomIds, terms, from, has, begin, limit }: Wanted) {
  return {
    ...reader,
    roomIds,
    before: `${TEXT_KINDS[kind].prefix}_${begin}`,
    letters: terms.map((term) => `%${escapePattern(foldText(term))}%`),
    patterns: terms.map(writeTermPattern),
    first: terms[0] ?? "",
    author: from,
    has,
    limit: limit + 1,
  };
}

async function scanTexts(wanted: Wanted, readsAll: boolean): Promise<{ hits: TextHit[]; end: string | null }> {
  const scanned = Math.max(BLOCK_TEXTS, Math.floor(SCANNED_MAX / wanted.roomIds.length));
  const scan = async (kind: TextKind) => {
    const rows = await query(TEXT_KINDS[kind].newest, { ...valuesOf(kind, wanted), scanned, readsAll });
    return rows.map((row) => ({ kind, ...row }));
  };
  const rows = (await Promise.all(wanted.kinds.map(scan))).flat();
  const ends = rows.flatMap(({ isEnd, id }) => (isEnd ? placeOf(id) : [])).toSorted();
  const end = readsAll ? (ends.at(-1) ?? null) : null;
  const hits = rows.filter(({ isHit }) => isHit).map(({ isHit: _, isEnd: __, ...hit }): TextHit => hit);
  return { hits: mergeHits(hits, end), end };
}

function findNewestBlocks({ begin }: Wanted, kinds: readonly string[]) {
  return query(FIND_NEWEST_BLOCKS, { kinds, before: begin, limit: NEWEST_BLOCKS });
}

function findBlocks(
  { reader, roomIds, begin }: Wanted,
  unfinished: readonly { kind: string }[],
  words: string,
): Promise<Block[]> {
  const kinds = unfinished.map(({ kind }) => kind);
  const bounds = { limit: BLOCKS_MAX, withoutWords: BLOCKS_WITHOUT_WORDS_MAX };
  return query(FIND_BLOCKS, { ...reader, roomIds, kinds, words, before: begin, ...bounds });
}

async function readBlocks(wanted: Wanted, blocks: readonly Block[]): Promise<TextHit[]> {
  const read = async (kind: TextKind) => {
    const { prefix, inBlocks } = TEXT_KINDS[kind];
    const own = blocks.filter((block) => block.kind === prefix);
    if (own.length === 0) return [];
    const idsOf = (name: "after" | "last") => own.map((block) => `${prefix}_${block[name]}`);
    const values = { ...valuesOf(kind, wanted), afterIds: idsOf("after"), lastIds: idsOf("last") };
    const rows = await query(inBlocks, values);
    return rows.map((row): TextHit => ({ kind, ...row }));
  };
  return (await Promise.all(wanted.kinds.map(read))).flat();
}
