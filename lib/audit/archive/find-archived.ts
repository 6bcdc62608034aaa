import { startOfSpan } from "../../db/partitioned-table";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { AUDIT_HOT_MONTHS_MIN } from "../../platform/audit-months";
import { now } from "../../platform/clock";
import { AppError } from "../../platform/errors";
import { startOfRetention } from "../retention";
import { type ArchivedRow, type Block, readLine } from "./archive-file";
import { FIND_AREAS_OF_ID, LIST_AREAS, LIST_AREAS_OF_ACTS, READ_ARCHIVED_UNTIL } from "./archives.sql";
import type { ArchivedColumns } from "./block-summary";
import { readBlocks, readBlocksAhead } from "./open-archive";
import { type ArchiveFile, BrokenArchive } from "./store/archive-store";
import { openArchiveStore } from "./store/open-store";

/** A page opens at most this many blocks; the next page continues the search. */
const BLOCKS_MAX = 600;
const AREAS_AT_ONCE = 8;

export interface ArchivedKey {
  at: Date;
  id: string;
}

export interface ArchivedEntry {
  key: ArchivedKey;
  columns: ArchivedColumns;
  archived: ArchivedRow;
}

export interface ArchiveSearch {
  before: ArchivedKey;
  from: Date | null;
  limit: number;
  mayFit: (block: Block) => boolean;
  fits: (columns: ArchivedColumns) => boolean;
  contains?: string | null;
  blocksMax?: number;
}

/** `stoppedAt` is the last key that was searched; null when everything was. */
export interface ArchivedPage {
  entries: ArchivedEntry[];
  stoppedAt: ArchivedKey | null;
}

type Area = RowOf<typeof LIST_AREAS>;

export async function listArchived(owner: string | null, search: ArchiveSearch): Promise<ArchivedPage> {
  const areas = await query(LIST_AREAS, {
    keptSince: startOfRetention(),
    owner: owner ?? "",
    from: search.from,
    at: search.before.at,
  });
  return searchAreas(areas, search);
}

export async function listArchivedActs(names: readonly string[], search: ArchiveSearch): Promise<ArchivedPage> {
  const areas = await query(LIST_AREAS_OF_ACTS, {
    keptSince: startOfRetention(),
    acts: names,
    from: search.from,
    at: search.before.at,
  });
  const page: ArchivedPage = { entries: [], stoppedAt: null };
  for (let first = 0; first < areas.length && page.entries.length < search.limit; ) {
    // Areas of one month overlap in time, so they are merged before the page is cut.
    const month = areas.filter(({ from }) => from.getTime() === areas[first]?.from.getTime());
    first += month.length;
    const parts: ArchivedPage[] = [];
    for (let at = 0; at < month.length; at += AREAS_AT_ONCE) {
      const together = month.slice(at, at + AREAS_AT_ONCE);
      const searchArea = (area: Area) => searchAreas([area], { ...search, blocksMax: Number.POSITIVE_INFINITY });
      parts.push(...(await Promise.all(together.map(searchArea))));
    }
    page.entries.push(...parts.flatMap(({ entries }) => entries).sort((a, b) => compareKeys(b.key, a.key)));
  }
  return { ...page, entries: page.entries.slice(0, search.limit) };
}

async function searchAreas(areas: readonly Area[], search: ArchiveSearch): Promise<ArchivedPage> {
  const page: ArchivedPage = { entries: [], stoppedAt: null };
  const budget = { blocks: search.blocksMax ?? BLOCKS_MAX, seen: search.before };
  for (const area of areas) {
    if (page.entries.length === search.limit || page.stoppedAt !== null) break;
    await withArea(area, async (file, blocks) => {
      const wanted = blocks.toReversed().filter((block) => mayHaveRows(block, search));
      for await (const { lines } of readBlocksAhead(file, wanted)) {
        if (budget.blocks === 0) page.stoppedAt = budget.seen;
        if (page.stoppedAt !== null) return;
        budget.seen = readEntry(lines[0] ?? "").key;
        // Blocks before the cursor are free, so that each page advances.
        if (compareKeys(budget.seen, search.before) < 0) budget.blocks -= 1;
        for (const line of lines.toReversed()) {
          const entry = search.contains && !line.includes(search.contains) ? null : readEntry(line);
          if (entry === null || !isWanted(entry, search)) continue;
          page.entries.push(entry);
          if (page.entries.length === search.limit) return;
        }
      }
    });
  }
  return page;
}

