import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { Problem } from "../../problem.mjs";
import { deriveKey } from "./keys.mjs";

/**
 * An archive is a magic word, a header that can be read without a key, and chunks of AES-256-GCM. A chunk is bound to the
 * header, to its number and to whether it is the last, so that none can be left out, moved or cut off.
 * @typedef {{ keyId: string, salt: string, check: string, createdAt: string }} Header
 * @typedef {AsyncIterable<Buffer>} Bytes
 */
const MAGIC = Buffer.from("SVC-BACKUP 1\n");
const HEADER_MAX_BYTES = 4_096;
const CHUNK_BYTES = 256 * 1024;
const TAG_BYTES = 16;
const LAST = 0x8000_0000;
const READ_BYTES = 1024 * 1024;

const ALTERED = "The archive was changed or damaged: a part cannot be opened. Use another one.";
const CUT = "The archive ends too early: it was cut off. Use another one.";

/** @param {import("./keys.mjs").BackupKey} key @param {Bytes} plain @param {string} createdAt */
export async function* sealArchive(key, plain, createdAt) {
  const salt = randomBytes(16);
  const { sealing, check } = deriveKey(key, salt);
  /** @type {Header} */
  const header = { keyId: key.id, salt: salt.toString("base64"), check, createdAt };
  const text = Buffer.from(JSON.stringify(header));
  yield Buffer.concat([MAGIC, writeNumber(text.length), text]);
  let number = 0;
  const seal = (/** @type {Buffer} */ chunk, /** @type {boolean} */ isLast) => {
    const cipher = createCipheriv("aes-256-gcm", sealing, nonceOf(number)).setAAD(bind(text, isLast));
    number += 1;
    const sealed = Buffer.concat([cipher.update(chunk), cipher.final()]);
    return Buffer.concat([writeNumber((sealed.length | (isLast ? LAST : 0)) >>> 0), sealed, cipher.getAuthTag()]);
  };
  /** @type {Buffer[]} */
  let waiting = [];
  let waitingBytes = 0;
  for await (const bytes of plain) {
    waiting.push(bytes);
    waitingBytes += bytes.length;
    if (waitingBytes < CHUNK_BYTES) continue;
    const joined = Buffer.concat(waiting);
    let from = 0;
    for (; joined.length - from >= CHUNK_BYTES; from += CHUNK_BYTES)
      yield seal(joined.subarray(from, from + CHUNK_BYTES), false);
    waiting = [joined.subarray(from)];
    waitingBytes = joined.length - from;
  }
  yield seal(Buffer.concat(waiting), true);
}

/**
 * An archive whose key is known. `readFrom` gives its content from any place of it: all chunks but the last are of one size, so that
 * several readers each begin where their part does.
 * @typedef {{ readFrom: (position: number) => AsyncGenerator<Buffer> }} Archive
 * @param {import("./keys.mjs").BackupKey[]} keys @param {string} file @returns {Promise<Archive>}
 */
export async function openArchive(keys, file) {
  const { text, header } = await readHeader(file);
  const key = keys.find(({ id }) => id === header.keyId);
  if (key === undefined)
    throw new Problem(`The archive is encrypted with the key "${header.keyId}", which SVC_BACKUP_KEY does not hold.`);
  const { sealing, check } = deriveKey(key, Buffer.from(header.salt, "base64"));
  if (check !== header.check)
    throw new Problem(`The key "${header.keyId}" in SVC_BACKUP_KEY did not encrypt this archive.`);
  const chunksAt = MAGIC.length + 4 + text.length;
  return { readFrom: (position) => openChunks({ file, chunksAt, text, sealing }, position) };
}

/**
 * Reads to the end of the file unless the consumer stops before.
 * @param {{ file: string, chunksAt: number, text: Buffer, sealing: Buffer }} archive @param {number} position
 */
async function* openChunks({ file, chunksAt, text, sealing }, position) {
  let number = Math.floor(position / CHUNK_BYTES);
  let skipped = position % CHUNK_BYTES;
  const start = chunksAt + number * (4 + CHUNK_BYTES + TAG_BYTES);
  const source = createReader(createReadStream(file, { start, highWaterMark: READ_BYTES }));
  try {
    for (; ; number += 1) {
      const mark = (await source.read(4, CUT)).readUInt32BE();
      const isLast = mark >= LAST;
      const size = isLast ? mark - LAST : mark;
      if (size > CHUNK_BYTES) throw new Problem(ALTERED);
      const sealed = await source.read(size, CUT);
      const tag = await source.read(TAG_BYTES, CUT);
      const opener = createDecipheriv("aes-256-gcm", sealing, nonceOf(number), { authTagLength: TAG_BYTES });
      opener.setAAD(bind(text, isLast)).setAuthTag(tag);
      yield openChunk(opener, sealed).subarray(skipped);
      skipped = 0;
      if (isLast) break;
    }
    if (!(await source.isAtEnd())) throw new Problem(ALTERED);
  } finally {
    await source.close();
  }
}

/** @param {string} file @returns {Promise<{ text: Buffer, header: Header }>} */
async function readHeader(file) {
  const other = "This file is not a backup of svc-server, or it comes from a later version.";
  const source = createReader(createReadStream(file));
  try {
    if (!(await source.read(MAGIC.length, other)).equals(MAGIC)) throw new Problem(other);
    const size = (await source.read(4, CUT)).readUInt32BE();
    if (size > HEADER_MAX_BYTES) throw new Problem(ALTERED);
    const text = await source.read(size, CUT);
    return { text, header: parseHeader(text) };
  } finally {
    await source.close();
  }
}

/** @param {Buffer} text @returns {Header} */
function parseHeader(text) {
  try {
    return JSON.parse(text.toString());
  } catch {
    throw new Problem(ALTERED);
  }
}

/** @param {import("node:crypto").DecipherGCM} opener @param {Buffer} sealed */
function openChunk(opener, sealed) {
  try {
    return Buffer.concat([opener.update(sealed), opener.final()]);
  } catch {
    throw new Problem(ALTERED);
  }
}

/** @param {number} number */
function nonceOf(number) {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}

/** @param {Buffer} header @param {boolean} isLast */
function bind(header, isLast) {
  return Buffer.concat([createHash("sha256").update(header).digest(), Buffer.of(isLast ? 1 : 0)]);
}

/** @param {number} value */
function writeNumber(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Reads by sizes what comes in pieces of any size. @param {Bytes} source */
export function createReader(source) {
  const pieces = source[Symbol.asyncIterator]();
  /** @type {Buffer[]} */
  let waiting = [];
  let size = 0;
  let position = 0;
  const fill = async (/** @type {number} */ wanted) => {
    while (size < wanted) {
      const { done, value } = await pieces.next();
      if (done) return false;
      waiting.push(value);
      size += value.length;
    }
    return true;
  };
  return {
    /** @param {number} wanted @param {string} complaint when there is less */
    async read(wanted, complaint) {
      if (!(await fill(wanted))) throw new Problem(complaint);
      const joined = waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting);
      waiting = [joined.subarray(wanted)];
      size -= wanted;
      position += wanted;
      return joined.subarray(0, wanted);
    },
    isAtEnd: async () => !(await fill(1)),
    /** How many bytes were read. */
    tell: () => position,
    close: async () => void (await pieces.return?.()),
  };
}
