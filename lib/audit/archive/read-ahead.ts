import type { FilePart } from "./archive-file";
import type { ArchiveFile } from "./store/archive-store";

const SPAN_BYTES = 4 * 1024 * 1024;
const PLACES_MAX = 64;
const AHEAD = 3;
/** A third of the bytes between wanted parts are hashes; a wider gap is not worth reading over. */
const WASTE = 1.6;

type Extent = Pick<FilePart, "offset" | "length">;

/**
 * The first part is read alone, because a page seldom needs more; later ones together and ahead, because a bucket is slow
 * to respond.
 */
export async function* readAhead(file: ArchiveFile, places: readonly Extent[]): AsyncGenerator<Buffer> {
  const groups = groupPlaces(places);
  const underWay: Promise<Buffer[]>[] = [];
  let begun = 0;
  const begin = (until: number) => {
    for (; begun < Math.min(until, groups.length); begun += 1) {
      const reading = readGroup(file, groups[begun] ?? []);
      // The consumer may have stopped before this read fails.
      reading.catch(() => undefined);
      underWay.push(reading);
    }
  };
  try {
    for (let group = 0; group < groups.length; group += 1) {
      begin(group === 0 ? 1 : group + 1 + AHEAD);
      yield* await (underWay.shift() ?? Promise.resolve([]));
    }
  } finally {
    // Wait for the pending reads, because the caller closes the file next.
    await Promise.allSettled(underWay);
  }
}

export function groupPlaces<One extends Extent>(places: readonly One[]): One[][] {
  const groups: One[][] = [];
  let [from, to, wanted] = [0, 0, 0];
  for (const place of places) {
    const group = groups.at(-1);
    const [nextFrom, nextTo] = [Math.min(from, place.offset), Math.max(to, place.offset + place.length)];
    const span = nextTo - nextFrom;
    const room = Math.min(PLACES_MAX, 2 ** (groups.length - 1));
    if (group && group.length < room && span <= SPAN_BYTES && span <= WASTE * (wanted + place.length)) {
      group.push(place);
      [from, to, wanted] = [nextFrom, nextTo, wanted + place.length];
    } else {
      groups.push([place]);
      [from, to, wanted] = [place.offset, place.offset + place.length, place.length];
    }
  }
  return groups;
}

async function readGroup(file: ArchiveFile, group: readonly Extent[]): Promise<Buffer[]> {
  const from = Math.min(...group.map(({ offset }) => offset));
  const to = Math.max(...group.map(({ offset, length }) => offset + length));
  const bytes = await file.read(from, to - from);
  return group.map(({ offset, length }) => bytes.subarray(offset - from, offset - from + length));
}
