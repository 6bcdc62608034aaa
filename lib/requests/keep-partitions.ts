import type { PoolClient } from "pg";
import { changePartitions } from "../audit/create-partitions";
import { now } from "../platform/clock";
import { query } from "../platform/db";
import { eraseInBatches } from "../platform/erase";
import { REQUEST_DETAILS_RETENTION_DAYS } from "../platform/limits";
import { ERASE_UNPLACED_DETAILS, LIST_DETAIL_DAYS } from "./details.sql";

const DAYS_AHEAD = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

function startOfDay(at: Date, ahead = 0): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + ahead));
}

/** Days are created ahead. Rows of a day without a partition go to the default one. */
export async function ensureDetailPartitions(): Promise<void> {
  const at = now();
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const [from, until] = [startOfDay(at, ahead), startOfDay(at, ahead + 1)];
    await changePartitions((client) => createPartition(client, from, until));
  }
}

async function createPartition(client: PoolClient, from: Date, until: Date): Promise<void> {
  const name = `request_details_${from.toISOString().slice(0, 10).replaceAll("-", "_")}`;
  const exists = await client.query("SELECT to_regclass($1) AS relation", [`partitions.${name}`]);
  if (exists.rows[0]?.relation !== null) return;
  const range = `'${from.toISOString()}') TO ('${until.toISOString()}'`;
  await client.query(`CREATE TABLE partitions.${name} (LIKE request_details INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  // Rows of this day that the default partition holds would make it refuse the new range.
  await client.query(
    `WITH moved AS (DELETE FROM partitions.request_details_default WHERE at >= $1 AND at < $2 RETURNING *)
     INSERT INTO partitions.${name} SELECT * FROM moved`,
    [from, until],
  );
  await client.query(`ALTER TABLE request_details ATTACH PARTITION partitions.${name} FOR VALUES FROM (${range})`);
}

/** Whole days, once their last row is older than the retention; then old rows of the default partition. */
export async function dropOldDetailPartitions(): Promise<boolean> {
  const before = new Date(now().getTime() - REQUEST_DETAILS_RETENTION_DAYS * DAY_MS);
  for (const { name } of await query(LIST_DETAIL_DAYS, [])) {
    const day = new Date(`${name.slice("request_details_".length).replaceAll("_", "-")}T00:00:00Z`);
    if (startOfDay(day, 1) <= before) await dropPartition(name);
  }
  return eraseInBatches((limit) => query(ERASE_UNPLACED_DETAILS, [before, limit]));
}

async function dropPartition(name: string): Promise<void> {
  await changePartitions(async (client) => {
    // Every response writes here: a later attempt is better than responses that queue behind this lock.
    await client.query("SET LOCAL lock_timeout = '1s'");
    await client.query(`DROP TABLE IF EXISTS partitions.${name}`);
  });
}
