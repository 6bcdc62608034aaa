import { statSync } from "node:fs";
import { join } from "node:path";
import { withDatabase } from "../../database/migrate.mjs";
import { withOperations } from "../load-operations.mjs";

/** @typedef {{ file: string, bytes: string }} ArchivedFile */

/**
 * Files with months of the audit log that a database needs. They never change, so a backup names them: a copy that
 * is made after it, once, serves all later ones.
 * @param {string} url @returns {Promise<ArchivedFile[]>}
 */
export function listArchivedFiles(url) {
  return withDatabase(url, async (client) => {
    const { rows: tables } = await client.query("SELECT to_regclass('public.audit_archives') AS months");
    if (tables[0]?.months === null) return [];
    const { rows } = await client.query(
      "SELECT file, bytes::text FROM audit_archives WHERE left_at IS NOT NULL AND erased_at IS NULL ORDER BY from_at",
    );
    return rows;
  });
}

export function nameArchive() {
  const { SVC_ARCHIVE_S3_BUCKET: bucket, SVC_ARCHIVE_S3_PREFIX: prefix } = process.env;
  return bucket ? `the bucket ${bucket}${prefix ? `, under ${prefix}` : ""}` : "SVC_ARCHIVE_DIR";
}

/** @param {string} url @param {readonly ArchivedFile[]} files @returns {Promise<Map<string, number> | null>} null: the store is away */
async function readSizes(url, files) {
  const names = files.map(({ file }) => file);
  if (process.env["SVC_ARCHIVE_S3_BUCKET"])
    // The log line before has the reason.
    return withOperations(url, async ({ openArchiveStore }) => openArchiveStore()?.listSizes(names) ?? null).catch(
      () => null,
    );
  const directory = process.env["SVC_ARCHIVE_DIR"];
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const name of directory ? names : []) {
    const found = statSync(join(String(directory), name), { throwIfNoEntry: false });
    if (found) sizes.set(name, found.size);
  }
  return sizes;
}

/** Names those that the archive lacks. @param {string} url of the database @param {readonly ArchivedFile[]} files */
export async function showMissingFiles(url, files) {
  if (files.length === 0) return;
  const sizes = await readSizes(url, files);
  if (sizes === null) {
    console.log(`Whether ${nameArchive()} has these files is unknown: the S3 store is unreachable or refuses.`);
    for (const { file, bytes } of files) console.log(`  ${file}  ${bytes} bytes`);
    return;
  }
  const missing = files.filter(({ file, bytes }) => String(sizes.get(file)) !== bytes);
  if (missing.length === 0) return;
  console.log(
    `${missing.length === 1 ? "A file" : `${missing.length} files`} of the audit log's archive cannot be read until ${nameArchive()} has:`,
  );
  for (const { file, bytes } of missing) console.log(`  ${file}  ${bytes} bytes`);
}
