import { type FileHandle, open } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { areEqual, followKeys, openNote, openWithAny } from "./checkpoint.js";
import { Entries, nameArea } from "./entries.js";
import { EMPTY_ROOT, hashLeaf, hashNode, sha256 } from "./hashes.js";
import { foldRoots, HASH_BYTES, joinSubtree, type SubtreeRoot } from "./merkle.js";
import type { Report } from "./verifier.js";

const FORMAT = "svc-audit-archive-1";
const MAGIC = "svc-aar1";
const TAIL_BYTES = 32;

interface Place {
  offset: number;
  length: number;
  digest: string;
}

interface Block extends Place {
  rows: number;
  signed: number;
  from: string;
  to: string;
}

interface Directory {
  month: string;
  rows: number;
  handovers: string[];
  checkpoint: string;
  others: Record<string, string>;
  areas: Record<string, Place>;
}

export async function isArchive(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FORMAT.length), 0, FORMAT.length, 0);
    return bytesRead === FORMAT.length && buffer.toString("latin1") === FORMAT;
  } finally {
    await file.close();
  }
}

export async function verifyArchive(path: string, key: string): Promise<Report> {
  const file = await open(path, "r");
  try {
    return await new ArchiveVerifier(file).run(key);
  } finally {
    await file.close();
  }
}

class ArchiveVerifier {
  private readonly problems: string[] = [];
  private readonly entries = new Entries();
  private takenRows = 0;
  private provedRows = 0;
  private unprovedRows = 0;

  constructor(private readonly file: FileHandle) {}

  async run(key: string): Promise<Report> {
    const { directory, statement, note } = await this.readDirectory();
    const keys = await followKeys([key], directory.handovers);
    const texts = await Promise.all(keys.map((one) => openNote(note, one)));
    if (!texts.includes(statement))
      this.problems.push("The file's directory is not signed by your key or one of its successors.");
    const head = await openWithAny(directory.checkpoint, keys);
    if (head === undefined) this.problems.push("The checkpoint is not signed by your key or one of its successors.");
    for (const [area, place] of Object.entries(directory.areas)) await this.checkArea(area, place, directory.month);
    if (this.takenRows !== directory.rows)
      this.problems.push(`The file has ${this.takenRows} rows, and its directory says ${directory.rows}.`);
    const root = head && this.foldRoot(head.size, directory.others);
    if (head && !(root && areEqual(root, head.root)))
      this.problems.push("The hashes of the rows do not match the log: they lead to a different root.");
    for (const problem of this.entries.checkOrder()) this.problems.push(problem);
    const { problems, provedRows, unprovedRows } = this;
    return { problems, provedRows, unprovedRows, size: head?.size ?? 0, covers: "month" };
  }

  private async readDirectory() {
    const { size } = await this.file.stat();
    const tail = await this.readBytes(Math.max(0, size - TAIL_BYTES), TAIL_BYTES);
    const [at, length] = [Number(tail.readBigUInt64BE(0)), Number(tail.readBigUInt64BE(8))];
    const noteBytes = tail.readUInt32BE(16);
    const isWhole = tail.toString("latin1", 24) === MAGIC && at + length + noteBytes + TAIL_BYTES === size;
    if (!isWhole) throw new Error("The file was cut off, or its end was changed.");
    const packed = await this.readBytes(at, length);
    const directory = unpackDirectory(packed);
    const { month, rows } = directory;
    return {
      directory,
      statement: `${FORMAT}\n${month}\n${rows}\n${sha256(packed).toString("base64")}\n`,
      note: (await this.readBytes(at + length, noteBytes)).toString(),
    };
  }