function mayHaveRows(block: Block, { before, from, mayFit }: ArchiveSearch): boolean {
  return new Date(block.from) <= before.at && (from === null || new Date(block.to) >= from) && mayFit(block);
}

function isWanted({ key, columns }: ArchivedEntry, { before, from, fits }: ArchiveSearch): boolean {
  return compareKeys(key, before) < 0 && (from === null || key.at >= from) && fits(columns);
}

function readEntry(line: string): ArchivedEntry {
  const archived = readLine(line);
  const columns = JSON.parse(archived.row) as ArchivedColumns;
  return { key: { at: new Date(columns.at), id: columns.id }, columns, archived };
}

export function compareKeys(one: ArchivedKey, other: ArchivedKey): number {
  const difference = one.at.getTime() - other.at.getTime();
  if (difference !== 0) return difference;
  const [id, otherId] = [BigInt(one.id), BigInt(other.id)];
  return id < otherId ? -1 : id > otherId ? 1 : 0;
}

export async function findArchived(
  owner: string | null,
  keys: readonly ArchivedKey[],
): Promise<Map<string, ArchivedEntry>> {
  const found = new Map<string, ArchivedEntry>();
  const sorted = keys.toSorted(compareKeys);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return found;
  const instants = new Map(sorted.map(({ at, id }) => [id, at.getTime()]));
  for (const area of await query(LIST_AREAS, {
    keptSince: startOfRetention(),
    owner: owner ?? "",
    from: first.at,
    at: last.at,
  }))
    await withArea(area, async (file, blocks) => {
      const wanted = blocks.filter(({ from, to }) =>
        sorted.some(({ at }) => at >= new Date(from) && at <= new Date(to)),
      );
      for await (const { lines } of readBlocksAhead(file, wanted)) {
        for (const line of lines) {
          const entry = readEntry(line);
          if (instants.get(entry.key.id) === entry.key.at.getTime()) found.set(entry.key.id, entry);
        }
      }
    });
  return found;
}

export async function findArchivedById(owner: string | null, id: string): Promise<ArchivedKey | null> {
  let found: ArchivedKey | null = null;
  for (const area of await query(FIND_AREAS_OF_ID, { keptSince: startOfRetention(), owner: owner ?? "", id }))
    await withArea(area, async (file, blocks) => {
      const wanted = blocks.filter(({ leastId, greatestId }) => isBetween(id, leastId, greatestId));
      for await (const { lines } of readBlocksAhead(file, wanted)) {
        found ??= lines.map((line) => readEntry(line).key).find((key) => key.id === id) ?? null;
        if (found !== null) return;
      }
    });
  return found;
}

function isBetween(id: string, least: string, greatest: string): boolean {
  return BigInt(id) >= BigInt(least) && BigInt(id) <= BigInt(greatest);
}

export async function mayBeArchived(oldest: Date): Promise<boolean> {
  if (oldest >= startOfSpan({ span: "month" }, now(), -AUDIT_HOT_MONTHS_MIN)) return false;
  const [archives] = await query(READ_ARCHIVED_UNTIL);
  return archives?.until ? oldest < archives.until : false;
}

/** A missing or changed file is an error, never a shorter list. */
async function withArea(area: Area, read: (file: ArchiveFile, blocks: Block[]) => Promise<void>): Promise<void> {
  const { file: name, indexAt, indexBytes, indexDigest } = area;
  const store = openArchiveStore();
  if (store === null)
    throw new BrokenArchive(`${name} holds rows of the audit log, and this service has no archive set.`);
  const place = { offset: Number(indexAt), length: indexBytes, digest: indexDigest.toString("base64") };
  let file: ArchiveFile | undefined;
  try {
    file = await store.open(name);
    await read(file, await readBlocks(file, place));
  } catch (cause) {
    // An unreachable store is a 503 that passes; a broken file is not.
    if (cause instanceof AppError && cause.isAway) throw cause;
    throw new BrokenArchive(`${name}, a file of the audit log's archive, cannot be read.`, { cause });
  } finally {
    await file?.close();
  }
}
