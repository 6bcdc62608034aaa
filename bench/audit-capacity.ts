import { createGzip } from "node:zlib";
import { ensureAuditPartitions } from "../lib/audit/retention";
import { appendRows } from "../lib/audit-proof/append-rows";
import { readAuditQuery } from "../lib/overview/audit-filter";
import { exportAudit } from "../lib/overview/export-audit";
import { openAudit } from "../lib/overview/open-audit";
import { closeDatabase } from "../lib/platform/pool";
import { numbered, openWebhookWorld } from "./webhook-world";

/** `npm run bench:capacity`: bytes of an audit row in each place, and what a year of them is at several rates. */
const ROWS = Number(process.env["BENCH_ROWS"] ?? 200_000);
const ENTITIES = 100;
const RATES = [10, 100, 1_000];
const SECONDS_A_YEAR = 365 * 24 * 60 * 60;

process.env["SVC_AUDIT_LOG_KEY"] ??= `dev_k1:${"A".repeat(43)}=`;
const { cluster, client } = await openWebhookWorld();

/**
 * Of a hundred rows, 78 are reads with an API key, 12 writes of an app, 5 reads at the tool endpoint, 4 refusals and one is
 * the act of a person. Ids have the length and the randomness of real ones, because both decide what an index weighs.
 */
const INSERT = `
  INSERT INTO audit_log (at, request_id, surface, method, route, status, error_code, auth_method, actor_type, actor_id, scopes,
    billing_entity_id, organization_id, user_id, api_key_id, app_id, grant_id, external_token_id, units_cost, duration_ms,
    resource_id, details)
  SELECT date_trunc('month', now()) + n * interval '1 second', 'req_' || substr(md5(n::text), 1, 26),
    CASE WHEN kind < 94 THEN 'v1' WHEN kind < 99 THEN 'mcp' ELSE 'session' END,
    CASE WHEN kind < 82 THEN 'GET' WHEN kind < 99 THEN 'POST' ELSE 'ACT' END,
    CASE WHEN kind < 82 THEN '/v1/rooms/{roomId}/messages' WHEN kind < 94 THEN '/v1/rooms/{roomId}/tasks'
      WHEN kind < 99 THEN 'tools/list_messages' ELSE 'webhook.update' END,
    CASE WHEN kind < 4 THEN 429 ELSE 200 END, CASE WHEN kind < 4 THEN 'rate_limit_exceeded' END,
    CASE WHEN kind < 82 THEN 'api_key' WHEN kind < 99 THEN 'oauth_bearer' ELSE 'session' END,
    CASE WHEN kind BETWEEN 94 AND 98 THEN 'agent' ELSE 'user' END, 'usr_0' || lpad(owner::text, 25, '0'),
    CASE WHEN kind < 99 THEN 'messages:read rooms:read tasks:write' ELSE '' END,
    'bil_0' || lpad(owner::text, 25, '0'), 'org_0' || lpad(owner::text, 25, '0'), 'usr_0' || lpad(owner::text, 25, '0'),
    CASE WHEN kind < 82 THEN 'key_0' || lpad(owner::text, 25, '0') END,
    CASE WHEN kind BETWEEN 82 AND 98 THEN 'app_0' || lpad(owner::text, 25, '0') END,
    CASE WHEN kind BETWEEN 82 AND 98 THEN 'grant_0' || lpad(owner::text, 25, '0') END,
    CASE WHEN kind BETWEEN 82 AND 98 THEN 'tok_' || substr(md5('t' || n), 1, 26) END, 1, 3 + n % 90,
    CASE WHEN kind = 99 THEN 'hook_0' || lpad(owner::text, 25, '0') END,
    CASE WHEN kind = 99 THEN '{"fields": ["url", "events"]}'::jsonb END
  FROM (SELECT n, n / $2::int % 100 AS kind, n % $2::int AS owner FROM generate_series(1, $1::int) n) rows`;

async function readSizes(text: string): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await client.query<{ name: string; bytes: string }>(text);
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
}

/** Over all partitions. Indexes are named by their columns: those of partitions have names of PostgreSQL's own. */
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
  await client.query(INSERT, [ROWS, ENTITIES]);
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
