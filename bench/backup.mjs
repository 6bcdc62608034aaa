import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, withDatabase } from "../scripts/database/migrate.mjs";
import { replaceDatabase } from "../scripts/database/schema-engine.mjs";
import { openScratchCluster } from "../scripts/database/scratch-cluster.mjs";
import { createBackup } from "../scripts/server/backup/create-backup.mjs";
import { restoreArchive } from "../scripts/server/backup/restore-archive.mjs";

/**
 * npm run bench:backup: gigabytes a minute of a backup and of a restore, with PostgreSQL and Node on this machine. Most of
 * the rows are those of history: audit log, events, messages.
 */
const MEGABYTES = Number(process.argv[2] ?? 1_000);
const AUDIT_ROWS_PER_MEGABYTE = 900;
const EVENTS_PER_MEGABYTE = 450;
const MESSAGES_PER_MEGABYTE = 450;

const directory = mkdtempSync(join(tmpdir(), "svc-bench-"));
process.env["SVC_BACKUP_KEY"] = `b1:${randomBytes(32).toString("base64")}`;
const cluster = await openScratchCluster();
try {
  const url = cluster.buildUrl("postgres");
  await migrate(url);
  const sizeBytes = await fill(url);
  const [backupMs, backup] = await time(() => createBackup({ url, directory, place: null }));
  await withDatabase(url, (client) => client.query("CREATE DATABASE restored"));
  const target = replaceDatabase(url, "restored");
  const [restoreMs] = await time(() => restoreArchive({ file: backup.file, url: target, place: null }));
  const gigabytes = sizeBytes / 1e9;
  const rate = (/** @type {number} */ ms) => `${(gigabytes / (ms / 60_000)).toFixed(1)} GB a minute`;
  const rows = Object.values(backup.totals.tables).reduce((sum, facts) => sum + facts.rows, 0);
  console.log(`database: ${gigabytes.toFixed(2)} GB, ${rows} rows; archive ${(backup.bytes / 1e6).toFixed(0)} MB`);
  console.log(`backup:   ${(backupMs / 1_000).toFixed(1)} s, ${rate(backupMs)}`);
  console.log(`restore:  ${(restoreMs / 1_000).toFixed(1)} s, ${rate(restoreMs)}`);
} finally {
  await cluster.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** @param {string} url @returns {Promise<number>} the size of the database */
function fill(url) {
  // Text that compresses about as well as people's.
  const text =
    "(SELECT string_agg(md5((g * 40 + n)::text) || ' the same words again ', '') FROM generate_series(1, 10) n)";
  return withDatabase(url, async (client) => {
    await client.query("INSERT INTO billing_entities (id, kind, created_at) VALUES ('bil_bench', 'INDIVIDUAL', now())");
    await client.query(
      "INSERT INTO rooms (id, room_type, name, billing_entity_id, created_at, updated_at) VALUES ('room_bench', 1, 'Bench', 'bil_bench', now(), now())",
    );
    await client.query(
      `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id, units_cost)
       SELECT now() - g * interval '1 second', 'req_' || md5(g::text), 'v1', 'GET', '/v1/rooms/{roomId}/messages', 200, 'bil_bench', 1
       FROM generate_series(1, $1::int) g`,
      [MEGABYTES * AUDIT_ROWS_PER_MEGABYTE],
    );
    await client.query(
      `INSERT INTO events (id, type, room_id, object_type, object_id, v1_data, created_at)
       SELECT 'evt_' || lpad(g::text, 26, '0'), 'message.created', 'room_bench', 'message', 'msg_' || lpad(g::text, 26, '0'),
         jsonb_build_object('body', ${text}), now() - g * interval '1 second' FROM generate_series(1, $1::int) g`,
      [MEGABYTES * EVENTS_PER_MEGABYTE],
    );
    await client.query(
      `INSERT INTO messages (id, room_id, body, created_at, updated_at)
       SELECT 'msg_' || lpad(g::text, 26, '0'), 'room_bench', ${text}, now(), now() FROM generate_series(1, $1::int) g`,
      [MEGABYTES * MESSAGES_PER_MEGABYTE],
    );
    const { rows } = await client.query("SELECT pg_database_size(current_database())::float8 AS size");
    return rows[0].size;
  });
}

/** @template T @param {() => Promise<T>} work @returns {Promise<[number, T]>} */
async function time(work) {
  const startedMs = performance.now();
  const result = await work();
  return [performance.now() - startedMs, result];
}
