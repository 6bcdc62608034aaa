import { setTimeout as sleep } from "node:timers/promises";
import { ensureAuditPartitions } from "../lib/audit/retention";
import { appendRows } from "../lib/audit-proof/append-rows";
import { startSequencer } from "../lib/audit-proof/run-sequencer";
import { closeDatabase } from "../lib/platform/pool";
import { readProcessorMs } from "./processor-time";
import { openWebhookWorld } from "./webhook-world";

/**
 * `npm run bench:proof`: how fast rows become leaves and what of both processors that takes, what they weigh, and how soon a
 * row is in a checkpoint.
 */
const ROWS = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
/** As of a service of 1,000 requests a second. */
const ROUND_ROWS = 1_000;
const PROBES = 200;

process.env["SVC_AUDIT_LOG_KEY"] ??= `dev_k1:${"A".repeat(43)}=`;
const { cluster, client } = await openWebhookWorld();

const insert = (rows: number) =>
  client.query(
    `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id, user_id, auth_method, actor_type,
       actor_id, api_key_id, scopes, units_cost, duration_ms)
     SELECT now(), 'req_0' || lpad(n::text, 25, '0'), 'v1', 'GET', '/v1/rooms/{roomId}/messages', 200, 'bil_' || n % 100, 'usr_' || n % 100,
       'api_key', 'user', 'usr_' || n % 100, 'key_0' || lpad((n % 100)::text, 25, '0'), 'messages:read rooms:read', 1, 12
     FROM generate_series(1, $1::int) n`,
    [rows],
  );

async function readNumber(text: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(text);
  return Number(rows[0]?.n ?? 0);
}

/** From COMMIT to the checkpoint. */
async function measureProbe(): Promise<number> {
  await sleep(Math.random() * 1_000);
  const size = await readNumber("SELECT size AS n FROM audit_tree");
  await insert(1);
  const beganMs = performance.now();
  while ((await readNumber("SELECT size AS n FROM audit_tree")) <= size) await sleep(5);
  return performance.now() - beganMs;
}

try {
  await ensureAuditPartitions();
  let appendedMs = 0;
  const took = { own: 0, database: 0 };
  for (let written = 0; written < ROWS; written += ROUND_ROWS) {
    await insert(ROUND_ROWS);
    await client.query("UPDATE audit_tree SET appended_at = now() - interval '2 seconds'");
    const [before, beganMs] = [await readProcessorMs(client), performance.now()];
    await appendRows();
    appendedMs += performance.now() - beganMs;
    const after = await readProcessorMs(client);
    took.own += after.own - before.own;
    took.database += after.database - before.database;
  }
  const seconds = appendedMs / 1000;
  console.log(`${ROWS} rows in ${seconds.toFixed(1)} s: ${Math.round(ROWS / seconds)} rows a second`);
  const share = (ms: number) => `${((ms * 1_000) / ROWS).toFixed(1)} µs`;
  console.log(`processor time a row: ${share(took.own)} in this process, ${share(took.database)} in PostgreSQL`);
  await client.query("VACUUM FULL audit_leaves, audit_tiles");
  for (const table of ["audit_leaves", "audit_tiles"])
    console.log(
      `${table}: ${((await readNumber(`SELECT pg_total_relation_size('${table}') AS n`)) / ROWS).toFixed(1)} bytes a row`,
    );
  const log = await readNumber("SELECT sum(pg_total_relation_size(relid)) AS n FROM pg_partition_tree('audit_log')");
  console.log(`audit_log with its indexes: ${(log / ROWS).toFixed(1)} bytes a row`);

  const sequencer = startSequencer();
  const times: number[] = [];
  while (times.length < PROBES) times.push(await measureProbe());
  await sequencer.stop();
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.ceil(PROBES * share) - 1] ?? 0);
  console.log(`row to checkpoint: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`);
} finally {
  await client.end();
  await closeDatabase();
  await cluster.stop();
}
process.exit(0);
