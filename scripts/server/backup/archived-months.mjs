import { statSync } from "node:fs";
import { join } from "node:path";
import { withDatabase } from "../../database/migrate.mjs";

/** @typedef {{ file: string, bytes: string }} ArchivedMonth */

/**
 * Files with months of the audit log that a database needs. They never change, so a backup names them: a copy that is made
 * after it, once, serves all later ones.
 * @param {string} url @returns {Promise<ArchivedMonth[]>}
 */
export function listArchivedMonths(url) {
  return withDatabase(url, async (client) => {
    const { rows: tables } = await client.query("SELECT to_regclass('public.audit_archives') AS found");
    if (tables[0]?.found === null) return [];
    const { rows } = await client.query(
      "SELECT file, bytes::text FROM audit_archives WHERE left_at IS NOT NULL AND erased_at IS NULL ORDER BY from_at",
    );
    return rows;
  });
}

/** Those that the folder of the archive lacks. @param {readonly ArchivedMonth[]} months */
export function findMissingMonths(months) {
  const directory = process.env["SVC_ARCHIVE_DIR"];
  return months.filter(({ file, bytes }) => {
    const found = directory ? statSync(join(directory, file), { throwIfNoEntry: false }) : undefined;
    return found === undefined || String(found.size) !== bytes;
  });
}

/** @param {readonly ArchivedMonth[]} months */
export function showMissingMonths(months) {
  if (months.length === 0) return;
  console.log(
    `${months.length === 1 ? "A month" : `${months.length} months`} of the audit log cannot be read until SVC_ARCHIVE_DIR has:`,
  );
  for (const { file, bytes } of months) console.log(`  ${file}  ${bytes} bytes`);
}
