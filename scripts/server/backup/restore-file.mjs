import { createWriteStream } from "node:fs";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Problem } from "../../problem.mjs";
import { STORAGE_KEY } from "./file-places.mjs";
import { measureBytes } from "./write-content.mjs";

/**
 * Writes one file beside its place and moves it there. Without a place its bytes are only compared with their checksum.
 * @param {{ bytes: AsyncIterable<Buffer>, readEnd: () => any }} section @param {string} key
 * @param {import("./file-places.mjs").FilePlace | null} place
 */
export async function restoreFile({ bytes, readEnd }, key, place) {
  if (!STORAGE_KEY.test(key)) throw new Problem("The archive lists a file that this service did not write.");
  const facts = { bytes: 0, sha256: "" };
  const path = place === null ? null : await place.prepare(key);
  const target = path === null ? discard() : createWriteStream(path, { mode: 0o600, flush: true });
  await pipeline(Readable.from(bytes), measureBytes(facts), target);
  const end = readEnd();
  if (end?.sha256 !== facts.sha256 || end?.bytes !== facts.bytes)
    throw new Problem(`The file ${key} differs from the backup. The restore did not finish.`);
  if (place !== null && path !== null) await place.keep(key, path, facts);
}

function discard() {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
