import { setTimeout as sleep } from "node:timers/promises";
import { appendRows } from "../lib/audit/proof/append-rows";
import { startSequencer } from "../lib/audit/proof/run-sequencer";
import { ensureAuditPartitions } from "../lib/audit/retention";
import { closeDatabase } from "../lib/db/pool";
import { INSERT_AUDIT_ROWS } from "./audit-rows";
import { readProcessorMs } from "./processor-time";
import { openWebhookWorld } from "./webhook-world";

/**
 * `npm run bench:audit`: how fast rows become leaves and what of both processors that takes, what they weigh, and how soon a
 * row is in a checkpoint.
 */
const ROWS = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
const ROUND_ROWS = Number(process.env["BENCH_ROUND_ROWS"] ?? 1_000);
const ENTITIES = 100;
const PROBES = Number(process.env["BENCH_PROBES"] ?? 200);

process.env["SVC_AUDIT_LOG_KEY"] ??= `dev_k1:${"A".repeat(43)}=`;
const { cluster, client } = await openWebhookWorld();

let written = 0;
async function insert(rows: number): Promise<void> {
  await client.query(INSERT_AUDIT_ROWS, [written + rows, ENTITIES, new Date(), 0, false, written + 1]);
  written += rows;
}

async function readNumber(text: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(text);
  return Number(rows[0]?.n ?? 0);
}

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
  while (written < ROWS) {
    await insert(ROUND_ROWS);
    await client.query("UPDATE audit_tree SET appended_at = now() - interval '2 seconds'");
    const before = await readProcessorMs(client);
    // Reading PostgreSQL's processor time costs this process more than the round does.
    const [began, beganMs] = [process.cpuUsage(), performance.now()];
    await appendRows();
    appendedMs += performance.now() - beganMs;
    const { user, system } = process.cpuUsage(began);
    took.own += (user + system) / 1_000;
    took.database += (await readProcessorMs(client)).database - before.database;
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
