import { randomUUID } from "node:crypto";
import pg from "pg";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { pathTo, START, useDeliveries } from "../../../e2e/support/scenes/deliveries";
import { drainDuring } from "../../../e2e/support/scenes/drain-during";
import { eventually } from "../../../e2e/support/scenes/eventually";
import { untilOneWaits, watchStatements } from "../../../e2e/support/scenes/watched-database";
import { newIdAt } from "../../platform/ids";
import { WEBHOOK_CLAIM_MS, WEBHOOK_FAILURES_MAX } from "../../platform/limits";
import { type ClaimedDelivery, claimDeliveries } from "./claim";
import { drainDeliveries } from "./dispatch";
import { type FinishedAttempt, FLUSH_MS, finishAttempt } from "./finish-attempt";
import { createSlots } from "./slots";

const { database, scene, at, register, emit, readHistory, sumHours, readStates, readLedger } = useDeliveries();

// Deliveries that other tests leave in the queue would be due once the clock moves.
beforeEach(() => database.query("DELETE FROM deliveries"));

function endOf(delivery: ClaimedDelivery, how: Partial<FinishedAttempt> = {}): FinishedAttempt {
  const ended = new Date();
  const { nextRetryAt = null, success = nextRetryAt === null } = how;
  return {
    id: newIdAt("whd", ended),
    webhookId: delivery.webhookId,
    deliveryId: delivery.id,
    event: delivery.eventType,
    eventId: delivery.eventId,
    isTest: false,
    success,
    statusCode: success ? 200 : 500,
    error: success ? null : "http_status",
    attempt: delivery.attempt,
    durationMs: 3,
    deliveredAt: ended,
    nextRetryAt,
    finalizedAt: nextRetryAt === null ? ended : null,
    payload: "{}",
    requestHeaders: {},
    responsePreview: null,
    attempts: delivery.attempt,
    lease: delivery.lease,
    reservationId: null,
    payerId: null,
    isAwaited: false,
    isNeutral: false,
    ...how,
  };
}

async function claimOf(webhookId: string): Promise<ClaimedDelivery[]> {
  const { deliveries } = await claimDeliveries(createSlots());
  return deliveries.filter((delivery) => delivery.webhookId === webhookId);
}

async function claimEmitted(webhookId: string, events: number): Promise<ClaimedDelivery[]> {
  for (let n = 0; n < events; n += 1) await emit("message.created");
  const claimed = await claimOf(webhookId);
  expect(claimed).toHaveLength(events);
  return claimed;
}

async function holdChange(change: string, values: readonly unknown[]): Promise<{ commit(): Promise<void> }> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("BEGIN");
  await client.query(change, [...values]);
  return {
    async commit() {
      await client.query("COMMIT");
      await client.end();
    },
  };
}

const readWaiting = (webhookId: string) =>
  database.query<{ id: string; attempts: number; due: Date; state: string }>(
    `SELECT id, attempts, next_attempt_at AS due, state FROM partitions.deliveries_waiting
     WHERE webhook_id = $1 ORDER BY next_attempt_at`,
    [webhookId],
  );

const readTally = (webhookId: string) =>
  database.query<{ failures: number; isActive: boolean; reason: string | null }>(
    `SELECT consecutive_failures AS failures, is_active AS "isActive", disabled_reason AS reason FROM webhooks WHERE id = $1`,
    [webhookId],
  );

