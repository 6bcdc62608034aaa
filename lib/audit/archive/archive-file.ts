import { gzipSync } from "node:zlib";
import { sha256 } from "../../platform/crypto";
import type { BlockSummary } from "./block-summary";

/**
 * A month of the audit log in one file: for each area its blocks of rows, each with the hashes that the log has of them, and
 * the list of these blocks; the directory of the lists; a note over the directory, signed by the key of the log; and the
 * tail, which says where the directory is. The signature covers the digests of all parts; the hashes follow from the log.
 */
export const FORMAT = "svc-audit-archive-1";
export const BLOCK_ROWS = 1_000;
const MAGIC = Buffer.from("svc-aar1");
export const TAIL_BYTES = 32;
/** Zeros, between the lengths and the name of the format. */
const UNUSED_AT = 20;
/** A level beyond this one takes twice the time for a few bytes in a hundred. */
const GZIP_LEVEL = 6;

/** A line of a block. `row` is the canonical JSON whose hash with the salt is the public entry. */
export interface ArchivedRow {
  /** The place and salt of its entry in the log; null: the row is older than the log. */
  index: number | null;
  salt: Buffer | null;
  row: string;
}

export interface Place {
  offset: number;
  length: number;
  digest: string;
}

/** Behind it are the hashes of its rows in the log, 32 bytes each, in the order of the rows that have an entry. */
export interface Block extends Place, BlockSummary {
  rows: number;
  /** Rows with an entry. */
  signed: number;
  /** Instants of its first and last row, since rows of an area are in the order of time. */
  from: string;
  to: string;
  leastId: string;
  greatestId: string;
}

export interface Directory {
  format: typeof FORMAT;
  /** `2025-10` */
  month: string;
  rows: number;
  /** The log that the rows were compared with. */
  key: string;
  handovers: string[];
  checkpoint: string;
  /** Roots of the perfect subtrees over all entries of the checkpoint that are not in this file. */
  others: Record<string, string>;
  /** By billing entity: its list of blocks. "" has the rows of the service as a whole. */
  areas: Record<string, Place>;
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

/** The lines of an unpacked block; JSON escapes line breaks and tabs. */
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

/** As PostgreSQL makes it (`entries.sql.ts`). */
export function hashEntry({ salt, row }: ArchivedRow): Buffer {
  return sha256(Buffer.concat([salt ?? Buffer.alloc(0), Buffer.from(row)]));
}

/** The text that is signed. */
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

/** null: the file was cut off, or is no archive. */
export function readTail(tail: Buffer): Tail | null {
  if (tail.length !== TAIL_BYTES || !tail.subarray(TAIL_BYTES - MAGIC.length).equals(MAGIC)) return null;
  if (tail.readUInt32BE(UNUSED_AT) !== 0) return null;
  return {
    directoryAt: Number(tail.readBigUInt64BE(0)),
    directoryBytes: Number(tail.readBigUInt64BE(8)),
    noteBytes: tail.readUInt32BE(16),
  };
}
