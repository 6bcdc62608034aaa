import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { migrate, withDatabase } from "../../database/migrate.mjs";
import { replaceDatabase } from "../../database/schema-engine.mjs";
import { Problem, readMessage } from "../../problem.mjs";
import { listArchivedFiles, showMissingFiles } from "./archived-files.mjs";
import { READ_ALIKE } from "./catalog.mjs";
import { findLastArchive } from "./create-backup.mjs";
import { restoreArchive } from "./restore-archive.mjs";
import { readTable } from "./write-content.mjs";

/**
 * @typedef {{ rows: number, sha256: string }} Sum
 * @typedef {{ name: string, isSame: boolean, archived: Sum, restored: Sum }} Compared
 */

/** The sums that a service lives by. Each of their tables, and every other one, has exactly the rows of the archive. */
const ACCOUNTS = {
  ledger: ["unit_ledger", "unit_reservations"],
  audit: ["audit_log", "audit_leaves", "request_details"],
  outbox: ["events", "deliveries", "delivery_attempts"],
};

/**
 * Restores the last archive into a database of its own beside the running service, and drops it again. Nothing runs on the
 * copy: no webhook is delivered twice by a drill.
 * @param {{ url: string, directory: string }} options
 */
export async function runDrill({ url, directory }) {
  const file = findLastArchive(directory);
  const scratch = `svc_drill_${randomBytes(6).toString("hex")}`;
  await withDatabase(url, (client) =>
    client.query(`CREATE DATABASE ${scratch} TEMPLATE template0`).catch((error) => {
      throw new Problem(`The drill needs a separate database beside the service's: ${readMessage(error)}.`);
    }),
  );
  try {
    await drill({ url, file, copy: replaceDatabase(url, scratch) });
  } finally {
    await withDatabase(url, (client) => client.query(`DROP DATABASE ${scratch} WITH (FORCE)`));
  }
}

/** @param {{ url: string, file: string, copy: string }} options */
async function drill({ url, file, copy }) {
  console.log(`Archive: ${file}`);
  const startedMs = performance.now();
  const restored = await restoreArchive({ file, url: copy, place: null });
  const restoredMs = performance.now();
  const { tables } = restored.manifest;
  const compared = await compareRows(copy, restored);
  const different = new Set(compared.filter(({ isSame }) => !isSame).map(({ name }) => name));
  showTables(compared);
  for (const [name, members] of Object.entries(ACCOUNTS)) {
    const known = members.filter((table) => tables[table] !== undefined);
    const counts = known.map((table) => `${table} ${tables[table]?.rows}`).join(", ");
    const bad = known.filter((table) => different.has(table));
    console.log(`${name.padEnd(6)}  ${bad.length === 0 ? "same" : "DIFFERENT"}: ${counts}`);
  }
  if (different.size > 0) throw new Problem(`Restored rows differ from the archive in: ${[...different].join(", ")}.`);
  console.log(
    `All rows of ${Object.keys(tables).length} tables and ${restored.manifest.files} files are those of the archive.`,
  );
  const comparedMs = performance.now();
  const applied = await migrate(copy);
  const upgradedMs = performance.now();
  console.log(
    applied.length === 0 ? "No migration is newer than the archive." : `Upgraded by ${applied.length} migrations.`,
  );
  await showLoss(url, restored.schema.takenAt);
  await showMissingFiles(url, await listArchivedFiles(copy));
  const seconds = (/** @type {number} */ ms) => (ms / 1_000).toFixed(1);
  const downMs = restoredMs - startedMs + (upgradedMs - comparedMs);
  console.log(
    `Downtime: ${seconds(downMs)} s to restore (${seconds(restoredMs - startedMs)} s) and upgrade (${seconds(upgradedMs - comparedMs)} s), and a start.`,
  );
}

/**
 * One line a table, so that two drills can be compared too.
 * @param {Compared[]} compared
 */
function showTables(compared) {
  const width = Math.max(...compared.map(({ name }) => name.length));
  for (const { name, isSame, archived, restored } of compared) {
    const sum = (/** @type {Sum} */ { rows, sha256 }) =>
      `${String(rows).padStart(9)} rows  sha256 ${sha256.slice(0, 16)}`;
    const line = `  ${name.padEnd(width)}  ${isSame ? "same     " : "DIFFERENT"}  ${sum(archived)}`;
    console.log(isSame ? line : `${line}, restored as ${sum(restored).trim()}`);
  }
}

/**
 * Reads every restored row again and compares the bytes with the archive's checksums.
 * @param {string} url @param {import("./restore-archive.mjs").Restored} restored @returns {Promise<Compared[]>}
 */
function compareRows(url, { tables, manifest }) {
  return withDatabase(url, async (client) => {
    await client.query(READ_ALIKE);
    const compared = [];
    for (const table of tables) {
      const facts = { rows: 0, bytes: 0, sha256: "" };
      await pipeline(readTable(client, table, facts), new Writable({ write: (_chunk, _encoding, done) => done() }));
      const archived = manifest.tables[table.name] ?? { rows: 0, sha256: "" };
      const isSame = facts.rows === archived.rows && facts.sha256 === archived.sha256;
      compared.push({ name: table.name, isSame, archived, restored: facts });
    }
    return compared;
  });
}

/** The loss if a disaster happened now. @param {string} url @param {string} takenAt */
function showLoss(url, takenAt) {
  return withDatabase(url, async (client) => {
    const { rows } = await client.query(
      `SELECT extract(epoch FROM clock_timestamp() - $1::timestamptz) / 60 AS minutes,
         (SELECT count(*) FROM audit_log WHERE at > $1) AS audited, (SELECT count(*) FROM events WHERE created_at > $1) AS events`,
      [takenAt],
    );
    const { minutes, audited, events } = rows[0];
    console.log(
      `Loss: ${Number(minutes).toFixed(1)} minutes since ${takenAt}, in them ${audited} audited requests and ${events} events.`,
    );
  });
}
