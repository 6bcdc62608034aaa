import { createWriteStream } from "node:fs";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { listMigrations, migrate, withDatabase } from "../../database/migrate.mjs";
import { isRestoreUnfinished } from "../../database/unfinished-restore.mjs";
import { Problem } from "../../problem.mjs";
import { listTables, onWhole, readMigrations } from "./catalog.mjs";
import { STORAGE_KEY } from "./file-places.mjs";
import { fillTables, RESTORE_SETTINGS } from "./fill-tables.mjs";
import { MISMATCH, readArchive } from "./read-archive.mjs";
import { forgetUnfinished, takeApart } from "./rebuild.mjs";
import { measureBytes } from "./write-content.mjs";

/**
 * @typedef {import("pg").Client} Client
 * @typedef {import("./read-archive.mjs").ReadableArchive} ReadableArchive
 * @typedef {import("./sections.mjs").Schema} Schema
 * @typedef {import("./sections.mjs").Table} Table
 * @typedef {{ schema: Schema, manifest: import("./sections.mjs").Manifest, tables: Table[] }} Restored
 */

/** Any fixed number: the process that fills this database holds this lock. */
const RESTORE_LOCK = 0x5fc_0003;
/** Every service in use has rows in one of them. */
const TELLTALES = ["users", "billing_entities", "events", "audit_log"];

/**
 * Fills an empty database, or one that a restore has left unfinished. Until the end it is one that no start accepts. The archive's own
 * migrations come before the rows; those that it lacks are the caller's to apply.
 * @param {{ file: string, url: string, place: import("./file-places.mjs").FilePlace | null }} options @returns {Promise<Restored>}
 */
export async function restoreArchive({ file, url, place }) {
  const archive = await readArchive(file);
  const last = requireKnown(archive.schema);
  return withDatabase(url, async (client) => {
    await client.query(RESTORE_SETTINGS);
    await client.query("SELECT pg_advisory_lock($1)", [RESTORE_LOCK]);
    const level = (await readMigrations(client)).at(-1)?.name;
    if (level === undefined) await migrate(url, last);
    else if (level !== last)
      throw new Problem(
        `The database is at migration ${level}, the archive at ${last}. Restore into an empty database.`,
      );
    if (!(await isRestoreUnfinished(client))) await requireEmpty(client);
    const tables = await listTables(client);
    requireSameTables(tables, archive.tables);
    const rebuilt = await takeApart(client, archive.schema.partitions);
    await fillTables(url, archive, listIndexes(rebuilt, archive.schema), (_client, signal) =>
      restoreFiles(archive, place, signal),
    );
    await client.query("BEGIN");
    await finish(client, archive, rebuilt);
    await client.query("COMMIT");
    return { schema: archive.schema, manifest: archive.manifest, tables };
  });
}

/** The last migration of the archive, when this code has it and all before it. @param {Schema} schema */
function requireKnown({ migrations }) {
  const known = new Map(listMigrations().map(({ name, checksum }) => [name, checksum]));
  const foreign = migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (foreign)
    throw new Problem(`The archive comes from another version: this code has no such migration ${foreign.name}.`);
  const last = migrations.at(-1)?.name ?? "";
  if (listMigrations().findIndex(({ name }) => name === last) + 1 !== migrations.length)
    throw new Problem(`The archive lacks a migration before ${last}.`);
  return last;
}

/** @param {Client} client */
async function requireEmpty(client) {
  for (const table of TELLTALES) {
    const { rows } = await client.query(`SELECT EXISTS (SELECT FROM ${table}) AS found`);
    if (rows[0]?.found)
      throw new Problem(`The database is in use: ${table} holds rows. Restore into an empty database.`);
  }
}

/** Names come from an archive: only those that the schema has get into a statement. @param {Table[]} known @param {Table[]} archived */
function requireSameTables(known, archived) {
  const list = (/** @type {Table[]} */ tables) =>
    tables
      .map(({ name, columns }) => `${name} (${columns.join(", ")})`)
      .sort()
      .join("\n");
  if (list(known) !== list(archived)) throw new Problem(MISMATCH);
}

/**
 * Indexes of whole tables, and those that single partitions add.
 * @param {import("./catalog.mjs").Rebuilt[]} rebuilt @param {Schema} schema @returns {{ table: string, create: string }[]}
 */
function listIndexes(rebuilt, { partitions }) {
  const parents = new Map(partitions.map(({ name, parent }) => [name, parent]));
  const findRoot = (/** @type {string} */ name) => {
    let root = name;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    return root;
  };
  const ofPartitions = partitions.flatMap(({ name, indexes }) =>
    indexes.map((create) => ({
      table: findRoot(name),
      create: onWhole(create).replace(/ INDEX /, " INDEX IF NOT EXISTS "),
    })),
  );
  return [...rebuilt.filter(({ kind }) => kind === "index"), ...ofPartitions];
}

/** @param {ReadableArchive} archive @param {import("./file-places.mjs").FilePlace | null} place @param {AbortSignal} signal */
async function restoreFiles({ files, withSection }, place, signal) {
  for (const file of files) {
    signal.throwIfAborted();
    await withSection(file, async (section) => {
      if (section.head.kind !== "file") throw new Problem(MISMATCH);
      await restoreFile(section, section.head.key, place);
    });
  }
}

/** @param {Client} client @param {ReadableArchive} archive @param {import("./catalog.mjs").Rebuilt[]} rebuilt */
async function finish(client, { manifest }, rebuilt) {
  for (const { create } of rebuilt.filter(({ kind }) => kind === "foreign key")) await client.query(create);
  for (const [name, { last, isCalled }] of Object.entries(manifest.sequences))
    await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [name, last, isCalled]);
  await forgetUnfinished(client);
}

/**
 * Writes one file beside its place and moves it there. Without a place its bytes are only compared with their checksum.
 * @param {{ bytes: AsyncIterable<Buffer>, readEnd: () => any }} section @param {string} key
 * @param {import("./file-places.mjs").FilePlace | null} place
 */
async function restoreFile({ bytes, readEnd }, key, place) {
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
