import {
  checkNumbers,
  checkOrder,
  checkPlaces,
  checkTimes,
  checkUnproved,
  type SeenRow,
  type UnprovedRow,
} from "./check-rows.js";
import { areEqual, followKeys, openWithAny, type TreeHead } from "./checkpoint.js";
import { describeGrowth } from "./growth.js";
import { hashNode, hashRow } from "./hashes.js";
import { type Line, type Row, readLine } from "./line.js";
import { climb, rootOfRange } from "./merkle.js";

/** Larger subtrees are written once per file; smaller ones are repeated on each page. */
const KEPT_LEVEL = 8;

export interface Report {
  problems: string[];
  provedRows: number;
  unprovedRows: number;
  size: number;
  /** Only the rows of a whole area show that one is missing. */
  covers: "area" | "selection" | "row" | "month";
}

export interface Trust {
  key: string;
  laterKeys?: readonly string[];
  kept?: string;
}

export interface NumberedRow {
  area: string | null;
  number: number;
  index: number;
}

interface Stated {
  checkpoint: string;
  key: string;
  handovers: readonly string[];
}

export class Verifier {
  private readonly problems: string[] = [];
  private readonly seen = new Map<number, SeenRow>();
  private readonly unproved: UnprovedRow[] = [];
  private readonly kept = new Map<string, Buffer>();
  private page = new Map<string, Buffer>();
  private header: Line | null = null;
  private head: TreeHead | undefined;
  private provedRows = 0;
  private takenLines = 0;
  private takenRows = 0;
  private end = -1;
  private statement: Stated | null = null;
  private proofRow: Row | null = null;

  private trusted: readonly string[];

  constructor(private readonly trust: Trust) {
    this.trusted = [trust.key, ...(trust.laterKeys ?? [])];
  }

  async takeLine(text: string): Promise<void> {
    this.takenLines += 1;
    const line = readLine(text);
    if (line?.format !== undefined) await this.begin(line);
    else if (this.header === null) throw new Error("The first line is not that of an export with proofs.");
    else if (line === null)
      this.problems.push(`Line ${this.takenLines} cannot be read: the file was cut off there or changed.`);
    else if (line.nodes) this.takeNodes(line.nodes);
    else if (line.row && line.index !== undefined) this.checkRow(line.row, line.index, line.salt ?? "");
    else if (line.unproved !== undefined) this.takeUnproved(line);
    else if (line.end !== undefined) this.end = line.end;
    else this.problems.push(`Line ${this.takenLines} is neither a row nor part of the proof.`);
  }

  get stated(): Stated | null {
    return this.statement;
  }

  get row(): Readonly<Row> | null {
    return this.proofRow;
  }

  get size(): number | null {
    return this.head?.size ?? null;
  }

  get keys(): readonly string[] {
    return this.trusted;
  }

  get area(): string | null {
    return this.header?.area ?? null;
  }

  get lastRow(): NumberedRow | null {
    if (this.header?.covers !== "area") return null;
    const last = [...this.seen.values()].reduce<SeenRow | null>((a, b) => (a && a.index > b.index ? a : b), null);
    return last && { area: this.area, number: last.number, index: last.index };
  }

  /** Only an earlier export shows that an area has lost its newest rows. */
  expectRow({ number, index }: NumberedRow, where: string): void {
    if (this.seen.get(index)?.number === number) return;
    this.problems.push(
      `Row number ${number} of this area: ${where} you saw it as entry ${index}, and it is not there any more.`,
    );
  }

  private async begin(header: Line): Promise<void> {
    if (header.format !== "svc-audit-proof-1") throw new Error("This version cannot read the file's format.");
    this.header = header;
    const { checkpoint = "", key = "", handovers = [] } = header;
    await this.openLog({ checkpoint, key, handovers });
  }

  private async openLog(stated: Stated): Promise<void> {
    this.statement = stated;
    this.trusted = await followKeys(this.trusted, stated.handovers);
    this.head = await openWithAny(stated.checkpoint, this.keys);
    if (this.head === undefined)
      this.problems.push("The log's checkpoint is not signed by your key or one of its successors.");
    else if (this.trust.kept !== undefined) await this.compareKept(this.trust.kept, this.head);
  }