test("saves attempts that end together, each with its own outcome", async () => {
  const { id } = await register(pathTo("200"));
  const claimed = await claimEmitted(id, 40);
  const dueAt = (n: number) => new Date(START + 1_000 * (n + 1));
  const ends = claimed.map((delivery, n) => {
    if (n % 4 === 0) return endOf(delivery);
    return n % 4 === 1 ? endOf(delivery, { success: false }) : endOf(delivery, { nextRetryAt: dueAt(n) });
  });
  await Promise.all(ends.map(finishAttempt));
  const retried = ends.flatMap(({ deliveryId, nextRetryAt }) => (nextRetryAt ? { deliveryId, nextRetryAt } : []));
  expect(await readWaiting(id)).toEqual(
    retried.map(({ deliveryId, nextRetryAt }) => ({
      id: deliveryId,
      attempts: 1,
      due: nextRetryAt,
      state: "RETRYING",
    })),
  );
  expect((await readStates(id)).filter((state) => state !== "RETRYING").sort()).toEqual([
    ...Array.from({ length: 10 }, () => "FAILED"),
    ...Array.from({ length: 10 }, () => "SUCCEEDED"),
  ]);
  expect(await readHistory(id)).toHaveLength(40);
  expect(await readTally(id)).toEqual([{ failures: 1, isActive: true, reason: null }]);
});

describe("attempts that gather before they are written", () => {
  const GATHERED_MAX = 48;

  /** The clock of the flush stands still, so nothing is written unless a test moves it. */
  async function gather(attempts: number) {
    const { id } = await register(pathTo("200"));
    const [delivery] = await claimEmitted(id, 1);
    if (!delivery) throw new Error("nothing was claimed");
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: START });
    const watched = watchStatements();
    const end = (how?: Partial<FinishedAttempt>) => finishAttempt(endOf({ ...delivery, id: randomUUID() }, how));
    const ending = Array.from({ length: attempts }, () => end());
    const countWrites = () => watched.list().filter(({ name }) => name === "finish_attempts").length;
    return { ending, end, countWrites, readHistory: () => readHistory(id) };
  }

  test("writes the 48th and those before it together, without waiting", async () => {
    const { ending, countWrites, readHistory } = await gather(GATHERED_MAX);
    await Promise.all(ending);
    expect(countWrites()).toBe(1);
    expect(await readHistory()).toHaveLength(GATHERED_MAX);
  });

  test("writes fewer together once the time is over, and not before", async () => {
    const { ending, countWrites, readHistory } = await gather(GATHERED_MAX - 1);
    await vi.advanceTimersByTimeAsync(FLUSH_MS - 1);
    expect(await readHistory()).toEqual([]);
    expect(countWrites()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all(ending);
    expect(countWrites()).toBe(1);
    expect(await readHistory()).toHaveLength(GATHERED_MAX - 1);
  });

  test("writes those that gathered with one that is awaited", async () => {
    const { ending, end, countWrites, readHistory } = await gather(3);
    await Promise.all([...ending, end({ isAwaited: true })]);
    expect(countWrites()).toBe(1);
    expect(await readHistory()).toHaveLength(4);
  });

  test("gathers anew after a flush", async () => {
    const { ending, end, countWrites, readHistory } = await gather(GATHERED_MAX);
    const next = end();
    await Promise.all(ending);
    expect(await readHistory()).toHaveLength(GATHERED_MAX);
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    await next;
    expect(countWrites()).toBe(2);
    expect(await readHistory()).toHaveLength(GATHERED_MAX + 1);
  });
});

describe("a claim that lapses while its attempt ends", () => {
  test.each([
    ["success", {}],
    ["retry", { nextRetryAt: new Date(START + 2_000) }],
  ])("leaves the delivery to the process that has it now: %s", async (_, how) => {
    const { id } = await register(pathTo("200"));
    const [delivery] = await claimEmitted(id, 1);
    if (!delivery) throw new Error("nothing was claimed");
    const other = await holdChange("UPDATE partitions.deliveries_waiting SET claimed_until = $2 WHERE id = $1", [
      delivery.id,
      new Date(START + 2 * WEBHOOK_CLAIM_MS),
    ]);
    const finishing = finishAttempt(endOf(delivery, how));
    await untilOneWaits(database);
    await other.commit();
    await finishing;
    expect(await readWaiting(id)).toEqual([{ id: delivery.id, attempts: 0, due: new Date(START), state: "PENDING" }]);
    expect(await readHistory(id)).toHaveLength(1);
  });
});

