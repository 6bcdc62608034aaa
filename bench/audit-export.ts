import { ensureAuditPartitions } from "../lib/audit/retention";
import { readAuditQuery } from "../lib/audit-log/audit-filter";
import { EXPORT_FORMATS, exportAudit } from "../lib/audit-log/export-audit";
import { openAudit } from "../lib/audit-log/open-audit";
import { closeDatabase } from "../lib/db/pool";
import { numbered, openWebhookWorld } from "./webhook-world";

/** `npm run bench:export`: the audit log of one person as a file, and the memory of the process meanwhile. */
const ROWS = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
const SAMPLE_ROWS = 50_000;
const MB = 1024 * 1024;

const { cluster, client } = await openWebhookWorld();
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
  await client.query(
    `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id, user_id, auth_method, actor_type,
       scopes, units_cost, duration_ms)
     SELECT now() - n * interval '10 ms', 'req_0' || lpad(n::text, 25, '0'), 'v1', 'GET', '/v1/rooms/{roomId}/messages', 200, $1, $2,
       'oauth_token', 'user', 'messages:read rooms:read', 1, 12 FROM generate_series(1, $3::int) n`,
    [numbered("bil", 1), numbered("usr", 1), ROWS],
  );
  await client.query("VACUUM ANALYZE audit_log");
  const access = await openAudit({ id: numbered("usr", 1), isAdmin: false }, "");
  console.log(
    "| Format | rows | size MB | s | RSS before MB | least | most | last |\n|---|---|---|---|---|---|---|---|",
  );
  for (const format of EXPORT_FORMATS) {
    const beganMs = performance.now();
    const before = process.memoryUsage.rss();
    const samples: number[] = [];
    let [rows, bytes] = [0, 0];
    for await (const part of exportAudit(
      access,
      readAuditQuery(() => ""),
      { format },
    )) {
      bytes += Buffer.byteLength(part);
      rows += part.split("\n").length - 1;
      if (rows >= samples.length * SAMPLE_ROWS) samples.push(process.memoryUsage.rss());
    }
    const figures = [before, Math.min(...samples), Math.max(...samples), samples.at(-1) ?? 0];
    const seconds = ((performance.now() - beganMs) / 1000).toFixed(0);
    const megabytes = figures.map((value) => Math.round(value / MB));
    console.log(`| ${format} | ${rows} | ${Math.round(bytes / MB)} | ${seconds} | ${megabytes.join(" | ")} |`);
  }
} finally {
  await client.end();
  await closeDatabase();
  await cluster.stop();
}
process.exit(0);
