import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Month } from "../../../lib/audit/archive/write-archive";
import { appendRows } from "../../../lib/audit/proof/append-rows";
import { AUDIT_LOG } from "../../../lib/audit/retention";
import { nameOf, startOfSpan } from "../../../lib/db/partitioned-table";
import { now } from "../../../lib/platform/clock";
import type { TestDatabase } from "./database";
import { outlastForeignTransactions } from "./watched-database";

/** The month so many months before this one. */
export function monthBefore(months: number): Month {
  const [from, until] = [startOfSpan(AUDIT_LOG, now(), -months), startOfSpan(AUDIT_LOG, now(), 1 - months)];
  return { name: from.toISOString().slice(0, 7), from, until };
}

const partitionOf = ({ from }: Month) => `partitions.${nameOf(AUDIT_LOG, from)}`;

/** An audit log with partitions for past months, and an empty archive. */
export function createArchiveScene(database: TestDatabase) {
  let directory = "";
  return {
    get directory() {
      return directory;
    },
    async open(): Promise<string> {
      directory = await mkdtemp(join(tmpdir(), "svc-archive-"));
      process.env["SVC_ARCHIVE_DIR"] = directory;
      return directory;
    },
    async close(): Promise<void> {
      delete process.env["SVC_ARCHIVE_DIR"];
      await rm(directory, { recursive: true, force: true });
    },
    async makePartition(month: Month): Promise<void> {
      const span = `FROM ('${month.from.toISOString()}') TO ('${month.until.toISOString()}')`;
      await database.query(`CREATE TABLE ${partitionOf(month)} PARTITION OF audit_log FOR VALUES ${span}`);
    },
    /** Rows at even distances; every third is of no tenant where there are two. */
    async write(from: Date, until: Date, rows: number, entities: readonly (string | null)[]): Promise<void> {
      await database.query(
        `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id, user_id, details)
         SELECT $1::timestamptz + ($2::timestamptz - $1::timestamptz) * n / $3, 'req_' || $1 || n,
           CASE n % 4 WHEN 0 THEN 'mcp' ELSE 'v1' END, CASE n % 7 WHEN 0 THEN 'ACT' ELSE 'GET' END,
           CASE n % 7 WHEN 0 THEN 'api_key.create' ELSE '/v1/me' END, CASE n % 5 WHEN 0 THEN 403 ELSE 200 END,
           ($4::text[])[n % $5 + 1], 'usr_' || n % 11, CASE WHEN n % 50 = 0 THEN '{"b":"é\\n","a":1.50}'::jsonb END
         FROM generate_series(0, $3::int - 1) n`,
        [from.toISOString(), until.toISOString(), rows, entities, entities.length],
      );
    },
    /** Signs all rows there are; the sequencer looks no further back than its last round. */
    async sign(since: Date): Promise<void> {
      await outlastForeignTransactions(database);
      for (let isLast = false; !isLast; ) {
        await database.query("UPDATE audit_tree SET appended_at = $1", [since]);
        isLast = await appendRows();
      }
    },
    async countRows({ from, until }: Month): Promise<number> {
      const rows = await database.query("SELECT FROM audit_log WHERE at >= $1 AND at < $2", [from, until]);
      return rows.length;
    },
    async isInDatabase(month: Month): Promise<boolean> {
      const [found] = await database.query<{ name: string | null }>("SELECT to_regclass($1)::text AS name", [
        partitionOf(month),
      ]);
      return found?.name !== null;
    },
  };
}
