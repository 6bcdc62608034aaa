import { createHash, hash } from "node:crypto";
import { pipeline, Transform } from "node:stream";
import { createGzip } from "node:zlib";
import { to as copyTo } from "pg-copy-streams";
import { listPartitions, readMigrations, readSequences } from "./catalog.mjs";
import { writeData, writeEnd, writeHead, ZIP } from "./sections.mjs";

/**
 * @typedef {import("./sections.mjs").TableFacts} TableFacts
 * @typedef {import("./file-places.mjs").FilePlace} FilePlace
 * @typedef {{ tables: Record<string, TableFacts>, files: number }} Totals
 */

/**
 * The plain content of an archive, in one transaction that sees one state of the database.
 * @param {import("pg").Client} client in that transaction
 * @param {{ tables: import("./sections.mjs").Table[], takenAt: string, place: FilePlace | null, totals: Totals }} options
 */
export async function* writeContent(client, { tables, takenAt, place, totals }) {
  const schema = { migrations: await readMigrations(client), partitions: await listPartitions(client), takenAt };
  yield writeHead({ kind: "schema", ...schema, filesIn: place === null ? "bucket" : "archive" });
  yield writeEnd({});
  for (const table of tables) yield* writeTable(client, table, totals);
  if (place !== null) for (const key of await place.list()) yield* writeFile(place, key, totals);
  // Written after the rows, so no row has a number beyond these.
  yield writeHead({ kind: "manifest", ...totals, sequences: await readSequences(client) });
  yield writeEnd({});
}

/** @param {import("pg").Client} client @param {import("./sections.mjs").Table} table @param {Totals} totals */
async function* writeTable(client, { name, columns }, totals) {
  yield writeHead({ kind: "table", name, columns });
  const facts = { rows: 0, bytes: 0, sha256: "" };
  const zipped = createGzip(ZIP);
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
  const measure = measureRows(facts);
  pipeline(copied, measure, () => undefined);
  measure.once("end", () => {
    facts.rows = copied.rowCount;
  });
  return measure;
}

const LINE_BREAK = 0x0a;

/**
 * The sum of a table is that of a set: rows come in the order in which they lie, which an update, a vacuum and a restore
 * change. Each line is a row, because COPY writes a line break within a value as `\\n`.
 * @param {{ bytes: number, sha256: string }} facts
 */
export function measureRows(facts) {
  const sum = new Uint32Array(8);
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(chunk, _encoding, done) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      let from = 0;
      for (let end = bytes.indexOf(LINE_BREAK); end !== -1; end = bytes.indexOf(LINE_BREAK, from)) {
        const digest = hash("sha256", bytes.subarray(from, end), "buffer");
        for (let word = 0; word < 8; word += 1) sum[word] = (sum[word] ?? 0) + digest.readUInt32BE(word * 4);
        from = end + 1;
      }
      rest = Buffer.from(bytes.subarray(from));
      facts.bytes += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      facts.sha256 = [...sum].map((word) => word.toString(16).padStart(8, "0")).join("");
      done();
    },
  });
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

/** A file that is erased meanwhile is one that no row will know. @param {FilePlace} place @param {string} key @param {Totals} totals */
async function* writeFile(place, key, totals) {
  const source = await place.read(key);
  if (source === null) return;
  const facts = { bytes: 0, sha256: "" };
  const measured = measureBytes(facts);
  pipeline(source, measured, () => undefined);
  yield writeHead({ kind: "file", key });
  for await (const chunk of measured) yield writeData(chunk);
  totals.files += 1;
  yield writeEnd(facts);
}
