import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { eventually } from "../../../e2e/support/scenes/eventually";
import { outlastForeignTransactions } from "../../../e2e/support/scenes/watched-database";
import { createWebhookScene } from "../../../e2e/support/scenes/webhook-scene";
import { createWorld } from "../../../e2e/support/scenes/world";
import { stopRunnersAfterEach } from "../../../e2e/support/servers/runner";
import { createTestApp } from "../../../e2e/support/servers/runner-app";
import {
  type AlertRule,
  isFiring,
  parseScrape,
  readAlertRules,
  SCRAPE_EVERY_MS,
  type Scrape,
} from "../../../e2e/support/tables/alert-rules";
import { appendRows } from "../../audit/proof/append-rows";
import { pool } from "../../db/pool";
import { backgroundHealth } from "../../platform/background";
import { useMeasuredService } from "./measured-service.cases";

const POOL_MAX = 4;
const MINUTE_MS = 60_000;

const database = useTestDatabase();
const service = useMeasuredService({ DATABASE_POOL_MAX: String(POOL_MAX) });
stopRunnersAfterEach();

const fired = new Set<string>();
const rules = new Map(readAlertRules().map((rule) => [rule.alert, rule]));

let apiKey = "";
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const world = createWorld(database);
  const organization = await world.organization({ seats: 5 });
  apiKey = (await world.apiKey({ organizationId: organization.id, billingEntityId: organization.billingEntityId })).key;
});
afterEach(() => {
  vi.useRealTimers();
  service.state.isLimiting = true;
});

function findRule(name: string): AlertRule {
  const rule = rules.get(name);
  if (!rule) throw new Error(`There is no alert ${name}.`);
  return rule;
}

async function readSample(metric: string): Promise<number> {
  const { samples } = parseScrape(0, await service.scrape());
  return samples.find(({ name }) => name === metric)?.value ?? Number.NaN;
}

function watch(name: string) {
  const rule = findRule(name);
  const scrapes: Scrape[] = [];
  let atMs = 0;
  const scrapeOnce = async () => {
    atMs += SCRAPE_EVERY_MS;
    scrapes.push(parseScrape(atMs, await service.scrape()));
  };
  return {
    async run(minutes: number, happen: () => unknown = () => undefined) {
      for (let leftMs = minutes * MINUTE_MS; leftMs > 0; leftMs -= SCRAPE_EVERY_MS) {
        await happen();
        await scrapeOnce();
      }
    },
    isFiring: () => isFiring(rule, scrapes),
    until: (metric: string, holds: (value: number) => boolean) =>
      eventually(async () => expect(holds(await readSample(metric))).toBe(true)),
    expectFiring() {
      expect(isFiring(rule, scrapes)).toBe(true);
      fired.add(name);
    },
  };
}

const ask = () => fetch(`${service.state.url}/v1/rooms`, { headers: { authorization: `Bearer ${apiKey}` } });
const moveClock = (ms: number) => vi.setSystemTime(Date.now() + ms);

test.each(["SvcServerErrors", "SvcLimitsBackendDown"])(
  "%s: the limits backend is cut off, and comes back",
  async (name) => {
    const seen = watch(name);
    await seen.run(3, ask);
    expect(seen.isFiring()).toBe(false);
    service.state.isLimiting = false;
    await seen.run(4, async () => expect((await ask()).status).toBe(503));
    seen.expectFiring();
    service.state.isLimiting = true;
    await seen.run(8, async () => expect((await ask()).status).toBe(200));
    expect(seen.isFiring()).toBe(false);
  },
);

test("SvcDeliveriesLate: a delivery that no one takes up; one that is not due for long is no alarm", async () => {
  const seen = watch("SvcDeliveriesLate");
  const scene = await createWebhookScene(database);
  const webhook = await scene.register("http://127.0.0.1:9/hook");
  await scene.emit("message.created");
  moveClock(MINUTE_MS);
  await seen.until("svc_deliveries_oldest_due_seconds", (age) => age >= 60);
  await seen.run(3);
  expect(seen.isFiring()).toBe(false);
  moveClock(5 * MINUTE_MS);
  await seen.run(3);
  seen.expectFiring();
  await database.query("DELETE FROM deliveries WHERE webhook_id = $1", [webhook.id]);
  await seen.until("svc_deliveries_oldest_due_seconds", (age) => age === 0);
  await seen.run(1);
  expect(seen.isFiring()).toBe(false);
});

