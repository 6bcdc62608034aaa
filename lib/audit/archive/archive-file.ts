import { gzipSync } from "node:zlib";
import { sha256 } from "../../platform/crypto";
import type { BlockSummary } from "./block-summary";

/**
 * File layout: for each area its blocks of rows, each followed by the log's hashes of those rows, and a list of the blocks;
 * the directory of the lists; a note that the log's key signed over the directory; a tail that locates the directory.
 */
export const FORMAT = "svc-audit-archive-1";
export const BLOCK_ROWS = 1_000;
const MAGIC = Buffer.from("svc-aar1");
export const TAIL_BYTES = 32;
const UNUSED_AT = 20;
const GZIP_LEVEL = 6;

export interface ArchivedRow {
  /** Both are null for a row that is older than the log. */
  index: number | null;
  salt: Buffer | null;
  row: string;
}

export interface FilePart {
  offset: number;
  length: number;
  digest: string;
}

/** A block is followed by the log's hashes of its rows, 32 bytes each. */
export interface Block extends FilePart, BlockSummary {
  rows: number;
  signed: number;
  from: string;
  to: string;
  leastId: string;
  greatestId: string;
}

export interface Directory {
  format: typeof FORMAT;
  month: string;
  rows: number;
  key: string;
  handovers: string[];
  checkpoint: string;
  others: Record<string, string>;
  areas: Record<string, FilePart>;
}

export interface Tail {
  directoryAt: number;
  directoryBytes: number;
  noteBytes: number;
}

export function pack(text: string): Buffer {
  return gzipSync(text, { level: GZIP_LEVEL });
}

export function digestOf(bytes: Uint8Array): string {
  return sha256(bytes).toString("base64");
}

export function writeRows(rows: readonly ArchivedRow[]): string {
  return rows
    .map(({ index, salt, row }) => `${index === null ? "" : `${index} ${salt?.toString("base64") ?? ""}`}\t${row}\n`)
    .join("");
}

export function splitLines(text: string): string[] {
  return text.split("\n").slice(0, -1);
}

export function readLine(line: string): ArchivedRow {
  const end = line.indexOf("\t");
  const [index = "", salt = ""] = line.slice(0, end).split(" ");
  const row = line.slice(end + 1);
  return index === ""
    ? { index: null, salt: null, row }
    : { index: Number(index), salt: Buffer.from(salt, "base64"), row };
}

/** The result must equal what PostgreSQL computes in `entries.sql.ts`. */
export function hashEntry({ salt, row }: ArchivedRow): Buffer {
  return sha256(Buffer.concat([salt ?? Buffer.alloc(0), Buffer.from(row)]));
}

export function writeStatement(month: string, rows: number, packedDirectory: Buffer): string {
  return `${FORMAT}\n${month}\n${rows}\n${digestOf(packedDirectory)}\n`;
}

export function writeTail({ directoryAt, directoryBytes, noteBytes }: Tail): Buffer {
  const tail = Buffer.alloc(TAIL_BYTES);
  tail.writeBigUInt64BE(BigInt(directoryAt), 0);
  tail.writeBigUInt64BE(BigInt(directoryBytes), 8);
  tail.writeUInt32BE(noteBytes, 16);
  MAGIC.copy(tail, TAIL_BYTES - MAGIC.length);
  return tail;
}

export function readTail(tail: Buffer): Tail | null {
  if (tail.length !== TAIL_BYTES || !tail.subarray(TAIL_BYTES - MAGIC.length).equals(MAGIC)) return null;
  if (tail.readUInt32BE(UNUSED_AT) !== 0) return null;
  return {
    directoryAt: Number(tail.readBigUInt64BE(0)),
    directoryBytes: Number(tail.readBigUInt64BE(8)),
    noteBytes: tail.readUInt32BE(16),
  };
}
