import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "../../lib/db/pool";
import { type Cluster, openCluster } from "../../scripts/database/cluster.mjs";
import { migrate } from "../../scripts/database/migrate.mjs";
import { copyInto, findPrepared } from "../support/prepared";
import { eventually } from "../support/scenes/eventually";
import { IS_NIGHT } from "../support/scenes/night";
import { connectDatabase } from "../support/scenes/run-sql";
import { resetShared } from "../support/scenes/shared-state";
import { createTestApp } from "../support/servers/runner-app";

const range = (count: number, from = 0) => Array.from({ length: count }, (_, n) => from + n);

const OUTAGES = IS_NIGHT ? 3 : 1;

const directory = mkdtempSync(join(tmpdir(), "svc-runner-"));
const place = { directory: join(directory, "postgres"), logFile: join(directory, "postgres.log"), isDurable: true };
let cluster: Cluster;

beforeAll(async () => {
  const prepared = findPrepared();
  if (prepared) copyInto(prepared.scratch, directory);
  cluster = await openCluster(place);
  await migrate(cluster.buildUrl("postgres"));
  process.env["DATABASE_URL"] = cluster.buildUrl("postgres");
  resetShared();
});

afterAll(async () => {
  await closeDatabase();
  await cluster.stop();
  rmSync(directory, { recursive: true, force: true });
});

test("runs continue when PostgreSQL is back, and no accepted event is lost", async () => {
  const done: number[] = [];
  const app = createTestApp((client) => [
    client.createFunction({ id: "f", triggers: [{ event: "go" }], retries: 10 }, async ({ event, step }) => {
      await step.run("a", () => sleep(30));
      await step.run("b", () => sleep(30));
      await step.sleep("nap", "1s");
      await step.run("c", () => void done.push(event.data["n"] as number));
    }),
  ]);
  const runner = await app.start({ pollMs: 300 });
  const accepted = new Set<number>();
  const send = (n: number) =>
    app.client.send({ id: `go-${n}`, name: "go", data: { n } }).then(
      () => void accepted.add(n),
      () => undefined,
    );
  const sent: Promise<void>[] = [];
  for (const turn of range(OUTAGES)) {
    const before = accepted.size;
    for (const n of range(20, turn * 20)) {
      sent.push(send(n));
      await sleep(5);
    }
    // A slow machine has accepted none of them yet.
    await eventually(() => expect(accepted.size).toBeGreaterThan(before + 10));
    await cluster.stop();
    for (const n of range(20, 1_000 + turn * 20)) {
      sent.push(send(n));
      await sleep(5);
    }
    cluster = await openCluster(place);
  }
  await Promise.all(sent);
  expect(accepted.size).toBeGreaterThan(10 * OUTAGES);
  const database = connectDatabase(cluster.buildUrl("postgres"));
  await eventually(async () => {
    const left = await database.query("SELECT id FROM runner_runs WHERE finished_at IS NULL");
    expect(left).toEqual([]);
  });
  expect([...accepted].filter((n) => !done.includes(n))).toEqual([]);
  expect(await database.query("SELECT id FROM runner_runs WHERE state <> 'COMPLETED'")).toEqual([]);
  await database.close();
  await runner.stop();
});
