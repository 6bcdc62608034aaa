import type { RoomAccess } from "../access/open-room";
import { escapePattern } from "../db/match-pattern";
import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import { isId } from "../platform/ids";
import { WORKSPACE_ROOMS_MAX } from "../platform/limits";
import { IN_COMMENTS, IN_MESSAGES, IN_RECORDS } from "./texts.sql";

/** Bounds the time of a search (decision 21). */
const SCANNED_MAX = 10_000;
/** Each room gets at least this many, however many rooms there are. */
const SCANNED_OF_ROOM_MIN = 40;
const HITS_MAX = 50;

const KINDS = { message: ["msg", IN_MESSAGES], comment: ["cmt", IN_COMMENTS], record: ["rec", IN_RECORDS] } as const;
type TextKind = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as TextKind[];

export type TextHit = RowOf<typeof IN_MESSAGES.inRooms> & { kind: TextKind };

export interface Found {
  hits: TextHit[];
  olderThan: string | null;
  scannedMax: number;
}

const patternsOf = (terms: readonly string[]) => terms.map((term) => `%${escapePattern(term)}%`);

/** Ids of every kind sort by time behind the prefix, so one place serves all kinds. */
const placeOf = (id: string) => id.slice(id.indexOf("_") + 1);
const newestFirst = (a: TextHit, b: TextHit) => (placeOf(a.id) < placeOf(b.id) ? 1 : -1);

async function findKind(kind: TextKind, { roomId }: RoomAccess, patterns: readonly string[], before: string) {
  const [prefix, { inRoom }] = KINDS[kind];
  const after = isId(prefix, `${prefix}_${before}`) ? `${prefix}_${before}` : "~";
  const rows = await query(inRoom, { roomId, after, patterns, scannedMax: SCANNED_MAX, limit: HITS_MAX + 1 });
  const found = rows.filter(({ isHit }) => isHit);
  const hits = found.slice(0, HITS_MAX).map(({ isHit: _, isLast: __, ...hit }): TextHit => ({ kind, ...hit }));
  const last = found.length > HITS_MAX ? hits.at(-1) : rows.find(({ isLast }) => isLast);
  return { hits, end: last ? placeOf(last.id) : null };
}

export async function findTextsInRoom(access: RoomAccess, terms: readonly string[], before: string): Promise<Found> {
  const place = placeOf(before);
  const found = await Promise.all(KIND_NAMES.map((kind) => findKind(kind, access, patternsOf(terms), place)));
  const ends = found.flatMap(({ end }) => end ?? []).toSorted();
  const end = ends.at(-1) ?? null;
  const complete = found
    .flatMap(({ hits }) => hits)
    .filter(({ id }) => end === null || placeOf(id) >= end)
    .toSorted(newestFirst);
  const hits = complete.slice(0, HITS_MAX);
  const last = complete.length > HITS_MAX ? hits.at(-1) : undefined;
  return { hits, olderThan: last ? placeOf(last.id) : end, scannedMax: SCANNED_MAX };
}

export async function findTextsInAllRooms(userId: string, terms: readonly string[], rooms: number): Promise<Found> {
  const scannedMax = Math.max(SCANNED_OF_ROOM_MIN, Math.floor(SCANNED_MAX / Math.max(1, rooms)));
  const find = async (kind: TextKind) => {
    const rows = await query(KINDS[kind][1].inRooms, {
      userId,
      roomsMax: WORKSPACE_ROOMS_MAX,
      patterns: patternsOf(terms),
      scannedMax,
      limit: HITS_MAX,
    });
    return rows.map((hit): TextHit => ({ kind, ...hit }));
  };
  const found = await Promise.all(KIND_NAMES.map(find));
  return { hits: found.flat().toSorted(newestFirst).slice(0, HITS_MAX), olderThan: null, scannedMax };
}

export function findRecordsByTitle(userId: string, title: string, max: number) {
  const patterns = patternsOf([title.normalize("NFKC")]);
  const bounds = { roomsMax: WORKSPACE_ROOMS_MAX, scannedMax: SCANNED_OF_ROOM_MIN, limit: max };
  return query(IN_RECORDS.inRooms, { userId, patterns, ...bounds });
}
