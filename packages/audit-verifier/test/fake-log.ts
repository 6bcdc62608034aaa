import { makeSigner, type Signer, signNote, writeTreeHead } from "../../../lib/audit/proof/note";
import { parseTilePath, splitHashes, type Tile, TreeEdge } from "../../../lib/audit/proof/tiles";
import type { ReadLog } from "../src/follow";
import { hashLeaf } from "../src/hashes";

const ORIGIN = "log.example/audit/log";
export const [first, second, third] = [1, 2, 3].map((byte) => makeSigner(ORIGIN, Buffer.alloc(32, byte))) as [
  Signer,
  Signer,
  Signer,
];

const makeEntry = (index: number, fork = 0) => Buffer.from(`${index}/${fork}`.padEnd(32));

interface LogOptions {
  entries?: readonly Buffer[];
  /** Entries from this index on differ. */
  forkAt?: number;
  key?: Signer;
  handovers?: readonly string[];
}

export interface FakeLog {
  checkpoint: string;
  key: string;
  handovers: readonly string[];
  read: ReadLog;
}

export function makeLog(
  size: number,
  { entries = [], forkAt = Number.POSITIVE_INFINITY, key = first, handovers = [] }: LogOptions = {},
): FakeLog {
  const edge = new TreeEdge(0, []);
  for (let index = 0; index < size; index += 1)
    edge.append(entries[index] ?? makeEntry(index, index >= forkAt ? 1 : 0));
  const tiles = new Map<string, Tile>(edge.takeChangedTiles().map((tile) => [`${tile.level}/${tile.index}`, tile]));
  const checkpoint = signNote(writeTreeHead({ origin: ORIGIN, size, root: edge.root() }), [key]);
  const keys = JSON.stringify({ key: key.verifierKey, handovers });
  const read: ReadLog = async (path) => {
    if (path === "checkpoint") return Buffer.from(checkpoint);
    if (path === "keys") return Buffer.from(keys);
    const asked = parseTilePath(path.replace(/^tile\//, ""));
    const tile = asked && tiles.get(`${asked.level}/${asked.index}`);
    const data = tile?.level === 0 ? Buffer.concat(splitHashes(tile.data).map(hashLeaf)) : tile?.data;
    if (!asked || !data || data.length < asked.width * 32) throw new Error(`There is no ${path}.`);
    return data.subarray(0, asked.width * 32);
  };
  return { checkpoint, key: key.verifierKey, handovers, read };
}

export function makeHandover(after: Signer, signers: readonly Signer[], size = 5): string {
  const head = { origin: ORIGIN, size, root: Buffer.alloc(32) };
  return signNote(writeTreeHead(head, `key ${after.verifierKey}`), signers);
}

export function serveLog(find: () => FakeLog | null, others: typeof fetch = () => Promise.reject(new Error("down"))) {
  const send: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const [, path] = /^\/audit\/log\/(.+)$/.exec(url.pathname) ?? [];
    if (path === undefined) return others(input, init);
    const bytes = await find()
      ?.read(path)
      .catch(() => undefined);
    return bytes ? new Response(new Uint8Array(bytes)) : new Response(null, { status: 404 });
  };
  return send;
}
