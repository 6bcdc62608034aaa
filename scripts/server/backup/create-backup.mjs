import { createWriteStream, mkdirSync, readdirSync, rmSync } from "node:fs";
import { open, rename, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { withDatabase } from "../../database/migrate.mjs";
import { requireWhole } from "../../database/unfinished-restore.mjs";
import { Problem } from "../../problem.mjs";
import { acquireLock } from "../../start/instance-lock.mjs";
import { listTables, READ_ALIKE, readMigrations } from "./catalog.mjs";
import { readBackupKeys } from "./keys.mjs";
import { sealArchive } from "./sealed-archive.mjs";
import { writeContent } from "./write-content.mjs";

const ARCHIVE = /^svc-\d{8}T\d{6}Z\.svcbackup$/;
const UNFINISHED = ".part";

/**
 * Writes one archive. It has its name once it is complete and on disk; until then, and after a crash, only a file that the
 * next backup removes.
 * @param {{ url: string, directory: string, place: import("./file-places.mjs").FilePlace | null }} options
 */
export async function createBackup({ url, directory: relative, place }) {
  const [key] = readBackupKeys();
  const directory = resolve(relative);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = await acquireLock(directory, `process ${process.pid}`);
  if (!lock.isHeld) throw new Problem(`Another backup to ${directory} is in progress (${lock.owner}).`);
  try {
    for (const name of readdirSync(directory).filter((entry) => entry.endsWith(`.svcbackup${UNFINISHED}`)))
      rmSync(join(directory, name), { force: true });
    return await withDatabase(url, (client) => writeArchive(client, { key, directory, place }));
  } finally {
    await lock.release();
  }
}

/**
 * @param {import("pg").Client} client
 * @param {{ key: import("./keys.mjs").BackupKey, directory: string, place: import("./file-places.mjs").FilePlace | null }} options
 */
async function writeArchive(client, { key, directory, place }) {
  await client.query(READ_ALIKE);
  await requireWhole(client);
  if ((await readMigrations(client)).length === 0) throw new Problem("The database contains no service.");
  const tables = await listTables(client);
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
  // The first read fixes the state that all others see, so no partition may be dropped after it.
  await client.query(`LOCK TABLE ${tables.map(({ name }) => name).join(", ")} IN ACCESS SHARE MODE`);
  const { rows } = await client.query("SELECT clock_timestamp() AS at");
  const takenAt = /** @type {Date} */ (rows[0].at).toISOString();
  const file = join(directory, `svc-${takenAt.replace(/[-:]|\.\d+/g, "")}.svcbackup`);
  /** @type {import("./write-content.mjs").Totals} */
  const totals = { tables: {}, files: 0 };
  const content = writeContent(client, { tables, takenAt, place, totals });
  await pipeline(
    sealArchive(key, content, takenAt),
    createWriteStream(file + UNFINISHED, { mode: 0o600, highWaterMark: 1024 * 1024 }),
  );
  await client.query("COMMIT");
  await settle(file, directory);
  return { file, bytes: (await stat(file)).size, takenAt, totals };
}

/** The bytes reach the disk before the file gets its name. @param {string} file @param {string} directory */
async function settle(file, directory) {
  await sync(file + UNFINISHED);
  await rename(file + UNFINISHED, file);
  // Windows opens no folders, and does not need it.
  if (process.platform !== "win32") await sync(directory);
}

/** @param {string} path */
async function sync(path) {
  const handle = await open(path, "r+").catch(() => open(path, "r"));
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @param {string} directory @returns {string} the latest archive in it */
export function findLastArchive(directory) {
  const names = readdirSync(directory).filter((name) => ARCHIVE.test(name));
  const last = names.sort().at(-1);
  if (last === undefined) throw new Problem(`${directory} holds no backup.`);
  return join(directory, last);
}
