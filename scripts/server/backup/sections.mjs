import { Problem } from "../../problem.mjs";
import { createReader } from "./sealed-archive.mjs";

/**
 * The content of an archive: sections, each with a head, its bytes, and an end that tells what they were.
 * @typedef {{ name: string, columns: string[] }} Table
 * @typedef {{ parent: string, name: string, bound: string, indexes: string[] }} Partition
 * @typedef {{ rows: number, bytes: number, sha256: string }} TableFacts
 * @typedef {{ bytes: number, sha256: string }} FileFacts
 * @typedef {{ name: string, checksum: string }} MigrationName
 * @typedef {{ migrations: MigrationName[], partitions: Partition[], takenAt: string, filesIn: "archive" | "bucket" }} Schema
 * @typedef {Record<string, { last: string, isCalled: boolean }>} Sequences
 * @typedef {{ tables: Record<string, TableFacts>, files: number, sequences: Sequences }} Manifest
 * @typedef {{ kind: "schema" } & Schema | { kind: "table" } & Table | { kind: "file", key: string } | { kind: "manifest" } & Manifest} Head
 */
const [HEAD, DATA, END] = [1, 2, 3];
/** Each chunk is a trip through the event loop; with Node's 16 KB these take longer than unzipping. */
export const ZIP = { level: 1, chunkSize: 256 * 1024 };
const UNREADABLE = "The archive is intact, but its content cannot be read. It may come from a later version.";

/** @param {Head} head */
export const writeHead = (head) => frame(HEAD, Buffer.from(JSON.stringify(head)));
/** @param {Buffer} bytes */
export const writeData = (bytes) => frame(DATA, bytes);
/** @param {TableFacts | FileFacts | {}} facts */
export const writeEnd = (facts) => frame(END, Buffer.from(JSON.stringify(facts)));

/** @param {number} kind @param {Buffer} payload */
function frame(kind, payload) {
  const head = Buffer.alloc(5);
  head.writeUInt8(kind);
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

/**
 * Section by section: the bytes of one must be read to their end before the next one is asked for. `at` is its place in what is read.
 * @typedef {{ head: Head, at: number, bytes: AsyncGenerator<Buffer>, readEnd: () => any }} Section
 * @param {AsyncIterable<Buffer>} plain @returns {AsyncGenerator<Section>}
 */
export async function* readSections(plain) {
  const source = createReader(plain);
  try {
    while (!(await source.isAtEnd())) yield* readSection(source);
  } finally {
    await source.close();
  }
}

/** @param {ReturnType<typeof createReader>} source @returns {AsyncGenerator<Section>} */
async function* readSection(source) {
  const at = source.tell();
  const first = await readFrame();
  if (first.kind !== HEAD) throw new Problem(UNREADABLE);
  /** @type {unknown} */
  let end;
  const bytes = (async function* () {
    for (;;) {
      const { kind, payload } = await readFrame();
      if (kind === DATA) yield payload;
      else if (kind === END) {
        end = JSON.parse(payload.toString());
        return;
      } else throw new Problem(UNREADABLE);
    }
  })();
  yield { head: JSON.parse(first.payload.toString()), at, bytes, readEnd: () => end };
  if (end === undefined) throw new Error("A section was left before its end.");

  async function readFrame() {
    const head = await source.read(5, UNREADABLE);
    const payload = await source.read(head.readUInt32BE(1), UNREADABLE);
    return { kind: head.readUInt8(), payload };
  }
}
