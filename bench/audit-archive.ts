import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { archiveVariables, startS3Server } from "../e2e/support/servers/s3-server";
import { archiveOldMonths } from "../lib/audit/archive/archive-log";
import { appendRows } from "../lib/audit/proof/append-rows";
import { readTileBytes } from "../lib/audit/proof/read-log";
import { AUDIT_LOG } from "../lib/audit/retention";
import { type AuditQuery, readAuditQuery } from "../lib/audit-log/audit-filter";
import { exportAudit } from "../lib/audit-log/export-audit";
import { findAuditRows } from "../lib/audit-log/find-rows";
import { listAudit } from "../lib/audit-log/list-audit";
import { type AuditAccess, openAudit } from "../lib/audit-log/open-audit";
import { nameOf, startOfSpan } from "../lib/db/partitioned-table";
import { closeDatabase } from "../lib/db/pool";
import { now } from "../lib/platform/clock";
import { INSERT_AUDIT_ROWS } from "./audit-rows";
import { numbered, openWebhookWorld } from "./webhook-world";

/**
 * `npm run bench:archive`: a month of the audit log on its way out of PostgreSQL, and reading it afterwards. One tenant has
 * half of the rows, 99 others the rest. With `BENCH_BUCKET_MS` the archive is a bucket that takes so long for each answer.
 */
const ROWS = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
const ENTITIES = 100;
/** Rows of one transaction: a round of the log takes as many. */
const ROUND_ROWS = 1_000;
const LIST_ROWS = 50;
const TIMES = 5;

process.env["SVC_AUDIT_LOG_KEY"] ??= `dev_k1:${"A".repeat(43)}=`;
const directory = mkdtempSync(join(tmpdir(), "svc-bench-archive-"));
const bucketMs = process.env["BENCH_BUCKET_MS"];
const s3 = bucketMs === undefined ? null : await startS3Server();
if (s3) {
  s3.before = () => sleep(Number(bucketMs));
  Object.assign(process.env, archiveVariables(s3, "audit/"), { SVC_DATA_DIR: directory });
} else process.env["SVC_ARCHIVE_DIR"] = directory;
const { cluster, client } = await openWebhookWorld();
const unfiltered = readAuditQuery(() => "");

async function measure<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const beganMs = performance.now();
  const result = await work();
  console.log(`${name}: ${((performance.now() - beganMs) / 1000).toFixed(1)} s`);
  return result;
}

/** Every match of a search, page by page, and the slowest page. */
async function search(
  access: AuditAccess,
  query: Partial<AuditQuery>,
): Promise<{ found: number; pages: number; slowestMs: number }> {
  const sum = { found: 0, pages: 0, slowestMs: 0 };
  let after: Awaited<ReturnType<typeof listAudit>>["next"] = null;
  do {
    const beganMs = performance.now();
    const { entries, next } = await listAudit(access, { ...unfiltered, ...query }, after, LIST_ROWS);
    sum.slowestMs = Math.max(sum.slowestMs, performance.now() - beganMs);
    sum.found += entries.length;
    sum.pages += 1;
    after = entries.length < LIST_ROWS ? next : null;
  } while (after !== null);
  return sum;
}

async function measureExport(access: AuditAccess): Promise<void> {
  let bytes = 0;
  for await (const part of exportAudit(access, unfiltered, { format: "proof" })) bytes += Buffer.byteLength(part);
  console.log(`  ${bytes} bytes`);
}

