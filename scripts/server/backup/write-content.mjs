import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline, Transform } from "node:stream";
import { createGzip } from "node:zlib";
import { to as copyTo } from "pg-copy-streams";
import { readCode } from "../../problem.mjs";
import { listPartitions, readMigrations, readSequences } from "./catalog.mjs";
import { writeData, writeEnd, writeHead } from "./sections.mjs";

/**
 * @typedef {import("./sections.mjs").TableFacts} TableFacts
 * @typedef {{ tables: Record<string, TableFacts>, files: number }} Totals
 */

/** Bytes that clients have sent, and those of complete files. */
const AREAS = ["files", "uploads"];
export const STORAGE_KEY = /^(?:files|uploads)\/[0-9a-f]{48}$/;

/**
 * The plain content of an archive, in one transaction that sees one state of the database.
 * @param {import("pg").Client} client in that transaction
 * @param {{ tables: import("./sections.mjs").Table[], takenAt: string, filesDir: string | null, totals: Totals }} options
 */
export async function* writeContent(client, { tables, takenAt, filesDir, totals }) {
  const schema = { migrations: await readMigrations(client), partitions: await listPartitions(client), takenAt };
  yield writeHead({ kind: "schema", ...schema, filesIn: filesDir === null ? "bucket" : "archive" });
  yield writeEnd({});
  for (const table of tables) yield* writeTable(client, table, totals);
  for (const key of filesDir === null ? [] : await listFiles(filesDir))
    yield* writeFile(join(filesDir ?? "", key), key, totals);
  // After the rows: no row has a number beyond these.
  yield writeHead({ kind: "manifest", ...totals, sequences: await readSequences(client) });
  yield writeEnd({});
}

/** @param {import("pg").Client} client @param {import("./sections.mjs").Table} table @param {Totals} totals */
async function* writeTable(client, { name, columns }, totals) {
  yield writeHead({ kind: "table", name, columns });
  const facts = { rows: 0, bytes: 0, sha256: "" };
  const zipped = createGzip({ level: 1 });
  pipeline(readTable(client, { name, columns }, facts), zipped, () => undefined);
  for await (const chunk of zipped) yield writeData(chunk);
  totals.tables[name] = facts;
  yield writeEnd(facts);
}

/**
 * The rows in PostgreSQL's text form. `facts` is complete at the end.
 * @param {import("pg").Client} client @param {import("./sections.mjs").Table} table @param {TableFacts} facts
 */
export function readTable(client, { name, columns }, facts) {
  const copied = client.query(copyTo(`COPY (SELECT ${columns.join(", ")} FROM ${name}) TO STDOUT`));
  const measure = measureBytes(facts);
  pipeline(copied, measure, () => undefined);
  measure.once("end", () => {
    facts.rows = copied.rowCount;
  });
  return measure;
}

/** @param {{ bytes: number, sha256: string }} facts */
export function measureBytes(facts) {
  const digest = createHash("sha256");
  return new Transform({
    transform(chunk, _encoding, done) {
      digest.update(chunk);
      facts.bytes += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      facts.sha256 = digest.digest("hex");
      done();
    },
  });
}

/** @param {string} filesDir */
async function listFiles(filesDir) {
  const keys = [];
  for (const area of AREAS) {
    const names = await readdir(join(filesDir, area)).catch((error) => {
      if (readCode(error) === "ENOENT") return [];
      throw error;
    });
    keys.push(...names.map((name) => `${area}/${name}`).filter((key) => STORAGE_KEY.test(key)));
  }
  return keys.sort();
}

/** A file that is erased meanwhile is one that no row will know. @param {string} path @param {string} key @param {Totals} totals */
async function* writeFile(path, key, totals) {
  const facts = { bytes: 0, sha256: "" };
  const measured = measureBytes(facts);
  pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), measured, () => undefined);
  let hasBegun = false;
  try {
    for await (const chunk of measured) {
      if (!hasBegun) yield writeHead({ kind: "file", key });
      hasBegun = true;
      yield writeData(chunk);
    }
  } catch (error) {
    if (readCode(error) === "ENOENT" && !hasBegun) return;
    throw error;
  }
  if (!hasBegun) yield writeHead({ kind: "file", key });
  totals.files += 1;
  yield writeEnd(facts);
}