test("failures that two processes count at once deactivate the webhook at the limit, and not before", async () => {
  const { id } = await register(pathTo("200"));
  const [first, second] = await claimEmitted(id, 2);
  if (!first || !second) throw new Error("too few were claimed");
  const count = "UPDATE webhooks SET consecutive_failures = $2 WHERE id = $1";
  for (const [delivery, before] of [
    [first, WEBHOOK_FAILURES_MAX - 2],
    [second, WEBHOOK_FAILURES_MAX - 1],
  ] as const) {
    const other = await holdChange(count, [id, before]);
    const finishing = finishAttempt(endOf(delivery, { success: false }));
    await untilOneWaits(database);
    await other.commit();
    await finishing;
    const isActive = before + 1 < WEBHOOK_FAILURES_MAX;
    expect(await readTally(id)).toEqual([{ failures: before + 1, isActive, reason: isActive ? null : "failures" }]);
  }
});

describe("an entity without a limit", () => {
  const unlimit = () =>
    database.query("UPDATE billing_entities SET plan = 'UNLIMITED' WHERE id = $1", [scene().billingEntityId]);
  const countReserved = () =>
    database.query("SELECT FROM unit_reservations WHERE billing_entity_id = $1", [scene().billingEntityId]);

  test("reserves nothing, and pays for each attempt when it ends, failed ones too", async () => {
    await unlimit();
    const [path, failing] = [pathTo("200"), pathTo("400")];
    const { id } = await register(path);
    const { id: failingId } = await register(failing);
    await emit("message.created");
    const watched = watchStatements();
    await drainDeliveries();
    await drainDuring(async () => {
      await emit("message.created");
      await eventually(async () => expect(await readHistory(failingId)).toHaveLength(2));
      await eventually(async () => expect(await readHistory(id)).toHaveLength(2));
    });
    const names = watched.list().map(({ name }) => name);
    watched.end();
    expect(names.filter((name) => /reserv/.test(name))).toEqual([]);
    expect([at(path), at(failing)].map((received) => received.length)).toEqual([2, 2]);
    expect(await readLedger()).toEqual({ confirmed: 4, reserved: 0 });
    expect(await countReserved()).toEqual([]);
    expect(await sumHours(id)).toEqual({ attempts: 2, failed: 0, units: 2, isByHour: true });
    expect(await sumHours(failingId)).toEqual({ attempts: 2, failed: 2, units: 2, isByHour: true });
  });

  test("pays once for a delivery whose first process was killed before the end", async () => {
    await unlimit();
    const path = pathTo("200");
    const { id } = await register(path);
    await claimEmitted(id, 1);
    vi.setSystemTime(START + WEBHOOK_CLAIM_MS);
    expect(await drainDeliveries()).toEqual({ attempted: 1, isMore: false });
    expect(await readLedger()).toEqual({ confirmed: 1, reserved: 0 });
    expect(await readHistory(id)).toHaveLength(1);
  });

  test("pays in the month in which the attempt began", async () => {
    await unlimit();
    const { id } = await register(pathTo("200"));
    const [delivery] = await claimEmitted(id, 1);
    if (!delivery) throw new Error("nothing was claimed");
    const deliveredAt = new Date("2026-01-31T23:59:59.999Z");
    await finishAttempt(endOf(delivery, { deliveredAt, payerId: scene().billingEntityId }));
    const ledger = await database.query("SELECT month::text, confirmed FROM unit_ledger WHERE billing_entity_id = $1", [
      scene().billingEntityId,
    ]);
    expect(ledger).toEqual([{ month: "2026-01-01", confirmed: 1 }]);
    expect(await database.query("SELECT hour FROM delivery_hours WHERE webhook_id = $1", [id])).toEqual([
      { hour: new Date("2026-01-31T23:00:00Z") },
    ]);
    expect(await sumHours(id)).toEqual({ attempts: 1, failed: 0, units: 1, isByHour: true });
  });
});
