import { resolve } from "node:path";
import { migrate } from "../database/migrate.mjs";
import { Problem } from "../problem.mjs";
import { listArchivedFiles, nameArchive, showMissingFiles } from "./backup/archived-files.mjs";
import { createBackup } from "./backup/create-backup.mjs";
import { runDrill } from "./backup/drill.mjs";
import { openBucket, openFolder } from "./backup/file-places.mjs";
import { restoreArchive } from "./backup/restore-archive.mjs";
import { withOperations } from "./load-operations.mjs";
import { withServiceDatabase } from "./service-database.mjs";

/** @typedef {import("./backup/file-places.mjs").FilePlace} FilePlace */

/** @type {Record<string, import("./command-line.mjs").Command>} */
export const BACKUP_COMMANDS = {
  backup: {
    usage: "backup --to DIR [--database URL] [--without-files]",
    summary: "write an encrypted archive of the database and files while the service runs",
    options: { to: { type: "string" }, database: { type: "string" }, "without-files": { type: "boolean" } },
    run: backUp,
  },
  restore: {
    usage: "restore --from FILE [--database URL] [--files DIR]",
    summary: "restore an archive into an empty database and file store, and upgrade it",
    options: { from: { type: "string" }, database: { type: "string" }, files: { type: "string" } },
    run: restore,
  },
  drill: {
    usage: "drill --from DIR [--database URL]",
    summary: "restore the last archive beside the service, compare every row, and report what a loss would cost",
    options: { from: { type: "string" }, database: { type: "string" } },
    run: ({ from, database }) =>
      withServiceDatabase(database, (url) => runDrill({ url, directory: requireOption("from", from) })),
  },
};

/**
 * Works on the place where the service keeps files; signing requests to a bucket is the service's own code.
 * @template T @param {string} url of the database @param {(place: FilePlace) => Promise<T>} work
 */
function withFiles(url, work) {
  if (!process.env["SVC_FILES_S3_ENDPOINT"])
    return work(openFolder(resolve(process.env["SVC_DATA_DIR"] || ".data", "files")));
  return withOperations(url, ({ openBucketFiles }) => work(openBucket(openBucketFiles())));
}

/** @param {string} name @param {string | boolean | undefined} value */
function requireOption(name, value) {
  if (typeof value === "string" && value !== "") return value;
  throw new Problem(`--${name} is missing. svc-server --help shows the options.`);
}

/** @param {import("./command-line.mjs").Values} values */
async function backUp({ to, database, "without-files": withoutFiles }) {
  const directory = requireOption("to", to);
  const startedMs = performance.now();
  await withServiceDatabase(database, async (url) => {
    const backup = withoutFiles
      ? await createBackup({ url, directory, place: null })
      : await withFiles(url, (place) => createBackup({ url, directory, place }));
    showBackup(backup, withoutFiles === true, startedMs);
    // Afterwards: none that the backup needs is missing.
    const archived = await listArchivedFiles(url);
    if (archived.length > 0)
      console.log(
        `${countWord(archived.length, "file")} of the audit log in ${nameArchive()}: copy what is new there beside it.`,
      );
    await showMissingFiles(url, archived);
  });
}

/** @param {Awaited<ReturnType<typeof createBackup>>} backup @param {boolean} withoutFiles @param {number} startedMs */
function showBackup({ file, bytes, totals }, withoutFiles, startedMs) {
  const files = withoutFiles ? "no files" : countWord(totals.files, "file");
  console.log(
    `${file}\n${countWord(countRows(totals.tables), "row")} and ${files}, ${showSize(bytes)}, ${showSeconds(startedMs)}`,
  );
}

/** @param {import("./command-line.mjs").Values} values */
async function restore({ from, database, files }) {
  const file = requireOption("from", from);
  await withServiceDatabase(database, (url) => restoreInto(url, file, files), { isMade: true });
}

/** @param {string} url @param {string} file @param {string | boolean | undefined} files */
async function restoreInto(url, file, files) {
  const startedMs = performance.now();
  const { schema, manifest } = await (typeof files === "string"
    ? restoreArchive({ file, url, place: openFolder(resolve(files)) })
    : withFiles(url, (place) => restoreArchive({ file, url, place })));
  const applied = await migrate(url);
  console.log(
    `Restored the state of ${schema.takenAt}: ${countWord(countRows(manifest.tables), "row")} and ${countWord(manifest.files, "file")}, ${showSeconds(startedMs)}`,
  );
  if (schema.filesIn === "bucket") console.log("The archive contains no files.");
  for (const name of applied) console.log(`applied ${name}`);
  await showMissingFiles(url, await listArchivedFiles(url));
}

/** @param {Record<string, { rows: number }>} tables */
function countRows(tables) {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);
}

/** @param {number} count @param {string} word */
function countWord(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** @param {number} bytes */
function showSize(bytes) {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** @param {number} startedMs */
function showSeconds(startedMs) {
  return `${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
}
