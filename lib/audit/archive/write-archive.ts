import { type FileHandle, open } from "node:fs/promises";
import { hashLeaf } from "../../../packages/audit-verifier/src/hashes";
import { nameSubtree, splitRange } from "../../../packages/audit-verifier/src/merkle";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { readTreeHead, type Signer, signNote } from "../proof/note";
import { readCheckpoint, readKeys, readSubtrees } from "../proof/read-log";
import {
  BLOCK_ROWS,
  type Block,
  type Directory,
  digestOf,
  type FilePart,
  FORMAT,
  hashEntry,
  pack,
  writeRows,
  writeStatement,
  writeTail,
} from "./archive-file";
import { READ_AREA_ROWS, READ_SERVICE_ROWS } from "./archives.sql";
import { type ArchivedColumns, summarize } from "./block-summary";
import { LeafSet } from "./leaf-set";

export interface Month {
  name: string;
  from: Date;
  until: Date;
}

export interface WrittenArea extends FilePart {
  owner: string;
  rows: number;
  firstAt: string;
  lastAt: string;
  leastId: string;
  greatestId: string;
  acts: string[];
}

export interface WrittenArchive {
  rows: number;
  idSum: string;
  areas: WrittenArea[];
  newestUnsigned: bigint | null;
}

type AreaRow = RowOf<typeof READ_AREA_ROWS>;

const BEFORE_ALL = "0";
const SUBTREES_AT_ONCE = 1_000;

/** Resolves once the file is synced. Nothing refers to it yet. */
export async function writeArchive(path: string, month: Month, signers: readonly Signer[]): Promise<WrittenArchive> {
  const file = await open(path, "wx", 0o600);
  try {
    const writer = new ArchiveWriter(file);
    await writer.append(Buffer.from(`${FORMAT}\n`));
    for await (const rows of readAreaRows(month)) await writer.addRows(rows);
    await writer.endArea();
    await writer.end(month, signers);
    await file.sync();
    return writer.written;
  } finally {
    await file.close();
  }
}

class ArchiveWriter {
  readonly written: WrittenArchive = { rows: 0, idSum: "0", areas: [], newestUnsigned: null };
  private readonly leaves = new LeafSet();
  private blocks: Block[] = [];
  private owner = "";
  private offset = 0;

  constructor(private readonly file: FileHandle) {}

  async append(bytes: Buffer): Promise<FilePart> {
    const place = { offset: this.offset, length: bytes.length, digest: digestOf(bytes) };
    await this.file.appendFile(bytes);
    this.offset += bytes.length;
    return place;
  }

  async addRows(rows: readonly AreaRow[]): Promise<void> {
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return;
    if (first.area !== this.owner) await this.endArea();
    this.owner = first.area;
    const archived = rows.map(({ index, salt, row }) => ({ index: index === null ? null : Number(index), salt, row }));
    const place = await this.append(pack(writeRows(archived)));
    const hashes = archived.flatMap((row) => (row.index === null ? [] : [hashLeaf(hashEntry(row))]));
    await this.append(Buffer.concat(hashes));
    const ids = rows.map(({ id }) => BigInt(id)).sort((a, b) => (a < b ? -1 : 1));
    this.blocks.push({
      ...place,
      rows: rows.length,
      signed: hashes.length,
      from: first.at.toISOString(),
      to: last.at.toISOString(),
      leastId: String(ids[0]),
      greatestId: String(ids.at(-1)),
      ...summarize(rows.map(({ row }) => JSON.parse(row) as ArchivedColumns)),
    });
    this.written.rows += rows.length;
    this.written.idSum = String(ids.reduce((sum, id) => sum + id, BigInt(this.written.idSum)));
    for (const row of rows) this.recordLeaf(row);
  }

  private recordLeaf({ index, transactionId }: AreaRow): void {
    if (index !== null) this.leaves.add(Number(index));
    else {
      const newest = this.written.newestUnsigned;
      if (newest === null || BigInt(transactionId) > newest) this.written.newestUnsigned = BigInt(transactionId);
    }
  }

  async endArea(): Promise<void> {
    const [first, last] = [this.blocks[0], this.blocks.at(-1)];
    if (!first || !last) return;
    const compare = (a: string, b: string) => (BigInt(a) < BigInt(b) ? -1 : 1);
    this.written.areas.push({
      ...(await this.append(pack(JSON.stringify(this.blocks)))),
      owner: this.owner,
      rows: this.blocks.reduce((sum, { rows }) => sum + rows, 0),
      firstAt: first.from,
      lastAt: last.to,
      leastId: this.blocks.map(({ leastId }) => leastId).sort(compare)[0] ?? "0",
      greatestId:
        this.blocks
          .map(({ greatestId }) => greatestId)
          .sort(compare)
          .at(-1) ?? "0",
      acts: [...new Set(this.blocks.flatMap(({ acts }) => acts))],
    });
    this.blocks = [];
  }

  async end({ name }: Month, signers: readonly Signer[]): Promise<void> {
    // The checkpoint is read after the rows, so it covers each of their entries.
    const [checkpoint, keys] = await Promise.all([readCheckpoint(), readKeys()]);
    if (checkpoint === null || keys === null) throw new Error("The audit log has no signed checkpoint.");
    const { rows, areas } = this.written;
    const directory: Directory = {
      format: FORMAT,
      month: name,
      rows,
      ...keys,
      checkpoint,
      others: await readOthers(this.leaves, readTreeHead(checkpoint)?.size ?? 0),
      areas: Object.fromEntries(areas.map(({ owner, offset, length, digest }) => [owner, { offset, length, digest }])),
    };
    const packed = pack(JSON.stringify(directory));
    const note = Buffer.from(signNote(writeStatement(name, rows, packed), signers));
    const tail = { directoryAt: this.offset, directoryBytes: packed.length, noteBytes: note.length };
    await this.append(Buffer.concat([packed, note, writeTail(tail)]));
  }
}

async function* readAreaRows({ from, until }: Month): AsyncGenerator<AreaRow[]> {
  for (const statement of [READ_SERVICE_ROWS, READ_AREA_ROWS]) {
    let after = { area: "", at: from, id: BEFORE_ALL };
    for (;;) {
      const rows = await query(statement, { ...after, from, until, limit: BLOCK_ROWS });
      yield* splitByArea(rows);
      const last = rows.at(-1);
      if (!last) break;
      after = last;
    }
  }
}

function splitByArea(rows: readonly AreaRow[]): AreaRow[][] {
  const groups: AreaRow[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group?.[0]?.area === row.area) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

async function readOthers(leaves: LeafSet, size: number): Promise<Record<string, string>> {
  const others: Record<string, string> = {};
  let subtrees: ReturnType<typeof splitRange> = [];
  const read = async () => {
    const roots = await readSubtrees(subtrees);
    const missing = subtrees.find((subtree) => !roots.has(nameSubtree(subtree)));
    if (missing) throw new Error(`The tiles of the audit log lack ${nameSubtree(missing)}.`);
    for (const [name, root] of roots) others[name] = root.toString("base64");
    subtrees = [];
  };
  for (const gap of leaves.listGaps(size)) {
    subtrees.push(...splitRange(gap));
    if (subtrees.length >= SUBTREES_AT_ONCE) await read();
  }
  await read();
  return others;
}
