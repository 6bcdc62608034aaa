import { createGzip } from "node:zlib";
import { appendRows } from "../lib/audit/proof/append-rows";
import { AUDIT_LOG, ensureAuditPartitions } from "../lib/audit/retention";
import { readAuditQuery } from "../lib/audit-log/audit-filter";
import { exportAudit } from "../lib/audit-log/export-audit";
import { openAudit } from "../lib/audit-log/open-audit";
import { startOfSpan } from "../lib/db/partitioned-table";
import { closeDatabase } from "../lib/db/pool";
import { now } from "../lib/platform/clock";
import { INSERT_AUDIT_ROWS } from "./audit-rows";
import { numbered, openWebhookWorld } from "./webhook-world";

/** `npm run bench:audit`: bytes of an audit row in each place, and what a year of them is at several rates. */
const ROWS = Number(process.env["BENCH_ROWS"] ?? 200_000);
const ENTITIES = 100;
const RATES = [10, 100, 1_000];
const SECONDS_A_YEAR = 365 * 24 * 60 * 60;

process.env["SVC_AUDIT_LOG_KEY"] ??= `dev_k1:${"A".repeat(43)}=`;
const { cluster, client } = await openWebhookWorld();

async function readSizes(text: string): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await client.query<{ name: string; bytes: string }>(text);
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
}

const SIZES = `
  SELECT 'audit_log: rows' AS name, sum(pg_table_size(relid)) AS bytes FROM pg_partition_tree('audit_log') WHERE isleaf
  UNION ALL
  (SELECT name, sum(bytes) FROM (
    SELECT 'audit_log: index (' || string_agg(a.attname, ', ' ORDER BY k.n) || ')' ||
        CASE WHEN i.indpred IS NULL THEN '' ELSE ' of acts' END AS name, pg_relation_size(i.indexrelid) AS bytes
      FROM pg_partition_tree('audit_log') t JOIN pg_index i ON i.indrelid = t.relid
      CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(column_number, n)
      JOIN pg_attribute a ON a.attrelid = t.relid AND a.attnum = k.column_number
      WHERE t.isleaf GROUP BY i.indexrelid, i.indpred) indexes
    GROUP BY name ORDER BY name)
  UNION ALL SELECT 'audit_leaves: rows', pg_table_size('audit_leaves')
  UNION ALL SELECT 'audit_leaves: indexes', pg_indexes_size('audit_leaves')
  UNION ALL SELECT 'audit_tiles', pg_total_relation_size('audit_tiles')`;

/** One area as a file, and the same packed. */
async function measureExport(): Promise<{ rows: number; plain: number; packed: number }> {
  const access = await openAudit({ id: numbered("usr", 1), isAdmin: false }, "");
  const gzip = createGzip({ level: 9 });
  let [rows, plain, packed] = [0, 0, 0];
  gzip.on("data", (part: Buffer) => {
    packed += part.length;
  });
  const ended = new Promise((resolve) => gzip.once("end", resolve));
  const query = readAuditQuery(() => "");
  for await (const part of exportAudit(access, query, { format: "proof" })) {
    plain += Buffer.byteLength(part);
    rows += part.match(/^\{"index"/gm)?.length ?? 0;
    gzip.write(part);
  }
  gzip.end();
  await ended;
  return { rows, plain, packed };
}

const writeBytes = (bytes: number) =>
  bytes >= 1e12 ? `${(bytes / 1e12).toFixed(1)} TB` : `${Math.round(bytes / 1e9)} GB`;

try {
  await ensureAuditPartitions();
  await client.query(
    "INSERT INTO billing_entities (id, kind, plan, created_at) VALUES ($1, 'INDIVIDUAL', 'UNLIMITED', now())",
    [numbered("bil", 1)],
  );
  await client.query(
    "INSERT INTO users (id, email, name, billing_entity_id, created_at) VALUES ($1, 'a@example.test', 'Ada', $2, now())",
    [numbered("usr", 1), numbered("bil", 1)],
  );
  await client.query(INSERT_AUDIT_ROWS, [ROWS, ENTITIES, startOfSpan(AUDIT_LOG, now(), 0), 1, false, 1]);
  for (let isLast = false; !isLast; ) {
    await client.query("UPDATE audit_tree SET appended_at = now() - interval '2 seconds'");
    isLast = await appendRows();
  }
  await client.query("VACUUM FULL audit_tiles");
  await client.query("ANALYZE audit_log");
  const sizes = await readSizes(SIZES);
  console.log("| Place | bytes a row |\n|---|---|");
  for (const { name, bytes } of sizes) console.log(`| ${name} | ${(bytes / ROWS).toFixed(1)} |`);
  const inDatabase = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / ROWS;
  console.log(`| together | ${inDatabase.toFixed(1)} |`);
  const { rows, plain, packed } = await measureExport();
  console.log(`| an export with proofs (${rows} rows) | ${(plain / rows).toFixed(1)} |`);
  console.log(`| the same, packed by gzip | ${(packed / rows).toFixed(1)} |`);
  console.log("\n| Requests a second | rows a year | database, a year | database, 7 years | packed exports, 7 years |");
  console.log("|---|---|---|---|---|");
  for (const rate of RATES) {
    const year = rate * SECONDS_A_YEAR;
    const figures = [year * inDatabase, 7 * year * inDatabase, (7 * year * packed) / rows].map(writeBytes);
    console.log(`| ${rate} | ${(year / 1e9).toFixed(2)} billion | ${figures.join(" | ")} |`);
  }
} finally {
  await client.end();
  await closeDatabase();
  await cluster.stop();
}
process.exit(0);
