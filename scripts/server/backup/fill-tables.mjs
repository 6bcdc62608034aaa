import { availableParallelism } from "node:os";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import * as copyStreams from "pg-copy-streams";
import { withDatabase } from "../../database/migrate.mjs";
import { Problem } from "../../problem.mjs";
import { listLeaves, READ_ALIKE } from "./catalog.mjs";
import { ZIP } from "./sections.mjs";
import { measureRows } from "./write-content.mjs";

/**
 * @typedef {import("pg").ClientBase} Client
 * @typedef {import("./read-archive.mjs").ReadableArchive} ReadableArchive
 * @typedef {import("./read-archive.mjs").ArchivedTable} ArchivedTable
 * @typedef {(client: Client, signal: AbortSignal) => Promise<void>} Job
 */

/** One more than there are cores, because each waits for Node or for the disk now and then. */
const CONNECTIONS = Math.min(availableParallelism() + 1, 5);
export const RESTORE_SETTINGS = `${READ_ALIKE}; SET maintenance_work_mem = '128MB'`;

/**
 * Fills each table in a transaction of its own, several at once and the largest first, with the indexes and statistics of its rows.
 * @param {string} url @param {ReadableArchive} archive @param {{ table: string, create: string }[]} indexes
 * @param {Job} another that has nothing to do with tables
 */
export async function fillTables(url, archive, indexes, another) {
  const leaves = await withDatabase(url, listLeaves);
  const bySize = [...archive.tables].sort((a, b) => b.size - a.size);
  const jobs = bySize.map((table) => (/** @type {Client} */ client, /** @type {AbortSignal} */ signal) => {
    const own = leaves.filter((leaf) => leaf.table === table.name);
    const creates = indexes.filter((index) => index.table === table.name).map(({ create }) => create);
    return fillTable(client, { archive, table, leaves: own, creates, signal });
  });
  await runJobs(url, [another, ...jobs]);
}

/** The first failure ends the others. @param {string} url @param {Job[]} jobs */
async function runJobs(url, jobs) {
  const waiting = [...jobs];
  const ending = new AbortController();
  const runNext = async (/** @type {Client} */ client) => {
    // The last commit, on another connection, waits for the disk: for all of these too.
    await client.query(`${RESTORE_SETTINGS}; SET synchronous_commit = off`);
    for (let job = waiting.shift(); job && !ending.signal.aborted; job = waiting.shift())
      await job(client, ending.signal);
  };
  const runs = Array.from({ length: CONNECTIONS }, () =>
    withDatabase(url, runNext).catch((error) => {
      ending.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(runs);
  if (ending.signal.aborted) throw ending.signal.reason;
}

/**
 * @param {Client} client
 * @param {{ archive: ReadableArchive, table: ArchivedTable, leaves: import("./catalog.mjs").Leaf[], creates: string[], signal: AbortSignal }} options
 */
async function fillTable(client, { archive, table, leaves, creates, signal }) {
  await client.query("BEGIN");
  await emptyTable(client, leaves);
  const facts = { rows: 0, bytes: 0, sha256: "" };
  await archive.withSection(table, async ({ bytes }) => {
    const copying = client.query(copyStreams.from(`COPY ${table.name} (${table.columns.join(", ")}) FROM STDIN`));
    await pipeline(Readable.from(bytes), createGunzip(ZIP), measureRows(facts), copying, { signal });
    facts.rows = copying.rowCount ?? 0;
  });
  if (JSON.stringify(facts) !== JSON.stringify(archive.manifest.tables[table.name]))
    throw new Problem(`The rows of ${table.name} differ from the archive. The restore did not finish.`);
  for (const create of creates) await client.query(create);
  await client.query(`ANALYZE ${table.name}`);
  await client.query("COMMIT");
}

/**
 * Rows of migrations and of a restore that died. The rows of a file that begins in this transaction need no log where wal_level is
 * minimal. Locked first: a connection of that restore may still be at work.
 * @param {Client} client @param {import("./catalog.mjs").Leaf[]} leaves
 */
async function emptyTable(client, leaves) {
  const short = leaves.filter(({ isKeptLong }) => !isKeptLong);
  if (short.length > 0) await client.query(`TRUNCATE ${short.map(({ name }) => name).join(", ")}`);
  for (const { name } of leaves.filter(({ isKeptLong }) => isKeptLong)) {
    await client.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
    await client.query(`DELETE FROM ${name}`);
  }
}
