import { isRestoreUnfinished, UNFINISHED_SCHEMA } from "../../database/unfinished-restore.mjs";
import { listPartitions, listRebuilt } from "./catalog.mjs";

/**
 * @typedef {import("pg").ClientBase} Client
 * @typedef {import("./catalog.mjs").Rebuilt} Rebuilt
 */

const KEPT = `${UNFINISHED_SCHEMA}.rebuilt`;

/**
 * Takes out what slows filling down, in one transaction with a note of how it is made again: a repeated restore finds no trace of
 * it in the catalog.
 * @param {Client} client @param {import("./sections.mjs").Partition[]} partitions @returns {Promise<Rebuilt[]>}
 */
export async function takeApart(client, partitions) {
  await client.query("BEGIN");
  const isRepeated = await isRestoreUnfinished(client);
  await makePartitionsAlike(client, partitions);
  const present = await listRebuilt(client);
  for (const { drop } of present.toReversed()) await client.query(drop);
  if (!isRepeated) {
    await client.query(
      `CREATE SCHEMA ${UNFINISHED_SCHEMA} CREATE TABLE rebuilt (position int PRIMARY KEY, statement jsonb NOT NULL)`,
    );
    // Indexes of single partitions are in the archive's own list of partitions.
    for (const [position, statement] of present.filter(({ isOfPartition }) => !isOfPartition).entries())
      await client.query(`INSERT INTO ${KEPT} VALUES ($1, $2)`, [position, JSON.stringify(statement)]);
  }
  const { rows } = await client.query(`SELECT statement FROM ${KEPT} ORDER BY position`);
  await client.query("COMMIT");
  return rows.map(({ statement }) => statement);
}

/** Runs in the last transaction. @param {Client} client */
export async function forgetUnfinished(client) {
  await client.query(`DROP SCHEMA ${UNFINISHED_SCHEMA} CASCADE`);
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
