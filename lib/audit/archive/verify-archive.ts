import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { EMPTY_ROOT, hashLeaf, hashNode } from "../../../packages/audit-verifier/src/hashes";
import { foldRoots, HASH_BYTES, joinSubtree, type SubtreeRoot } from "../../../packages/audit-verifier/src/merkle";
import { openNote, readTreeHead } from "../proof/note";
import { splitHashes } from "../proof/tiles";
import { type Block, hashEntry, readLine } from "./archive-file";
import { LeafSet } from "./leaf-set";
import { type Archive, openArchive, readBlock, readBlocks, readHashes } from "./open-archive";
import { openLocalFile } from "./store/archive-folder";
import { type ArchiveFile, BrokenArchive } from "./store/archive-store";

const NAMED_MAX = 100;
const PAGE_LEAVES = 8_192;

export interface ArchiveReport {
  rows: number;
  unsigned: number;
  problems: string[];
}

export async function verifyArchive(path: string, key: string): Promise<ArchiveReport> {
  return verifyOpened(await openLocalFile(path), key, `${path}.hashes`);
}

/** Hashes are sorted in the file `scratch`, so memory does not grow with the month. */
export async function verifyOpened(file: ArchiveFile, key: string, scratch: string): Promise<ArchiveReport> {
  try {
    const archive = await openArchive(file);
    const hashes = openSync(scratch, "w+", 0o600);
    try {
      return await new ArchiveCheck(archive, hashes).run(key);
    } finally {
      closeSync(hashes);
      rmSync(scratch, { force: true });
    }
  } finally {
    await file.close();
  }
}

class ArchiveCheck {
  private readonly report: ArchiveReport = { rows: 0, unsigned: 0, problems: [] };
  private readonly leaves = new LeafSet();

  constructor(
    private readonly archive: Archive,
    private readonly hashes: number,
  ) {}

  async run(key: string): Promise<ArchiveReport> {
    const { directory, statement, note } = this.archive;
    const { rows, checkpoint, others, areas } = directory;
    if (openNote(note, key) !== statement) this.addProblem("The directory is not signed by the log's key.");
    const head = readTreeHead(openNote(checkpoint, key) ?? "");
    if (!head) this.addProblem("The checkpoint is not signed by the log's key.");
    for (const [area, place] of Object.entries(areas)) {
      const blocks = await this.readPart(area, () => readBlocks(this.archive.file, place));
      for (const block of blocks) await this.checkBlock(area, block);
    }
    if (this.report.rows !== rows)
      this.addProblem(`The file has ${this.report.rows} rows, and its directory says ${rows}.`);
    if (head && !(await this.readRoot(head.size, others))?.equals(head.root))
      this.addProblem("The hashes of the rows do not match the log: they lead to a different root.");
    return this.report;
  }

  private addProblem(problem: string): void {
    if (this.report.problems.length < NAMED_MAX) this.report.problems.push(problem);
  }

  private async readPart<Part>(area: string, read: () => Promise<Part[]>): Promise<Part[]> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof BrokenArchive)) throw error;
      this.addProblem(`Area ${area || "(service)"}: ${error.message}`);
      return [];
    }
  }

  private async checkBlock(area: string, block: Block): Promise<void> {
    const lines = await this.readPart(area, () => readBlock(this.archive.file, block));
    this.report.rows += lines.length;
    if (lines.length > 0 && lines.length !== block.rows)
      this.addProblem(`Area ${area || "(service)"}: a block has ${lines.length} rows, not ${block.rows}.`);
    const hashes = lines.length > 0 ? splitHashes(await readHashes(this.archive.file, block)) : [];
    let before = "";
    let signed = 0;
    for (const line of lines) {
      const archived = readLine(line);
      const { id, at, billingEntityId } = JSON.parse(archived.row) as Record<"id" | "at" | "billingEntityId", string>;
      const isHere = (billingEntityId ?? "") === area && at.startsWith(this.archive.directory.month) && at >= before;
      if (!isHere) this.addProblem(`Row ${id} (${at}): is in the place of other rows.`);
      before = at;
      if (archived.index === null) {
        this.report.unsigned += 1;
        continue;
      }
      const hash = hashes[signed] ?? Buffer.alloc(HASH_BYTES);
      signed += 1;
      if (!hashLeaf(hashEntry(archived)).equals(hash))
        this.addProblem(`Row ${id} (${at}): is not what was signed as entry ${archived.index}.`);
      if (this.leaves.add(archived.index)) writeSync(this.hashes, hash, 0, HASH_BYTES, archived.index * HASH_BYTES);
      else this.addProblem(`Row ${id} (${at}): claims entry ${archived.index}, as another row does.`);
    }
  }

  private async readRoot(size: number, others: Record<string, string>): Promise<Buffer | null> {
    const starts = new Map<number, SubtreeRoot<Buffer>>();
    for (const [name, root] of Object.entries(others)) {
      const [level = 0, index = 0] = name.split("/").map(Number);
      starts.set(index * 2 ** level, { level, root: Buffer.from(root, "base64") });
    }
    const parts: SubtreeRoot<Buffer>[] = [];
    for (let at = 0; at < size; ) {
      const other = starts.get(at) ?? (this.leaves.has(at) ? { level: 0, root: this.readHash(at) } : null);
      if (other === null) return null;
      joinSubtree(parts, other, hashNode);
      at += 2 ** other.level;
      if (at % PAGE_LEAVES === 0) await yieldToOthers();
    }
    const roots = parts.map(({ root }) => root);
    return foldRoots(roots, hashNode) ?? EMPTY_ROOT;
  }

  private page = { from: -1, bytes: Buffer.alloc(PAGE_LEAVES * HASH_BYTES) };

  private readHash(index: number): Buffer {
    const from = index - (index % PAGE_LEAVES);
    if (this.page.from !== from) {
      readSync(this.hashes, this.page.bytes, 0, this.page.bytes.length, from * HASH_BYTES);
      this.page.from = from;
    }
    const at = (index - from) * HASH_BYTES;
    return Buffer.from(this.page.bytes.subarray(at, at + HASH_BYTES));
  }
}
