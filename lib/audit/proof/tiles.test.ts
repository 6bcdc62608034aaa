import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EMPTY_ROOT, hashLeaf, hashNode } from "../../../packages/audit-verifier/src/hashes";
import {
  climb,
  foldRoots,
  type LeafRange,
  listInclusionRanges,
  locateSubtree,
  splitRange,
  writeTilePath,
} from "../../../packages/audit-verifier/src/merkle";
import { parseTilePath, rootInTile, type Tile, TreeEdge, writeBundle } from "./tiles";

/** The vectors are those of Certificate Transparency's reference implementation. */
const VECTOR_LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const VECTOR_ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

function naiveRoot(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (!first) return EMPTY_ROOT;
  if (leaves.length === 1) return hashLeaf(first);
  let middle = 1;
  while (middle * 2 < leaves.length) middle *= 2;
  return hashNode(naiveRoot(leaves.slice(0, middle)), naiveRoot(leaves.slice(middle)));
}

const makeEntries = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => {
    const entry = Buffer.alloc(32);
    entry.writeUInt32BE(from + index);
    return entry;
  });

function grow(sizes: readonly number[]) {
  const tiles = new Map<string, Tile>();
  let edge = new TreeEdge(0, []);
  for (const size of sizes) {
    edge = new TreeEdge(edge.size, [...tiles.values()]);
    for (const entry of makeEntries(size, edge.size)) edge.append(entry);
    for (const tile of edge.takeChangedTiles()) tiles.set(`${tile.level}/${tile.index}`, tile);
  }
  return { edge, tiles };
}

describe("roots", () => {
  test.each(VECTOR_ROOTS.map((root, index) => [index + 1, root] as const))("of %i leaves", (size, root) => {
    const leaves = VECTOR_LEAVES.slice(0, size).map((hex) => Buffer.from(hex, "hex"));
    expect(naiveRoot(leaves).toString("hex")).toBe(root);
    const edge = new TreeEdge(0, []);
    for (const leaf of leaves) edge.append(leaf);
    expect(edge.root().toString("hex")).toBe(root);
  });

  test("of a tree that grows by any steps are those of the whole", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 4 }), (sizes) => {
        const { edge } = grow(sizes);
        expect(edge.root()).toEqual(naiveRoot(makeEntries(edge.size)));
      }),
      { numRuns: 30 },
    );
  });

  test("of a tree with three levels of tiles", () => {
    const { edge, tiles } = grow([65_000, 537, 300]);
    expect(edge.root()).toEqual(naiveRoot(makeEntries(65_837)));
    expect([...tiles.keys()].filter((key) => !key.startsWith("0/")).sort()).toEqual(["1/0", "1/1", "2/0"]);
  });
});

test("proves each leaf from the stored tiles and rejects others", () => {
  const { edge, tiles } = grow([300, 1, 499]);
  const root = edge.root();
  const rootOf = (range: LeafRange) =>
    foldRoots(
      splitRange(range).map((subtree) => {
        const { level, index } = locateSubtree(subtree);
        const tile = tiles.get(`${level}/${index}`);
        const part = tile && rootInTile(tile, subtree);
        if (!part) throw new Error("A tile is missing.");
        return part;
      }),
      hashNode,
    );
  for (const index of [0, 1, 255, 256, 257, 511, 512, 798, 799]) {
    const proof = listInclusionRanges(index, edge.size).map(rootOf);
    const [entry, other] = makeEntries(2, index);
    if (!entry || !other) throw new Error("There is no entry.");
    const reach = (leaf: Buffer, siblings: readonly (Buffer | null)[]) =>
      climb(hashLeaf(leaf), { index, size: edge.size }, (_, step) => siblings[step], hashNode);
    expect(reach(entry, proof)).toEqual(root);
    expect(reach(other, proof)).not.toEqual(root);
    expect(reach(entry, proof.slice(0, -1))).toBeNull();
  }
});

describe("tiles", () => {
  test.each([
    ["0/000", 0, 0, 256],
    ["0/x001/x234/067", 0, 1_234_067, 256],
    ["1/255.p/17", 1, 255, 17],
    ["entries/x001/000.p/1", "entries", 1_000, 1],
  ] as const)("%s is a path", (path, level, index, width) => {
    expect(parseTilePath(path)).toEqual({ level, index, width });
    if (level !== "entries") expect(writeTilePath({ level, index }, (index * 256 + width) * 256 ** level)).toBe(path);
  });

  test.each([
    "",
    "0",
    "0/0",
    "00/000",
    "0/x000/001",
    "0/001/002",
    "0/000.p/0",
    "0/000.p/256",
    "0/000.p/999",
    "-1/000",
    "100/000",
    "0/000/",
    "x/000",
  ])("%j is none", (path) => expect(parseTilePath(path)).toBeNull());

  test("prefixes each entry of a bundle with its length", () => {
    expect(writeBundle(makeEntries(2, 7)).toString("hex")).toBe(
      `0020${"00000007".padEnd(64, "0")}0020${"00000008".padEnd(64, "0")}`,
    );
  });

  test("rejects a tile that is shorter than its tree", () => {
    const [tile] = grow([10]).tiles.values();
    if (!tile) throw new Error("There is no tile.");
    expect(() => new TreeEdge(11, [tile])).toThrow("is not as long as its tree");
  });
});