  private async checkArea(area: string, place: Place, month: string): Promise<void> {
    const list = await this.readPart(place);
    const name = nameArea(area);
    if (!list.isUnchanged) this.problems.push(`Area ${name}: the list of its blocks was changed.`);
    if (list.text === null) return;
    for (const block of JSON.parse(list.text) as Block[]) {
      const { isUnchanged, text } = await this.readPart(block);
      const span = `Area ${name}: the block of ${block.rows} rows from ${block.from} to ${block.to}`;
      if (!isUnchanged) this.problems.push(`${span} was changed.`);
      if (text === null) this.problems.push(`${span} cannot be unpacked. All of its rows are lost.`);
      else await this.checkRows(text.split("\n").slice(0, -1), { area, month, block });
    }
  }

  private async checkRows(
    lines: readonly string[],
    { area, month, block }: { area: string; month: string; block: Block },
  ) {
    const signed = await this.readBytes(block.offset + block.length, block.signed * HASH_BYTES);
    let [place, before] = [0, ""];
    for (const line of lines) {
      this.takenRows += 1;
      const [, index = "", salt = "", text = ""] = /^(?:(\d+) (\S*))?\t(.*)$/.exec(line) ?? [];
      const row = readRow(text);
      if (row === null) {
        this.problems.push(`A row between ${block.from} and ${block.to} cannot be read.`);
        continue;
      }
      const isHere = (row.billingEntityId ?? "") === area && row.at.startsWith(month) && row.at >= before;
      before = row.at;
      const name = `Row ${row.id} (${row.at}, ${row.requestId})`;
      if (!isHere) this.problems.push(`${name}: is in the place of other rows.`);
      if (index === "") {
        this.unprovedRows += 1;
        continue;
      }
      const hash = signed.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);
      place += 1;
      const isSigned = hashLeaf(sha256(Buffer.from(salt, "base64"), Buffer.from(text))).equals(hash);
      if (isSigned) this.provedRows += 1;
      else this.problems.push(`${name}: is not what was signed as entry ${index}.`);
      if (!this.entries.add(Number(index), hash, { area, number: isSigned ? row.number : 0 }))
        this.problems.push(`${name}: claims entry ${index}, as another row does.`);
    }
  }

  private foldRoot(size: number, others: Record<string, string>): Buffer | null {
    const starts = new Map<number, SubtreeRoot<Buffer>>();
    for (const [name, root] of Object.entries(others)) {
      const [level = 0, index = 0] = name.split("/").map(Number);
      starts.set(index * 2 ** level, { level, root: Buffer.from(root, "base64") });
    }
    const parts: SubtreeRoot<Buffer>[] = [];
    for (let at = 0; at < size; ) {
      const own = this.entries.readHash(at);
      const part = starts.get(at) ?? (own && { level: 0, root: own });
      if (!part) return null;
      at += 2 ** part.level;
      joinSubtree(parts, part, hashNode);
    }
    return (
      foldRoots(
        parts.map(({ root }) => root),
        hashNode,
      ) ?? EMPTY_ROOT
    );
  }

  private async readPart({ offset, length, digest }: Place): Promise<{ isUnchanged: boolean; text: string | null }> {
    const packed = await this.readBytes(offset, length);
    const isUnchanged = sha256(packed).toString("base64") === digest;
    try {
      return { isUnchanged, text: gunzipSync(packed).toString() };
    } catch {
      return { isUnchanged, text: null };
    }
  }

  private async readBytes(position: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.file.read(Buffer.alloc(length), 0, length, position);
    if (bytesRead !== length) throw new Error("The file is truncated.");
    return buffer;
  }
}

function unpackDirectory(packed: Buffer): Directory {
  try {
    return JSON.parse(gunzipSync(packed).toString()) as Directory;
  } catch {
    throw new Error("The file's directory was changed: it cannot be unpacked.");
  }
}

type ArchivedRow = Record<"id" | "at" | "requestId", string> & { billingEntityId: string | null; number: number };

function readRow(text: string): ArchivedRow | null {
  try {
    return JSON.parse(text) as ArchivedRow;
  } catch {
    return null;
  }
}