test("SvcDatabasePoolWaiting: all connections are held", async () => {
  const seen = watch("SvcDatabasePoolWaiting");
  await seen.run(3);
  expect(seen.isFiring()).toBe(false);
  const held = await Promise.all(Array.from({ length: POOL_MAX }, () => pool().connect()));
  const waiting: Promise<void>[] = [];
  const wait = () =>
    waiting.push(
      pool()
        .connect()
        .then(
          (client) => client.release(),
          () => undefined,
        ),
    );
  await seen.run(3, wait);
  seen.expectFiring();
  for (const client of held) client.release();
  await Promise.all(waiting);
});

test("SvcEventLoopLag: something blocks the process again and again", async () => {
  const seen = watch("SvcEventLoopLag");
  await seen.run(3, async () => {
    // The measurement begins again after a scrape, with its second tick.
    for (let tick = 0; tick < 3; tick += 1) await sleep(20);
    const startedMs = performance.now();
    while (performance.now() - startedMs < 600);
    await sleep(20);
  });
  seen.expectFiring();
});

test("SvcBackgroundFailures: a function fails for the first time", async () => {
  const seen = watch("SvcBackgroundFailures");
  const app = createTestApp((client) => [
    client.createFunction({ id: "f", triggers: [{ event: "go" }], retries: 0 }, ({ event }) => {
      if (event.data["isBad"] === true) throw new Error("bad");
    }),
  ]);
  await app.start();
  const end = async (isBad: boolean, state: string) => {
    await app.client.send({ name: "go", data: { isBad } });
    await eventually(async () =>
      expect(await database.query("SELECT FROM runner_runs WHERE state::text = $1", [state])).toHaveLength(1),
    );
  };
  await seen.run(1, () => undefined);
  await end(false, "COMPLETED");
  await seen.run(1);
  expect(seen.isFiring()).toBe(false);
  await end(true, "FAILED");
  await eventually(async () => expect(await service.scrape()).toMatch(/outcome="failed"\} 1$/m));
  await seen.run(1);
  seen.expectFiring();
});

test("SvcBackgroundLate: a run that no process takes up", async () => {
  const seen = watch("SvcBackgroundLate");
  await seen.run(3);
  expect(seen.isFiring()).toBe(false);
  const at = new Date(Date.now() - 6 * MINUTE_MS);
  await database.query(
    `INSERT INTO runner_runs (id, function_id, idempotency_key, wake_at, created_at) VALUES ($1, 'none', $1, $2, $2)`,
    [randomUUID(), at],
  );
  await seen.until("svc_background_oldest_due_seconds", (age) => age >= 360);
  await seen.run(3);
  seen.expectFiring();
  await database.query("DELETE FROM runner_runs WHERE function_id = 'none'");
});

test("SvcInngestSilent: this process runs the functions in its place", async () => {
  const seen = watch("SvcInngestSilent");
  await seen.run(6);
  expect(seen.isFiring()).toBe(false);
  backgroundHealth().isStandingIn = true;
  await seen.run(6);
  seen.expectFiring();
  backgroundHealth().isStandingIn = false;
});

test("SvcAuditLogBehind: rows that no sequencer takes, until one does", async () => {
  const seen = watch("SvcAuditLogBehind");
  await ask();
  await seen.run(3);
  expect(seen.isFiring()).toBe(false);
  moveClock(2 * MINUTE_MS);
  await seen.until("svc_audit_log_lag_seconds", (age) => age >= 120);
  await seen.run(3);
  seen.expectFiring();
  await outlastForeignTransactions(database);
  await eventually(async () => {
    moveClock(2_000);
    await appendRows();
    expect(await readSample("svc_audit_log_lag_seconds")).toBe(0);
  });
  await seen.run(1);
  expect(seen.isFiring()).toBe(false);
});

test("SvcSnapshotStale: the figures of the database cannot be read, and others still can", async () => {
  const seen = watch("SvcSnapshotStale");
  await seen.run(2);
  expect(seen.isFiring()).toBe(false);
  await database.query("ALTER TABLE runner_runs RENAME TO hidden");
  const realNow = performance.now.bind(performance);
  // Refreshes fail from here on, so that only the age moves.
  vi.spyOn(performance, "now").mockImplementation(() => realNow() + 2 * MINUTE_MS);
  await seen.until("svc_snapshot_age_seconds", (age) => age > 60);
  await seen.run(2);
  seen.expectFiring();
  await database.query("ALTER TABLE hidden RENAME TO runner_runs");
  await seen.until("svc_snapshot_age_seconds", (age) => age < 60);
});

test("SvcDown: nothing answers scrapes", async () => {
  const seen = watch("SvcDown");
  await seen.run(3);
  expect(seen.isFiring()).toBe(false);
  await service.stop();
  await seen.run(3);
  seen.expectFiring();
});

test("no alert is left without a test", () => {
  expect([...fired].sort()).toEqual([...rules.keys()].sort());
});
