import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { HASH_BYTES } from "../../../packages/audit-verifier/src/merkle";
import {
  type Block,
  type Directory,
  digestOf,
  type FilePart,
  readTail,
  splitLines,
  TAIL_BYTES,
  writeStatement,
} from "./archive-file";
import { readAhead } from "./read-ahead";
import { type ArchiveFile, BrokenArchive } from "./store/archive-store";

const unpack = promisify(gunzip);

export interface Archive {
  directory: Directory;
  statement: string;
  note: string;
  file: ArchiveFile;
}

export async function openArchive(file: ArchiveFile): Promise<Archive> {
  const size = await file.size();
  const tail = size < TAIL_BYTES ? null : readTail(await file.read(size - TAIL_BYTES, TAIL_BYTES));
  if (!tail || tail.directoryAt + tail.directoryBytes + tail.noteBytes + TAIL_BYTES !== size)
    throw new BrokenArchive("The file was cut off, or it is not an archive of the audit log.");
  const packed = await file.read(tail.directoryAt, tail.directoryBytes);
  const note = await file.read(tail.directoryAt + tail.directoryBytes, tail.noteBytes);
  const directory = JSON.parse(await unpackText(packed)) as Directory;
  return {
    directory,
    statement: writeStatement(directory.month, directory.rows, packed),
    note: note.toString("utf8"),
    file,
  };
}

export async function readBlocks(file: ArchiveFile, place: FilePart): Promise<Block[]> {
  const packed = await file.read(place.offset, place.length);
  return JSON.parse(await unpackPart(packed, place, "The list of a workspace's blocks was changed.")) as Block[];
}

export async function readBlock(file: ArchiveFile, block: Block): Promise<string[]> {
  return unpackBlock(await file.read(block.offset, block.length), block);
}

export async function* readBlocksAhead(
  file: ArchiveFile,
  blocks: readonly Block[],
): AsyncGenerator<{ block: Block; lines: string[] }> {
  let place = 0;
  for await (const packed of readAhead(file, blocks)) {
    const block = blocks[place] as Block;
    place += 1;
    yield { block, lines: await unpackBlock(packed, block) };
  }
}

async function unpackBlock(packed: Buffer, block: Block): Promise<string[]> {
  const problem = `The block of rows from ${block.from} to ${block.to} was changed.`;
  return splitLines(await unpackPart(packed, block, problem));
}

export function readHashes(file: ArchiveFile, { offset, length, signed }: Block): Promise<Buffer> {
  return file.read(offset + length, signed * HASH_BYTES);
}

async function unpackPart(packed: Buffer, { digest }: FilePart, problem: string): Promise<string> {
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
