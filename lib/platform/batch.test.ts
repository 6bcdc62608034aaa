import { expect, test } from "vitest";
import { createBatch } from "./batch";

test("callers of one turn share a run; who comes later waits for the next", async () => {
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

test("one bad item fails alone", async () => {
  const check = createBatch<number, string>((items) => {
    if (items.includes(13)) return Promise.reject(new Error("thirteen"));
    return Promise.resolve(items.map(String));
  });
  const outcomes = await Promise.allSettled([1, 12, 13, 14].map(check));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(await check(15)).toBe("15");
});

test("a run takes no more than its maximum", async () => {
  const sizes: number[] = [];
  const keep = createBatch<number, number>((items) => {
    sizes.push(items.length);
    return Promise.resolve(items);
  }, 4);
  await Promise.all(Array.from({ length: 10 }, (_, n) => keep(n)));
  expect(sizes).toEqual([4, 4, 2]);
});
