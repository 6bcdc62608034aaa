import fc from "fast-check";
import { expect, test } from "vitest";
import { openCheckpoint } from "../src/checkpoint";
import { followLog } from "../src/follow";
import { describeGrowth } from "../src/growth";
import { EMPTY_ROOT, hashLeaf, hashNode } from "../src/hashes";
import { foldSubtrees, type Subtree, splitRange } from "../src/merkle";
import { type FakeLog, first, makeHandover, makeLog, second, third } from "./fake-log";

const follow = (kept: string, log: FakeLog, keys: readonly string[] = [first.verifierKey]) =>
  followLog({ keys, checkpoint: kept }, log, log.read);

test("a log that has grown is followed, and a forked or rewound one is not", async () => {
  const size = fc.integer({ min: 0, max: 1_500 });
  await fc.assert(
    fc.asyncProperty(size, size, async (a, b) => {
      const [small, large] = [Math.min(a, b), Math.max(a, b)];
      const kept = makeLog(small).checkpoint;
      expect(await follow(kept, makeLog(large))).toMatchObject({ breach: undefined, keptSize: small, size: large });
      if (small > 0)
        expect(await follow(kept, makeLog(large, { forkAt: small - 1 }))).toMatchObject({ breach: "forked" });
      if (small < large)
        expect(await follow(makeLog(large).checkpoint, makeLog(small))).toMatchObject({ breach: "rewound" });
    }),
    { numRuns: 12 },
  );
});

test("follows a log of three levels of tiles", async () => {
  expect((await follow(makeLog(65_700).checkpoint, makeLog(66_000))).breach).toBeUndefined();
});

test("another key is followed when the one before has introduced it", async () => {
  const kept = makeLog(5).checkpoint;
  const introduced = makeHandover(second, [first, second]);
  const after = makeLog(9, { key: second, handovers: [introduced] });
  const keys = [first.verifierKey, second.verifierKey];
  expect(await follow(kept, after)).toMatchObject({ breach: undefined, keys });
  expect(await follow(after.checkpoint, makeLog(12, { handovers: [introduced] }), keys)).toMatchObject({
    breach: "unsigned",
  });
  expect(await follow(after.checkpoint, makeLog(12, { key: second, handovers: [introduced] }), keys)).toMatchObject({
    breach: undefined,
    keys,
  });
  for (const handovers of [[], [makeHandover(second, [second])], [makeHandover(second, [first])]])
    expect(await follow(kept, makeLog(9, { key: second, handovers }))).toMatchObject({ breach: "unsigned" });
});

test("keys that were changed back do not make the list longer at each sight", async () => {
  const handovers = [makeHandover(second, [first, second]), makeHandover(first, [second, first])];
  const keys = [first.verifierKey, second.verifierKey, first.verifierKey];
  const seen = await follow(makeLog(5).checkpoint, makeLog(9, { handovers }), keys);
  expect(seen).toMatchObject({ breach: undefined, keys });
  const third_ = await follow(makeLog(5).checkpoint, makeLog(9, { key: third, handovers }), keys);
  expect(third_.breach).toBe("unsigned");
});

test("the growth that an export shows leads to both roots, and to no others", async () => {
  const head = async (size: number, forkAt?: number) => {
    const opened = await openCheckpoint(
      makeLog(size, forkAt === undefined ? {} : { forkAt }).checkpoint,
      first.verifierKey,
    );
    if (!opened) throw new Error("It is not signed.");
    return opened;
  };
  const leaves = Array.from({ length: 700 }, (_, index) => hashLeaf(Buffer.from(`${index}/0`.padEnd(32))));
  const rootOf = ({ level, index }: Subtree) => {
    const below = leaves.slice(index * 2 ** level, (index + 1) * 2 ** level).map((root) => ({ level: 0, root }));
    return (foldSubtrees(below, hashNode) ?? EMPTY_ROOT).toString("base64");
  };
  const growthOf = (from: number, to: number) => {
    const parts = [...splitRange({ from: 0, to: from }), ...splitRange({ from, to })];
    return { size: from, hashes: parts.map(rootOf) };
  };
  for (const [from, to] of [
    [1, 2],
    [3, 700],
    [256, 257],
    [255, 700],
    [699, 700],
  ] as const) {
    const growth = growthOf(from, to);
    expect(describeGrowth(await head(from), await head(to), growth)).toBeNull();
    expect(describeGrowth(await head(from, from - 1), await head(to), growth)).toContain("forked");
    expect(describeGrowth(await head(from), await head(to, from), growth)).toContain("forked");
    expect(describeGrowth(await head(from), await head(to), { ...growth, hashes: growth.hashes.slice(1) })).toContain(
      "forked",
    );
    expect(describeGrowth(await head(from), await head(to), undefined)).toContain("does not show");
    expect(describeGrowth(await head(to), await head(from), growth)).toContain("rewound");
  }
});
