import { Problem } from "../../problem.mjs";
import { readBackupKeys } from "./keys.mjs";
import { openArchive } from "./sealed-archive.mjs";
import { readSections } from "./sections.mjs";

/**
 * @typedef {import("./sections.mjs").Schema} Schema
 * @typedef {import("./sections.mjs").Manifest} Manifest
 * @typedef {import("./sections.mjs").Section} Section
 * @typedef {{ at: number, size: number }} Place of a section in the content of the archive
 * @typedef {import("./sections.mjs").Table & Place} ArchivedTable
 * @typedef {{
 *   schema: Schema, manifest: Manifest, tables: ArchivedTable[], files: Place[],
 *   withSection: <T>(place: Place, work: (section: Section) => Promise<T>) => Promise<T>,
 * }} ReadableArchive
 */

export const MISMATCH = "The archive's content does not match its own list. Nothing was restored.";

/**
 * Opens all of an archive once, before anything is written: a wrong key, a changed byte and a missing end are found here. Afterwards
 * several readers can each have a section of their own.
 * @param {string} file @returns {Promise<ReadableArchive>}
 */
export async function readArchive(file) {
  const archive = await openArchive(readBackupKeys(), file);
  /** @type {(Place & { head: import("./sections.mjs").Head })[]} */
  const sections = [];
  /** @type {Manifest} */
  const found = { tables: {}, files: 0, sequences: {} };
  for await (const { head, at, bytes, readEnd } of readSections(archive.readFrom(0))) {
    let size = 0;
    for await (const piece of bytes) size += piece.length;
    sections.push({ head, at, size });
    if (head.kind === "table") found.tables[head.name] = readEnd();
    else if (head.kind === "file") found.files += 1;
  }
  const [schema, ...parts] = sections;
  const manifest = parts.pop();
  if (schema?.head.kind !== "schema" || manifest?.head.kind !== "manifest" || !isSame(found, manifest.head))
    throw new Problem(MISMATCH);
  return {
    schema: schema.head,
    manifest: manifest.head,
    tables: parts.flatMap(({ head, at, size }) => (head.kind === "table" ? [{ ...head, at, size }] : [])),
    files: parts.filter(({ head }) => head.kind === "file"),
    async withSection({ at }, work) {
      for await (const section of readSections(archive.readFrom(at))) return await work(section);
      throw new Problem(MISMATCH);
    },
  };
}

/** @param {Manifest} found @param {Manifest} manifest */
function isSame(found, manifest) {
  const list = (/** @type {Manifest} */ { tables, files }) =>
    JSON.stringify([files, Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1))]);
  return list(found) === list(manifest);
}