async function measureSearches(
  name: string,
  access: AuditAccess,
  searches: Record<string, Partial<AuditQuery>>,
): Promise<void> {
  for (const [what, query] of Object.entries(searches)) {
    const times: number[] = [];
    let last = { found: 0, pages: 0, slowestMs: 0 };
    for (let time = 0; time < TIMES; time += 1) {
      const beganMs = performance.now();
      last = await search(access, query);
      times.push(performance.now() - beganMs);
    }
    const median = times.sort((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0;
    const figures = [median, times.at(-1) ?? 0].map((ms) => `${Math.round(ms)} ms`);
    console.log(`| ${name} | ${what} | ${last.found} | ${last.pages} | ${figures.join(" | ")} |`);
  }
}

/** Bytes of tiles in PostgreSQL, a row. */
async function weighTiles(): Promise<string> {
  await client.query("VACUUM FULL audit_tiles");
  const { rows } = await client.query<{ bytes: string }>("SELECT pg_total_relation_size('audit_tiles') AS bytes");
  return (Number(rows[0]?.bytes) / ROWS).toFixed(2);
}

/** One after the other, as the public log serves them. Those that are not in the archive are in PostgreSQL. */
async function measureTiles(name: string, indexes: readonly number[]): Promise<void> {
  const times: number[] = [];
  for (const index of indexes) {
    const beganMs = performance.now();
    if ((await readTileBytes({ level: "entries", index, width: 256 })) === null) throw new Error(`No tile ${index}.`);
    times.push(performance.now() - beganMs);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => `${(times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1)} ms`;
  console.log(`| ${name} | ${times.length} | ${at(0.5)} | ${at(0.99)} |`);
}

/** Far enough apart that none is read ahead. */
const SCATTERED_APART = 40;

async function measureAllTiles(): Promise<void> {
  const full = Math.floor(ROWS / 65_536) * 256;
  const every = Array.from({ length: full }, (_, index) => index);
  console.log("\n| Tiles | number | p50 | p99 |\n|---|---|---|---|");
  await measureTiles(
    "scattered",
    every.filter((index) => index % SCATTERED_APART === SCATTERED_APART - 1),
  );
  await measureTiles("one after the other", every);
  await measureTiles("the last of them again", every.slice(-100));
}

try {
  const [from, until] = [startOfSpan(AUDIT_LOG, now(), -14), startOfSpan(AUDIT_LOG, now(), -13)];
  const span = `FROM ('${from.toISOString()}') TO ('${until.toISOString()}')`;
  await client.query(`CREATE TABLE partitions.${nameOf(AUDIT_LOG, from)} PARTITION OF audit_log FOR VALUES ${span}`);
  for (const person of [1, 2]) {
    const [id, entity] = [numbered("usr", person), numbered("bil", person)];
    await client.query(
      "INSERT INTO billing_entities (id, kind, plan, created_at) VALUES ($1, 'INDIVIDUAL', 'UNLIMITED', now())",
      [entity],
    );
    await client.query(
      "INSERT INTO users (id, email, name, billing_entity_id, created_at) VALUES ($1, $1 || '@example.test', 'Ada', $2, now())",
      [id, entity],
    );
  }
  const apartSeconds = (until.getTime() - from.getTime()) / ROWS / 1_000;
  await measure(`${ROWS} rows written`, async () => {
    for (let first = 1; first <= ROWS; first += ROUND_ROWS)
      await client.query(INSERT_AUDIT_ROWS, [
        Math.min(ROWS, first + ROUND_ROWS - 1),
        ENTITIES,
        from,
        apartSeconds,
        true,
        first,
      ]);
  });
  await measure("signed", async () => {
    for (let isLast = false; !isLast; ) {
      await client.query("UPDATE audit_tree SET appended_at = $1", [from]);
      isLast = await appendRows();
    }
  });
  await client.query("ANALYZE");
  const open = (person: number) => openAudit({ id: numbered("usr", person), isAdmin: false }, "");
  const [large, small] = [await open(1), await open(2)];
  await measure("an export with proofs, of the small tenant, from PostgreSQL", () => measureExport(small));
  console.log(`tiles: ${await weighTiles()} bytes a row in PostgreSQL`);
  await measureAllTiles();
  let beganMs = performance.now();
  const outcomes = await archiveOldMonths(async (step) => {
    console.log(`  ${step}: ${((performance.now() - beganMs) / 1_000).toFixed(1)} s`);
    beganMs = performance.now();
    await Promise.resolve();
  });
  console.log(`  leaves erased: ${((performance.now() - beganMs) / 1_000).toFixed(1)} s`, outcomes);
  const { rows } = await client.query<{ bytes: string }>("SELECT bytes FROM audit_archives");
  console.log(`${(Number(rows[0]?.bytes) / ROWS).toFixed(1)} bytes a row in the file`);

  const { rows: files } = await client.query<{ bytes: string }>(
    "SELECT coalesce(sum(tiles), 0) * 8192 AS bytes FROM audit_tile_archives",
  );
  console.log(
    `tiles: ${(Number(files[0]?.bytes) / ROWS).toFixed(2)} bytes a row in files, ${await weighTiles()} in PostgreSQL`,
  );
  await measureAllTiles();

  console.log("\n| Tenant | Search | found | pages | median | slowest |\n|---|---|---|---|---|---|");
  const searches = {
    "the newest page": {},
    "one act": { act: "webhook.update" },
    "nothing: an act that nobody did": { act: "webhook.delete" },
    "nothing: an id": { q: "usr_nobody" },
    "nothing: acts that were refused": { kind: "acts", outcome: "refused" },
  } as const satisfies Record<string, Partial<AuditQuery>>;
  await measureSearches(`large (${ROWS / 2} rows)`, large, searches);
  await measureSearches(`small (${Math.round(ROWS / 2 / (ENTITIES - 1))} rows)`, small, searches);
  const [middle] = (
    await listAudit(large, unfiltered, { at: new Date((from.getTime() + until.getTime()) / 2), id: "0" }, 1)
  ).entries;
  await measure("a request by its id", () => findAuditRows(large, middle?.requestId ?? ""));
  await measure("a row by its number", () => findAuditRows(large, middle?.id ?? ""));
  await measure("an export with proofs, of the small tenant", () => measureExport(small));
} finally {
  await client.end();
  await closeDatabase();
  await cluster.stop();
  await s3?.close();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);
