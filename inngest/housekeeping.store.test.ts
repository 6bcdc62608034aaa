import { InngestTestEngine } from "@inngest/test";
import { expect, test } from "vitest";
import { useTestDatabase } from "../e2e/support/scenes/database";
import { createWorld } from "../e2e/support/scenes/world";
import { eraseOldAttempts } from "../lib/accounts/retention";
import { eraseExpiredKeys } from "../lib/api/idempotency/retention";
import { dropOldAuditPartitions, ensureAuditPartitions } from "../lib/audit/retention";
import { shared } from "../lib/platform/shared";
import { sweepQueue } from "../lib/webhooks/retention";
import { eraseOldRuns } from "./embedded/retention";
import { housekeeping } from "./housekeeping";

const database = useTestDatabase();
const world = createWorld(database);

const DAY_MS = 24 * 60 * 60 * 1_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

const listIds = async (text: string) => (await database.query<{ id: string }>(text)).map(({ id }) => id);

async function runTwice(work: () => Promise<unknown>): Promise<void> {
  await Promise.all([work(), work()]);
}

test("idempotency keys are erased after 24 hours and 7 days, not before", async () => {
  const { id: userId } = await world.user();
  const insert = (key: string, at: Date) =>
    database.query(
      `INSERT INTO idempotency_keys (user_id, app_id, key, fingerprint, response_status, response_body, created_at)
       VALUES ($1, 'app', $2, '\\x00', 201, '{}', $3)`,
      [userId, key, at],
    );
  await insert("fresh", ago(0.5));
  await insert("tombstone", ago(7.9));
  await insert("old", ago(8.1));
  await database.query(
    `INSERT INTO idempotency_keys (user_id, app_id, key, fingerprint, response_status, response_body, created_at)
     SELECT $1, 'app', 'many' || n, '\\x00', 201, '{}', $2 FROM generate_series(1, 2500) AS n`,
    [userId, ago(30)],
  );
  await runTwice(eraseExpiredKeys);
  expect(await listIds("SELECT key AS id FROM idempotency_keys ORDER BY key")).toEqual(["fresh", "tombstone"]);
});

test("sign-in attempts are erased after a day", async () => {
  for (const days of [0.9, 1.1])
    await database.query(
      "INSERT INTO sign_in_attempts (account_hash, address, succeeded, at) VALUES ($1, 'a', false, $2)",
      [String(days), ago(days)],
    );
  await runTwice(eraseOldAttempts);
  expect(await listIds("SELECT account_hash AS id FROM sign_in_attempts")).toEqual(["0.9"]);
});

test("months of the audit log are dropped once all of them is older than 7 years", async () => {
  await ensureAuditPartitions();
  const now = new Date();
  const month = (yearsBack: number, monthsBack: number) =>
    new Date(Date.UTC(now.getUTCFullYear() - yearsBack, now.getUTCMonth() - monthsBack, 1));
  const nameOf = (at: Date) => `audit_log_${at.toISOString().slice(0, 7).replace("-", "_")}`;
  // The month of seven years ago still has rows to keep; the one before it has none.
  for (const back of [0, 1, 2]) {
    await database.query(
      `CREATE TABLE partitions.${nameOf(month(7, back))} PARTITION OF audit_log
       FOR VALUES FROM ('${month(7, back).toISOString()}') TO ('${month(7, back - 1).toISOString()}')`,
    );
  }
  const insert = (at: Date, id: string) =>
    database.query(
      "INSERT INTO audit_log (at, request_id, surface, method, route, status) VALUES ($1, $2, 'v1', 'GET', '/', 200)",
      [at, id],
    );
  await insert(new Date(month(7, 1).getTime() + DAY_MS), "dropped");
  await insert(month(12, 0), "dropped too, of no month");
  await insert(ago(1), "kept");
  const others = await listIds("SELECT relname AS id FROM pg_class WHERE relname ~ '^audit_log_20' AND relkind = 'r'");
  await runTwice(dropOldAuditPartitions);
  expect(await listIds("SELECT request_id AS id FROM audit_log")).toEqual(["kept"]);
  const left = await listIds("SELECT relname AS id FROM pg_class WHERE relname ~ '^audit_log_20' AND relkind = 'r'");
  expect(left.toSorted()).toEqual(
    others.filter((name) => name !== nameOf(month(7, 1)) && name !== nameOf(month(7, 2))).toSorted(),
  );
});

test("completed runs and events are erased after 25 hours, failed runs after a week; events that a run may need are not", async () => {
  const insertEvent = (id: string) =>
    database.query("INSERT INTO runner_events (id, name, data, received_at) VALUES ($1, 'e', '{}', $2)", [id, ago(4)]);
  const insertRun = (
    id: string,
    eventId: string,
    finishedAt: Date | null,
    state = finishedAt ? "COMPLETED" : "READY",
  ) =>
    database.query(
      `INSERT INTO runner_runs (id, function_id, event_id, idempotency_key, concurrency_key, state, wake_at, created_at, finished_at)
       VALUES ($1, 'f', $2, $1, '', $3::runner_run_state, $4, $4, $5)`,
      [id, eventId, state, ago(4), finishedAt],
    );
  for (const id of ["of the ended", "of the recent", "of the failed", "of the sleeping", "of none"])
    await insertEvent(id);
  await insertRun("ended", "of the ended", ago(1.1));
  await database.query("INSERT INTO runner_steps (run_id, step_id, done_order) VALUES ('ended', 's', 1)");
  await insertRun("recent", "of the recent", ago(0.9));
  await insertRun("failed", "of the failed", ago(6.9), "FAILED");
  await insertRun("failed long ago", "of none", ago(7.1), "FAILED");
  await insertRun("sleeping", "of the sleeping", null);
  await runTwice(eraseOldRuns);
  await eraseOldRuns();
  expect(await listIds("SELECT id FROM runner_runs ORDER BY id")).toEqual(["failed", "recent", "sleeping"]);
  expect(await listIds("SELECT id FROM runner_events ORDER BY id")).toEqual([
    "of the failed",
    "of the recent",
    "of the sleeping",
  ]);
  expect(await listIds("SELECT step_id AS id FROM runner_steps")).toEqual([]);
});

test("no job loads Prisma, which would cost each idle process 100 MB", async () => {
  for (const job of housekeeping) {
    const { error } = await new InngestTestEngine({ function: job }).execute();
    expect(error).toBeUndefined();
  }
  await sweepQueue();
  expect(shared("prisma", () => "not loaded") === "not loaded").toBe(true);
});
