import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import * as copyStreams from "pg-copy-streams";
import { listMigrations, migrate, withDatabase } from "../../database/migrate.mjs";
import { Problem } from "../../problem.mjs";
import { listPartitions, listRebuilt, listTables, READ_ALIKE, readMigrations } from "./catalog.mjs";
import { readBackupKeys } from "./keys.mjs";
import { restoreFile } from "./restore-file.mjs";
import { openArchive } from "./sealed-archive.mjs";
import { readSections, ZIP } from "./sections.mjs";
import { measureBytes } from "./write-content.mjs";

/**
 * @typedef {import("pg").Client} Client
 * @typedef {import("./sections.mjs").Schema} Schema
 * @typedef {import("./sections.mjs").Manifest} Manifest
 * @typedef {{ schema: Schema, manifest: Manifest, tables: import("./sections.mjs").Table[] }} Restored
 * @typedef {Awaited<ReturnType<ReturnType<typeof readSections>["next"]>>["value"]} Section
 */

/** Any fixed number: the process that fills this database holds this lock. */
const RESTORE_LOCK = 0x5fc_0003;
/** Every service in use has rows in one of them. */
const TELLTALES = ["users", "billing_entities", "events", "audit_log"];
const MISMATCH = "The archive's content does not match its own list. Nothing was restored.";

/**
 * Fills an empty database in one transaction: all of it, or nothing. The archive's own migrations come before the rows;
 * those that it lacks are the caller's to apply.
 * @param {{ file: string, url: string, place: import("./file-places.mjs").FilePlace | null }} options @returns {Promise<Restored>}
 */
export async function restoreArchive({ file, url, place }) {
  const sections = readSections(openArchive(readBackupKeys(), createReadStream(file, { highWaterMark: 1024 * 1024 })));
  const schema = await readSchema(sections);
  const last = requireKnown(schema);
  return withDatabase(url, async (client) => {
    await client.query(READ_ALIKE);
    await client.query("SELECT pg_advisory_lock($1)", [RESTORE_LOCK]);
    const level = (await readMigrations(client)).at(-1)?.name;
    if (level === undefined) await migrate(url, last);
    else if (level !== last)
      throw new Problem(
        `The database is at migration ${level}, the archive at ${last}. Restore into an empty database.`,
      );
    await requireEmpty(client);
    await client.query("BEGIN");
    await client.query("SET LOCAL synchronous_commit = off; SET LOCAL maintenance_work_mem = '256MB'");
    const restored = await fill(client, sections, { schema, place });
    await client.query("COMMIT");
    await client.query("ANALYZE");
    return restored;
  });
}

/** @param {ReturnType<typeof readSections>} sections @returns {Promise<Schema>} */
async function readSchema(sections) {
  const { value } = await sections.next();
  if (value?.head.kind !== "schema") throw new Problem(MISMATCH);
  await skip(value);
  return value.head;
}

/** The last migration of the archive, when this code has it and all before it. @param {Schema} schema */
function requireKnown({ migrations }) {
  const known = new Map(listMigrations().map(({ name, checksum }) => [name, checksum]));
  const foreign = migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (foreign)
    throw new Problem(`The archive is of another version: this code has no migration ${foreign.name} like it.`);
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

/**
 * @param {Client} client @param {ReturnType<typeof readSections>} sections
 * @param {{ schema: Schema, place: import("./file-places.mjs").FilePlace | null }} options @returns {Promise<Restored>}
 */
async function fill(client, sections, { schema, place }) {
  // Migrations make rows too. Not TRUNCATE: some files of tables are long on purpose.
  const tables = await listTables(client);
  for (const { name } of tables) await client.query(`DELETE FROM ${name}`);
  await makePartitionsAlike(client, schema.partitions);
  const rebuilt = await listRebuilt(client);
  for (const { drop } of rebuilt.toReversed()) await client.query(drop);
  /** @type {Manifest | undefined} */
  let manifest;
  /** @type {Manifest} */
  const found = { tables: {}, files: 0, sequences: {} };
  for await (const section of sections) {
    const { head } = section;
    if (head.kind === "table") found.tables[head.name] = await copyTable(client, section, head, tables);
    else if (head.kind === "file") {
      await restoreFile(section, head.key, place);
      found.files += 1;
    } else if (head.kind === "manifest") {
      manifest = head;
      await skip(section);
    } else throw new Problem(MISMATCH);
  }
  if (manifest === undefined || !isSame(found, manifest)) throw new Problem(MISMATCH);
  for (const [name, { last, isCalled }] of Object.entries(manifest.sequences))
    await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [name, last, isCalled]);
  const partitionIndexes = schema.partitions.flatMap(({ indexes }) => indexes);
  for (const { create } of rebuilt) await client.query(create);
  for (const create of partitionIndexes) await client.query(create.replace(/ INDEX /, " INDEX IF NOT EXISTS "));
  return { schema, manifest, tables };
}

/** @param {Manifest} found @param {Manifest} manifest */
function isSame(found, manifest) {
  const list = (/** @type {Manifest} */ { tables, files }) =>
    JSON.stringify([files, Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1))]);
  return list(found) === list(manifest);
}

/**
 * Days and months that the archive has partitions for, and no others.
 * @param {Client} client @param {import("./sections.mjs").Partition[]} wanted
 */
async function makePartitionsAlike(client, wanted) {
  const present = await listPartitions(client);
  const names = new Set(wanted.map(({ name }) => name));
  for (const { name } of present.toReversed()) if (!names.has(name)) await client.query(`DROP TABLE ${name}`);
  const bounds = new Map(present.map(({ name, bound }) => [name, bound]));
  for (const { parent, name, bound } of wanted) {
    if (bounds.get(name) === bound) continue;
    if (bounds.has(name)) await client.query(`DROP TABLE ${name}`);
    await client.query(`CREATE TABLE ${name} PARTITION OF ${parent} ${bound}`);
  }
}

/**
 * @param {Client} client @param {Section} section @param {import("./sections.mjs").Table} head
 * @param {import("./sections.mjs").Table[]} known @returns {Promise<import("./sections.mjs").TableFacts>}
 */
async function copyTable(client, section, { name, columns }, known) {
  const table = known.find((candidate) => candidate.name === name);
  // Names come from an archive: only those that the schema has get into a statement.
  if (!table || JSON.stringify(table.columns) !== JSON.stringify(columns)) throw new Problem(MISMATCH);
  const facts = { rows: 0, bytes: 0, sha256: "" };
  const copying = client.query(copyStreams.from(`COPY ${name} (${columns.join(", ")}) FROM STDIN`));
  await pipeline(Readable.from(section.bytes), createGunzip(ZIP), measureBytes(facts), copying);
  facts.rows = copying.rowCount ?? 0;
  return facts;
}

/** @param {Section} section */
async function skip({ bytes }) {
  for await (const _ of bytes);
}
