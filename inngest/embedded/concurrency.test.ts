import { expect, test } from "vitest";
import { type Candidate, chooseRuns, countBusy } from "./concurrency";

const run = (id: string, wakeAtMs: number, ...keys: string[]): Candidate => ({
  id,
  functionId: "f",
  concurrencyKey: JSON.stringify(keys),
  wakeAtMs,
});
const limits =
  (...numbers: number[]) =>
  () =>
    numbers;

test.each([
  ["the oldest first", [run("b", 2, "k"), run("a", 1, "k"), run("c", 3, "k")], {}, [2], 9, ["a", "b"]],
  ["not more than there are lanes", [run("a", 1, "k"), run("b", 2, "k")], {}, [9], 1, ["a"]],
  ["what is at work counts", [run("a", 1, "k"), run("b", 2, "k")], { '["k"]': 1 }, [2], 9, ["a"]],
  ["a full key hides no other", [run("a", 1, "k"), run("b", 2, "l")], { '["k"]': 1 }, [1], 9, ["b"]],
  [
    "every key must have room",
    [run("a", 1, "k", "all"), run("b", 2, "l", "all")],
    { '["m","all"]': 1 },
    [1, 2],
    9,
    ["a"],
  ],
  ["a lowered limit starts nothing more", [run("a", 1, "k")], { '["k"]': 5 }, [2], 9, []],
] as const)("%s", (_name, candidates, busy, numbers, lanes, chosen) => {
  const groups = Object.entries(busy).map(([concurrencyKey, runs]) => ({ concurrencyKey, runs }));
  expect(chooseRuns(candidates, countBusy(groups), limits(...numbers), lanes)).toEqual(chosen);
});

test("groups that share a key are counted together", () => {
  const busy = countBusy([
    { concurrencyKey: '["a","all"]', runs: 2 },
    { concurrencyKey: '["b","all"]', runs: 3 },
    { concurrencyKey: "", runs: 9 },
  ]);
  expect(Object.fromEntries(busy)).toEqual({ a: 2, b: 3, all: 5 });
});
