import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { groupPlaces, readAhead } from "./read-ahead";
import type { ArchiveFile } from "./store/archive-store";

const BYTES = randomBytes(400_000);
/** The gaps stand for the hashes between blocks. */
const PLACES = Array.from({ length: 250 }, (_, at) => ({ offset: at * 1_400, length: 1_000 }));

function openBytes() {
  const reads: [number, number][] = [];
  const file: ArchiveFile = {
    read(position, length) {
      reads.push([position, length]);
      return Promise.resolve(BYTES.subarray(position, position + length));
    },
    size: () => Promise.resolve(BYTES.length),
    close: () => Promise.resolve(),
  };
  return { reads, file };
}

test.each([
  ["forwards", PLACES],
  ["backwards", PLACES.toReversed()],
  ["scattered", PLACES.filter((_, at) => at % 7 === 0 || at % 11 === 3)],
  ["not at all", []],
])("returns the bytes of each place, %s", async (_, places) => {
  const { reads, file } = openBytes();
  const found: Buffer[] = [];
  for await (const bytes of readAhead(file, places)) found.push(bytes);
  expect(found.length).toBe(places.length);
  for (const [at, { offset, length }] of places.entries())
    expect(found[at]?.equals(BYTES.subarray(offset, offset + length))).toBe(true);
  expect(reads.length).toBeLessThanOrEqual(places.length);
});

test("the first is read alone, then neighbours together", async () => {
  expect(groupPlaces(PLACES).map(({ length }) => length)).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 59]);
  const { reads, file } = openBytes();
  for await (const bytes of readAhead(file, PLACES)) {
    expect(bytes.length).toBe(1_000);
    break;
  }
  expect(reads).toEqual([[0, 1_000]]);
});

test("does not read over wide gaps", () => {
  const far = PLACES.filter((_, at) => at % 10 === 0);
  expect(groupPlaces(far).every(({ length }) => length === 1)).toBe(true);
  const large = PLACES.slice(0, 30).map((_, at) => ({ offset: at * 3_000_000, length: 3_000_000 }));
  expect(groupPlaces(large).every(({ length }) => length === 1)).toBe(true);
});

test("fails where the failed read is reached, after pending reads have ended", async () => {
  const { file } = openBytes();
  let underWay = 0;
  const failing: ArchiveFile = {
    ...file,
    async read(position, length) {
      underWay += 1;
      await Promise.resolve();
      underWay -= 1;
      if (position > 5_000) throw new Error("cut off");
      return file.read(position, length);
    },
  };
  let read = 0;
  const reading = (async () => {
    for await (const bytes of readAhead(failing, PLACES)) read += bytes.length / 1_000;
  })();
  await expect(reading).rejects.toThrow("cut off");
  expect([read, underWay]).toEqual([7, 0]);
});
