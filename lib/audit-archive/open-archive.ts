import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { HASH_BYTES } from "../audit-proof/tiles";
import {
  type Block,
  type Directory,
  digestOf,
  type Place,
  readTail,
  splitLines,
  TAIL_BYTES,
  writeStatement,
} from "./archive-file";

const unpack = promisify(gunzip);

/** Bytes of the archive are not those that were written. */
export class BrokenArchive extends Error {
  override name = "BrokenArchive";
}

export interface Archive {
  directory: Directory;
  /** The text that the note must sign. */
  statement: string;
  note: string;
  file: FileHandle;
}

/** To read all of it. The caller closes `file`. */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const tail = size < TAIL_BYTES ? null : readTail(await readBytes(file, size - TAIL_BYTES, TAIL_BYTES));
    if (!tail || tail.directoryAt + tail.directoryBytes + tail.noteBytes + TAIL_BYTES !== size)
      throw new BrokenArchive("The file was cut off, or is no archive of the audit log.");
    const packed = await readBytes(file, tail.directoryAt, tail.directoryBytes);
    const note = await readBytes(file, tail.directoryAt + tail.directoryBytes, tail.noteBytes);
    const directory = JSON.parse(await unpackText(packed)) as Directory;
    return {
      directory,
      statement: writeStatement(directory.month, directory.rows, packed),
      note: note.toString("utf8"),
      file,
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The blocks of one area. */
export async function readBlocks(file: FileHandle, place: Place): Promise<Block[]> {
  return JSON.parse(await readPart(file, place, "The list of an area's blocks was changed.")) as Block[];
}

/** The lines of one block. */
export async function readBlock(file: FileHandle, block: Block): Promise<string[]> {
  return splitLines(await readPart(file, block, `The block of rows from ${block.from} to ${block.to} was changed.`));
}

/** The hashes of its rows, as the log has them. */
export function readHashes(file: FileHandle, { offset, length, signed }: Block): Promise<Buffer> {
  return readBytes(file, offset + length, signed * HASH_BYTES);
}

async function readPart(file: FileHandle, { offset, length, digest }: Place, problem: string): Promise<string> {
  const packed = await readBytes(file, offset, length);
  if (digestOf(packed) !== digest) throw new BrokenArchive(problem);
  return unpackText(packed);
}

async function unpackText(packed: Buffer): Promise<string> {
  try {
    return (await unpack(packed)).toString("utf8");
  } catch {
    throw new BrokenArchive("A part of the file cannot be unpacked.");
  }
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw new BrokenArchive("The file is shorter than it says.");
  return buffer;
}
