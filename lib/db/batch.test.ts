import { expect, test, vi } from "vitest";
import { createBatch } from "./batch";

test("shares a run among callers of one turn, and makes later callers wait for the next", async () => {
  const runs: number[][] = [];
  const double = createBatch<number, number>((items) => {
    runs.push([...items]);
    return Promise.resolve(items.map((item) => item * 2));
  });
  const first = [1, 2, 3].map(double);
  await first[0];
  expect(await Promise.all([...first, ...[4, 5].map(double)])).toEqual([2, 4, 6, 8, 10]);
  expect(runs).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test("rejects one bad item alone", async () => {
  const check = createBatch<number, string>((items) => {
    if (items.includes(13)) return Promise.reject(new Error("thirteen"));
    return Promise.resolve(items.map(String));
  });
  const outcomes = await Promise.allSettled([1, 12, 13, 14].map(check));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(await check(15)).toBe("15");
});

test("rejects all items together when the database is away", async () => {
  const run = vi.fn((): Promise<string[]> => Promise.reject(new Error("timeout exceeded when trying to connect")));
  const outcomes = await Promise.allSettled([1, 2, 3].map(createBatch<number, string>(run)));
  expect([outcomes.map(({ status }) => status), run.mock.calls]).toEqual([Array(3).fill("rejected"), [[[1, 2, 3]]]]);
});

test("a run takes no more than its maximum", async () => {
  const sizes: number[] = [];
  const keep = createBatch<number, number>(
    (items) => {
      sizes.push(items.length);
      return Promise.resolve(items);
    },
    { maxItems: 4 },
  );
  await Promise.all(Array.from({ length: 10 }, (_, n) => keep(n)));
  expect(sizes).toEqual([4, 4, 2]);
});

test("as many runs go on at a time as there are lanes, and the first that ends takes what waits", async () => {
  const ends: (() => void)[] = [];
  const runs: number[][] = [];
  const keep = createBatch<number, number>(
    (items) => {
      runs.push([...items]);
      return new Promise((resolve) => ends.push(() => resolve(items)));
    },
    { maxItems: 2, lanes: 2 },
  );
  const all = Promise.all([1, 2, 3, 4, 5, 6, 7].map(keep));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  expect(runs).toEqual([
    [1, 2],
    [3, 4],
  ]);
  ends[1]?.();
  await turn();
  expect(runs.slice(2)).toEqual([[5, 6]]);
  ends[0]?.();
  await turn();
  expect(runs.slice(3)).toEqual([[7]]);
  for (const end of ends) end();
  expect(await all).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const late = keep(8);
  await turn();
  ends.at(-1)?.();
  expect(await late).toBe(8);
});
