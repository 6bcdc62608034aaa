import { createWriteStream } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Problem } from "../../problem.mjs";
import { measureBytes, STORAGE_KEY } from "./write-content.mjs";

/**
 * Writes one file beside its place and moves it there. Without a directory its bytes are only compared with their checksum.
 * @param {{ bytes: AsyncIterable<Buffer>, readEnd: () => any }} section @param {string} key @param {string | null} filesDir
 */
export async function restoreFile({ bytes, readEnd }, key, filesDir) {
  if (!STORAGE_KEY.test(key)) throw new Problem("The archive names a file that this service did not write.");
  const facts = { bytes: 0, sha256: "" };
  const path = filesDir === null ? null : join(filesDir, key);
  if (path !== null) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const target = path === null ? discard() : createWriteStream(`${path}.part`, { mode: 0o600, flush: true });
  await pipeline(Readable.from(bytes), measureBytes(facts), target);
  const end = readEnd();
  if (end?.sha256 !== facts.sha256 || end?.bytes !== facts.bytes)
    throw new Problem(`The bytes of the file ${key} are not those that were backed up. Nothing was restored.`);
  if (path !== null) await rename(`${path}.part`, path);
}

function discard() {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
