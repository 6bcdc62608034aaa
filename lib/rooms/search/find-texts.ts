import { collectTexts, placeOf, type Reader, type TextHit } from "./collect-texts";
import type { TextSearch } from "./search-terms";
import { TEXT_KIND_NAMES, type TextKind } from "./text-kinds";
import { foldText } from "./words";

export interface FoundTexts {
  hits: TextHit[];
  /** The place where a further search begins; null: nothing older can match. */
  olderThan: string | null;
}

interface Room {
  id: string;
  name: string;
}

const NEWEST = "z";
export const isPlaceOfText = (text: string) => /^[0-9a-z]{26}$/.test(text);

export async function findTexts(
  reader: Reader,
  rooms: readonly Room[],
  search: TextSearch,
  { before, limit, kinds = TEXT_KIND_NAMES }: { before: string; limit: number; kinds?: readonly TextKind[] },
): Promise<FoundTexts> {
  const roomIds = listRoomIds(rooms, search.room);
  const begin = isPlaceOfText(before) ? before : NEWEST;
  const { hits, end } = await collectTexts({ ...search, reader, roomIds, kinds, begin, limit });
  const last = hits.length > limit ? hits[limit - 1] : undefined;
  return { hits: hits.slice(0, limit), olderThan: last ? placeOf(last.id) : end };
}

export async function findTextsOfEachKind(
  userId: string,
  rooms: readonly Room[],
  search: TextSearch,
  max: number,
): Promise<TextHit[]> {
  const roomIds = listRoomIds(rooms, search.room);
  const isTitled = ({ title }: TextHit) =>
    title !== null && search.terms.every((term) => foldText(title).includes(foldText(term)));
  const reader = { userId, entityId: null };
  const find = async (kind: TextKind) => {
    const found = await collectTexts({ ...search, reader, roomIds, kinds: [kind], begin: NEWEST, limit: 4 * max });
    return found.hits.toSorted((a, b) => Number(isTitled(b)) - Number(isTitled(a))).slice(0, max);
  };
  return (await Promise.all(TEXT_KIND_NAMES.map(find))).flat();
}

function listRoomIds(rooms: readonly Room[], wanted: string | null): string[] {
  if (wanted === null) return rooms.map(({ id }) => id);
  const name = foldText(wanted);
  const exact = rooms.filter((room) => room.id === wanted || foldText(room.name) === name);
  const found = exact.length > 0 ? exact : rooms.filter((room) => foldText(room.name).includes(name));
  return found.map(({ id }) => id);
}