  private async compareKept(checkpoint: string, head: TreeHead): Promise<void> {
    const kept = await openWithAny(checkpoint, this.keys);
    const problem = kept
      ? describeGrowth(kept, head, this.header?.grownFrom)
      : "Your stored checkpoint is not signed by your key.";
    if (problem !== null) this.problems.push(problem);
  }

  private takeNodes(nodes: Record<string, string>): void {
    this.page = new Map();
    for (const [name, hash] of Object.entries(nodes)) {
      const isKept = Number.parseInt(name, 10) >= KEPT_LEVEL;
      (isKept ? this.kept : this.page).set(name, Buffer.from(hash, "base64"));
    }
  }

  private takeUnproved({ unproved, id = "", at = "", transactionId = "0" }: Line): void {
    this.takenRows += 1;
    this.unproved.push({ id, at, transactionId: BigInt(transactionId), isWaiting: unproved === "waiting" });
  }

  private checkRow(row: Row, index: number, salt: string): void {
    this.takenRows += 1;
    const twin = this.seen.get(index);
    if (twin) {
      this.problems.push(`${nameRow(row)}: claims entry ${index}, as row ${twin.id} does.`);
      return;
    }
    const find = (name: string) => this.page.get(name) ?? this.kept.get(name);
    const isProved = this.isSigned(hashRow(row, salt), index, (range) => rootOfRange(range, find, hashNode));
    const { id, number, at, transactionId } = row;
    const seen = { index, id, number, at: Date.parse(at), transactionId: BigInt(transactionId), isProved };
    this.seen.set(index, seen);
    if (row.billingEntityId !== this.header?.area) this.problems.push(`${nameRow(row)}: belongs to another area.`);
    if (this.head) this.countRow(row, index, isProved);
  }

  private isSigned(leaf: Buffer, index: number, readSibling: Parameters<typeof climb<Buffer>>[2]): boolean {
    if (!this.head || index >= this.head.size) return false;
    const root = climb(leaf, { index, size: this.head.size }, readSibling, hashNode);
    return root !== null && areEqual(root, this.head.root);
  }

  private countRow(row: Row, index: number, isProved: boolean): void {
    if (isProved) this.provedRows += 1;
    else
      this.problems.push(
        `${nameRow(row)}: is not what was signed as entry ${index}. The row, or hashes around it, were changed.`,
      );
  }

  async takeProof(text: string, handovers: readonly string[]): Promise<void> {
    const [, extra = "", index = "", hashes = "", checkpoint = ""] =
      /^c2sp\.org\/tlog-proof@v1\nextra (\S+)\nindex (\d+)\n((?:\S+\n)*)\n([\s\S]+)$/.exec(text) ?? [];
    if (checkpoint === "") throw new Error("The file is not a proof of an audit row.");
    const { row, salt } = JSON.parse(Buffer.from(extra, "base64").toString()) as { row: Row; salt: string };
    this.proofRow = row;
    await this.openLog({ checkpoint, key: this.trust.key, handovers });
    const proof = hashes.split("\n").filter(Boolean);
    if (!this.head) return;
    const readSibling = (_: unknown, step: number) => Buffer.from(proof[step] ?? "", "base64");
    this.countRow(row, Number(index), this.isSigned(hashRow(row, salt), Number(index), readSibling));
  }

  finish(): Report {
    if (this.header) this.checkWhole(this.header);
    const { problems, provedRows, proofRow, header } = this;
    const covers = proofRow ? "row" : header?.covers === "area" ? "area" : "selection";
    return { problems, provedRows, unprovedRows: this.unproved.length, size: this.head?.size ?? 0, covers };
  }

  private checkWhole({ covers, rows: total = 0 }: Line): void {
    if (this.end !== this.takenRows)
      this.problems.push("The file was cut off, or rows were taken out of it or put into it.");
    const listed = [...this.seen.values()];
    const rows = listed.toSorted((a, b) => a.index - b.index);
    // A changed row is reported already and says nothing about the order of others.
    const proved = rows.filter(({ isProved }) => isProved);
    this.problems.push(...checkUnproved(this.unproved, proved), ...checkTimes(proved), ...checkOrder(proved));
    this.problems.push(...checkPlaces(listed.filter(({ isProved }) => isProved)));
    if (covers === "area") this.problems.push(...checkNumbers(rows, total));
  }
}

function nameRow({ id, at, requestId }: Row): string {
  return `Row ${id} (${at}, ${requestId})`;
}
