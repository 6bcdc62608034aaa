import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { eventually } from "../../../e2e/support/scenes/eventually";
import { describeRefusal } from "../../../e2e/support/scenes/refusals";
import { createWorld } from "../../../e2e/support/scenes/world";
import { stopRunnersAfterEach } from "../../../e2e/support/servers/runner";
import { createTestApp } from "../../../e2e/support/servers/runner-app";
import { type AdminAccess, openAdministration } from "../../access/open-administration";
import { pool } from "../../db/pool";
import { PLAN_BY_INDEX } from "../../db/transaction";
import { COUNT_FAILED_BY_FUNCTION, COUNT_OPEN_RUNS, LIST_RUNS_OF_FUNCTION } from "./background.sql";
import { cancelRun, retryRun } from "./background-run";
import { listFunctionRuns, listRunsOfFunction } from "./list-background";

const database = useTestDatabase();
stopRunnersAfterEach();
let admin: AdminAccess;
beforeEach(async () => {
  await database.query("TRUNCATE runner_runs, runner_events CASCADE");
  const person = await createWorld(database).user();
  await database.query("UPDATE users SET is_admin = true WHERE id = $1", [person.id]);
  admin = await openAdministration(person.id);
});
afterEach(() => {
  vi.unstubAllEnvs();
  (Reflect.get(globalThis, Symbol.for("svc.shared")) as Map<string, unknown>).delete("env");
});

const readOnlyId = async () => (await readRuns())[0]?.id ?? "";
async function readRuns() {
  return database.query<{ id: string; state: string }>(
    "SELECT id, state::text AS state FROM runner_runs ORDER BY created_at",
  );
}
const untilOneIs = (state: string) =>
  eventually(async () => {
    const [run, ...others] = await readRuns();
    expect([run?.state, others.length]).toEqual([state, 0]);
  });

test("retries a failed run from its failed step", async () => {
  const steps: string[] = [];
  let isBroken = true;
  const app = createTestApp((client) => [
    client.createFunction({ id: "f", triggers: [{ event: "go" }], retries: 0 }, async ({ step }) => {
      await step.run("one", () => void steps.push("one"));
      await step.run("two", () => {
        steps.push("two");
        if (isBroken) throw new Error("The key svc_test_0123456789abcdefghijklmnop was refused.");
      });
    }),
  ]);
  await app.start();
  await app.client.send({ name: "go", data: {} });
  await untilOneIs("FAILED");
  const id = await readOnlyId();
  const functionId = (await database.query<{ f: string }>("SELECT function_id AS f FROM runner_runs"))[0]?.f ?? "";
  expect((await listFunctionRuns(admin)).get(functionId)).toMatchObject({ failed: 1, due: 0, running: 0 });
  const [run] = await listRunsOfFunction(admin, functionId);
  expect(run).toMatchObject({ id, state: "failed" });
  expect(run?.reason).toContain("was refused");
  expect(run?.reason).not.toContain("0123456789abcdefghijklmnop");

  isBroken = false;
  expect(await retryRun(admin, id)).toBe(true);
  await untilOneIs("COMPLETED");
  expect(steps).toEqual(["one", "two", "two"]);
  expect(await retryRun(admin, id)).toBe(false);
  expect((await listFunctionRuns(admin)).size).toBe(0);
});

test("cancels a sleeping run and leaves an ended one alone", async () => {
  const app = createTestApp((client) => [
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async ({ step }) => {
      await step.sleep("for long", "1h");
    }),
  ]);
  await app.start();
  await app.client.send({ name: "go", data: {} });
  await eventually(async () => {
    const rows = await database.query(
      "SELECT FROM runner_runs WHERE leased_by IS NULL AND wake_at > now() + interval '30 minutes'",
    );
    expect(rows).toHaveLength(1);
  });
  const id = await readOnlyId();
  const [functionId = ""] = (await listFunctionRuns(admin)).keys();
  expect((await listFunctionRuns(admin)).get(functionId)).toMatchObject({ waiting: 1, due: 0, running: 0 });
  expect(await listRunsOfFunction(admin, functionId)).toMatchObject([{ id, state: "waiting", reason: null }]);
  expect(await cancelRun(admin, id)).toBe(true);
  expect((await readRuns())[0]?.state).toBe("CANCELLED");
  expect(
    await database.query("SELECT error ->> 'name' AS error, expires_at FROM runner_runs WHERE finished_at IS NOT NULL"),
  ).toEqual([{ error: "RunCancelled", expires_at: null }]);
  expect(await cancelRun(admin, id)).toBe(false);
  expect(await retryRun(admin, id)).toBe(false);
  const acts = await database.query<{ route: string }>("SELECT route FROM audit_log WHERE resource_id = $1", [id]);
  expect(acts.map(({ route }) => route)).toEqual(["background_run.cancel"]);
});

test.each(["", "a\0b", "run\ud800", "x".repeat(65), "' OR 1=1 --"])(
  "a text that is no run's id is not found: %j",
  async (text) => {
    expect(await describeRefusal(retryRun(admin, text))).toMatchObject({ code: "not_found" });
    expect(await describeRefusal(cancelRun(admin, text))).toMatchObject({ code: "not_found" });
  },
);

test("refuses to retry or cancel runs of Inngest", async () => {
  vi.stubEnv("INNGEST_EVENT_KEY", "key");
  vi.stubEnv("INNGEST_SIGNING_KEY", "signkey-test-00");
  (Reflect.get(globalThis, Symbol.for("svc.shared")) as Map<string, unknown>).delete("env");
  expect(await describeRefusal(retryRun(admin, "run"))).toMatchObject({ code: "not_found" });
  expect(await describeRefusal(cancelRun(admin, "run"))).toMatchObject({ code: "not_found" });
});

interface Plan {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}
const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

async function countReadRows(text: string, values: readonly string[]): Promise<number> {
  const client = await pool().connect();
  try {
    await client.query(`${PLAN_BY_INDEX}; PREPARE read AS ${text}`);
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE read (${values.map((value) => `'${value}'`).join(", ")})`,
    );
    const scans = (rows[0]?.["QUERY PLAN"] ?? [])
      .flatMap(({ Plan }) => flatten(Plan))
      .filter((node) => node["Relation Name"] === "runner_runs");
    expect(scans.length).toBeGreaterThan(0);
    return scans.reduce(
      (sum, node) => sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
      0,
    );
  } finally {
    client.release(true);
  }
}

test.each(["empty", "full"])("reads a bounded number of runs, planned on a table seen %s", async (seen) => {
  if (seen === "empty") await database.query("ANALYZE runner_runs");
  await database.query(
    `INSERT INTO runner_runs (id, function_id, idempotency_key, state, wake_at, created_at, finished_at)
     SELECT s || n, 'f', s || n, s::runner_run_state, now(), now(), CASE WHEN s <> 'READY' THEN now() END
     FROM generate_series(1, 10000) n, unnest(ARRAY['READY', 'FAILED', 'COMPLETED']) s`,
  );
  if (seen === "full") await database.query("ANALYZE runner_runs");
  expect(await countReadRows(COUNT_OPEN_RUNS.text, [new Date().toISOString(), "100"])).toBeLessThan(150);
  expect(await countReadRows(COUNT_FAILED_BY_FUNCTION.text, ["100"])).toBeLessThan(150);
  expect(await countReadRows(LIST_RUNS_OF_FUNCTION.text, ["f", "100", "100", "20"])).toBeLessThan(300);
});
