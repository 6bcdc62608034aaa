import type { RoomAccess } from "../access/open-room";
import { query } from "../platform/db";
import { isId } from "../platform/ids";
import { WORKSPACE_ROOMS_MAX } from "../platform/limits";
import type { RowOf } from "../platform/statement";
import { escapePattern } from "../platform/text";
import { SEARCH_ROOM, SEARCH_ROOMS } from "./search.sql";

/** Messages that one search looks at, which bounds its time (decision 73). */
const SCANNED_MAX = 10_000;
/** Messages that a search looks at in each room at least, however many rooms there are. */
const SCANNED_OF_ROOM_MIN = 40;
const HITS_MAX = 50;

export type MessageHit = RowOf<typeof SEARCH_ROOMS>;

export interface Found {
  hits: MessageHit[];
  /** The search goes on with messages older than this one; null: nothing older is left. */
  olderThan: string | null;
  /** Of how many messages; in several rooms, of each. */
  scannedMax: number;
}

const patternsOf = (terms: readonly string[]) => terms.map((term) => `%${escapePattern(term)}%`);

export async function findInMessages({ roomId }: RoomAccess, terms: readonly string[], before: string): Promise<Found> {
  const after = isId("msg", before) ? before : "~";
  const rows = await query(SEARCH_ROOM, [roomId, after, patternsOf(terms), SCANNED_MAX, HITS_MAX + 1]);
  const found = rows.filter(({ isHit }) => isHit);
  const hits = found.slice(0, HITS_MAX);
  const last = found.length > HITS_MAX ? hits.at(-1) : rows.find(({ isLast }) => isLast);
  return {
    hits: hits.map(({ isHit: _, isLast: __, ...hit }) => hit),
    olderThan: last?.id ?? null,
    scannedMax: SCANNED_MAX,
  };
}

/** In the newest messages of every room that the workspace lists for this person. */
export async function findInAllRooms(userId: string, terms: readonly string[], rooms: number): Promise<Found> {
  const scannedMax = Math.max(SCANNED_OF_ROOM_MIN, Math.floor(SCANNED_MAX / Math.max(1, rooms)));
  const hits = await query(SEARCH_ROOMS, [userId, WORKSPACE_ROOMS_MAX, patternsOf(terms), scannedMax, HITS_MAX]);
  return { hits, olderThan: null, scannedMax };
}
