import fc from "fast-check";
import { expect, test } from "vitest";
import { hashLeaf } from "../../../lib/audit-proof/merkle";
import { makeSigner, signNote, writeTreeHead } from "../../../lib/audit-proof/note";
import { parseTilePath, splitHashes, type Tile, TreeEdge } from "../../../lib/audit-proof/tiles";
import { followLog, type ReadLog } from "../src/follow";

const ORIGIN = "log.example/audit/log";
const signer = makeSigner(ORIGIN, Buffer.alloc(32, 1));
const later = makeSigner(ORIGIN, Buffer.alloc(32, 2));

const makeEntry = (index: number, fork = 0) => Buffer.from(`${index}/${fork}`.padEnd(32));

/** A log of `size` entries; those from `forkAt` on are other ones. */
function makeLog(size: number, forkAt = Number.POSITIVE_INFINITY, key = signer) {
  const edge = new TreeEdge(0, []);
  for (let index = 0; index < size; index += 1) edge.append(makeEntry(index, index >= forkAt ? 1 : 0));
  const tiles = new Map<string, Tile>(edge.changedTiles().map((tile) => [`${tile.level}/${tile.index}`, tile]));
  const head = { origin: ORIGIN, size, root: edge.root() };
  const checkpoint = signNote(writeTreeHead(head), [key]);
  const handover = signNote(writeTreeHead(head, `key ${later.verifierKey}`), [signer, later]);
  const read =
    (handovers: string[] = []): ReadLog =>
    async (path) => {
      if (path === "checkpoint") return Buffer.from(checkpoint);
      if (path === "keys") return Buffer.from(JSON.stringify({ handovers }));
      const asked = parseTilePath(path.replace(/^tile\//, ""));
      const tile = asked && tiles.get(`${asked.level}/${asked.index}`);
      if (!asked || !tile) throw new Error(`There is no ${path}.`);
      const data = tile.level === 0 ? Buffer.concat(splitHashes(tile.data).map(hashLeaf)) : tile.data;
      expect(data.length).toBeGreaterThanOrEqual(asked.width * 32);
      return data.subarray(0, asked.width * 32);
    };
  return { checkpoint, handover, read };
}

test("a log that has grown is followed, and a forked or rewound one is not", async () => {
  const size = fc.integer({ min: 0, max: 1_500 });
  await fc.assert(
    fc.asyncProperty(size, size, async (a, b) => {
      const [small, large] = [Math.min(a, b), Math.max(a, b)];
      const kept = makeLog(small).checkpoint;
      expect(await followLog(signer.verifierKey, kept, makeLog(large).read())).toMatchObject({
        problem: null,
        kept: small,
        size: large,
      });
      if (small > 0) {
        const forked = await followLog(signer.verifierKey, kept, makeLog(large, small - 1).read());
        expect(forked.problem).toContain("forked");
      }
      if (small < large) {
        const rewound = await followLog(signer.verifierKey, makeLog(large).checkpoint, makeLog(small).read());
        expect(rewound.problem).toContain("rewound");
      }
    }),
    { numRuns: 12 },
  );
});

test("a log of three levels of tiles", async () => {
  const grown = makeLog(66_000);
  expect((await followLog(signer.verifierKey, makeLog(65_700).checkpoint, grown.read())).problem).toBeNull();
});

test("another key is followed when the one before has introduced it", async () => {
  const before = makeLog(5);
  const after = makeLog(9, undefined, later);
  const kept = before.checkpoint;
  expect((await followLog(signer.verifierKey, kept, after.read([before.handover]))).problem).toBeNull();
  expect((await followLog(signer.verifierKey, kept, after.read())).problem).toContain("not signed by your key");
  const own = signNote(writeTreeHead({ origin: ORIGIN, size: 5, root: Buffer.alloc(32) }, `key ${later.verifierKey}`), [
    later,
  ]);
  expect((await followLog(signer.verifierKey, kept, after.read([own]))).problem).toContain("not signed by your key");
});
