import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { drainThroughRetries, pathTo, START, useDeliveries } from "../../../e2e/support/scenes/deliveries";
import { drainDuring } from "../../../e2e/support/scenes/drain-during";
import { eventually } from "../../../e2e/support/scenes/eventually";
import { statement } from "../../db/statement";
import { type Transaction, transaction } from "../../db/transaction";
import { minuteOf } from "../../events/delivery-minute";
import { type NewDelivery, offerSlots } from "../../events/new-deliveries";
import { recordEvent } from "../../events/outbox";
import { WEBHOOK_CLAIM_MS, WEBHOOK_DELIVERIES_PER_MINUTE } from "../../platform/limits";
import { claimDeliveries, releaseDeliveries } from "./claim";
import { createSlots } from "./slots";

const { database, scene, at, register, emit, readHistory } = useDeliveries();

const taken: NewDelivery[] = [];
const spent: Date[] = [];
let withdraw: () => void = () => undefined;
afterEach(() => {
  withdraw();
  taken.length = 0;
  spent.length = 0;
});

function offerAll(): void {
  withdraw = offerSlots(() => ({
    claimUntil: new Date(Date.now() + WEBHOOK_CLAIM_MS),
    fullHosts: [],
    take: (deliveries) => taken.push(...deliveries),
    markSpent: (minute) => spent.push(minute),
  }));
}

const countGiven = async () =>
  (
    await database.query<{ given: number }>(
      "SELECT given FROM delivery_minutes WHERE billing_entity_id = $1 AND minute = $2",
      [scene().billingEntityId, minuteOf(new Date())],
    )
  )[0]?.given ?? 0;

const leave = (left: number) =>
  database.query("INSERT INTO delivery_minutes (billing_entity_id, minute, given, last_given) VALUES ($1, $2, $3, 1)", [
    scene().billingEntityId,
    minuteOf(new Date()),
    WEBHOOK_DELIVERIES_PER_MINUTE - left,
  ]);

const readQueue = (webhookId: string) =>
  database.query<{ id: string; eventId: string; isClaimed: boolean }>(
    `SELECT id, event_id AS "eventId", claimed_until IS NOT NULL AS "isClaimed"
     FROM partitions.deliveries_waiting WHERE webhook_id = $1`,
    [webhookId],
  );

const record = (tx: Transaction, objectId: string) =>
  recordEvent(tx, scene().access, { type: "message.created", objectId, v1Data: null });

const claimOwn = async () =>
  (await claimDeliveries(createSlots())).deliveries.filter(({ entityId }) => entityId === scene().billingEntityId);

test("the events of one transaction share what is left of the minute, the earlier ones first", async () => {
  const { id } = await register(pathTo("200"));
  offerAll();
  await leave(3);
  const events = await transaction((tx) => Array.from({ length: 5 }, (_, n) => record(tx, String(n))));
  expect(taken.map(({ eventId }) => eventId)).toEqual(events.slice(0, 3));
  const waiting = (await readQueue(id)).filter(({ isClaimed }) => !isClaimed).map(({ eventId }) => eventId);
  expect(waiting.sort()).toEqual(events.slice(3).sort());
  expect(await countGiven()).toBe(WEBHOOK_DELIVERIES_PER_MINUTE);
  expect([...new Set(spent.map(Number))]).toEqual([minuteOf(new Date()).getTime()]);
});

test("keeps the minute's limit while events and claims race", async () => {
  const { id } = await register(pathTo("200"));
  for (let n = 0; n < 8; n += 1) await emit("message.created");
  const { id: otherId } = await register(pathTo("200"));
  vi.setSystemTime(START + 10);
  offerAll();
  await leave(9);
  const [claimed] = await Promise.all([
    Promise.all([claimOwn(), claimOwn(), claimOwn()]),
    ...Array.from({ length: 8 }, () => emit("message.created")),
  ]);
  const given = claimed.flat().length + taken.length + (await claimOwn()).length;
  expect([given, await countGiven()]).toEqual([9, WEBHOOK_DELIVERIES_PER_MINUTE]);
  const rows = [...(await readQueue(id)), ...(await readQueue(otherId))];
  expect([rows.length, rows.filter(({ isClaimed }) => isClaimed).length]).toEqual([24, 9]);
});

test("an event that is not committed counts nothing", async () => {
  await register(pathTo("200"));
  offerAll();
  const failing = statement({ name: "divide_by_zero", row: {}, text: "SELECT 1 / 0 AS n" });
  const failed = transaction((tx) => {
    record(tx, "1");
    tx.queryLast(failing);
  });
  await expect(failed).rejects.toThrow();
  expect([taken.length, await countGiven()]).toEqual([0, 0]);
});

test("a process that is killed before COMMIT leaves no count, and one killed after it no second delivery", async () => {
  const { id } = await register(pathTo("200"));
  offerAll();
  const kill = statement({
    name: "end_own_connection",
    row: {},
    text: "SELECT pg_terminate_backend(pg_backend_pid())",
  });
  const killed = transaction((tx) => {
    record(tx, "1");
    tx.queryLast(kill);
  });
  await expect(killed).rejects.toThrow();
  expect([await readQueue(id), await countGiven()]).toEqual([[], 0]);
  await emit("message.created");
  const [first] = taken;
  vi.setSystemTime(START + WEBHOOK_CLAIM_MS);
  expect((await claimOwn()).map((delivery) => [delivery.id, delivery.attempt])).toEqual([[first?.id, 1]]);
});

test("released deliveries are claimed again, and their minute gives the attempts to others, once", async () => {
  await register(pathTo("200"));
  offerAll();
  await leave(2);
  await emit("message.created");
  await emit("message.created");
  expect([taken.length, await countGiven()]).toEqual([2, WEBHOOK_DELIVERIES_PER_MINUTE]);
  await releaseDeliveries(taken);
  await releaseDeliveries(taken);
  expect(await countGiven()).toBe(WEBHOOK_DELIVERIES_PER_MINUTE - 2);
  expect(await claimOwn()).toHaveLength(2);
  await releaseDeliveries(taken.map((delivery) => ({ ...delivery, lease: new Date(START).toISOString() })));
  expect(await countGiven()).toBe(WEBHOOK_DELIVERIES_PER_MINUTE);
});

test("a suspended tenant's deliveries wait and are not counted", async () => {
  const { id } = await register(pathTo("200"));
  offerAll();
  const suspension = { reason: "requested", message: "Ask us.", at: new Date().toISOString() };
  await database.query("UPDATE billing_entities SET suspension = $2 WHERE id = $1", [
    scene().billingEntityId,
    suspension,
  ]);
  await emit("message.created");
  expect((await readQueue(id)).map(({ isClaimed }) => isClaimed)).toEqual([false]);
  expect([taken, await countGiven()]).toEqual([[], 0]);
});

test("while a webhook is deleted its event waits before it holds the minute, and makes no delivery for it", async () => {
  const { id } = await register(pathTo("200"));
  await emit("message.created");
  const { id: keptId } = await register(pathTo("200"));
  offerAll();
  vi.setSystemTime(START + 10);
  const deleting = new pg.Client({ connectionString: database.url });
  await deleting.connect();
  try {
    await deleting.query("BEGIN");
    await deleting.query("SELECT FROM webhooks WHERE id = $1 FOR UPDATE", [id]);
    const emitting = emit("message.created");
    await eventually(async () => {
      const waiting = await database.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      expect(waiting).toHaveLength(1);
    });
    // A claim locks the queue and then the minute: an event that held the minute already would deadlock here.
    expect(await claimOwn()).toHaveLength(1);
    await deleting.query("DELETE FROM webhooks WHERE id = $1", [id]);
    await deleting.query("COMMIT");
    await emitting;
  } finally {
    await deleting.end();
  }
  expect(taken.map(({ webhookId }) => webhookId)).toEqual([keptId]);
  expect([(await readQueue(id)).length, await countGiven()]).toEqual([0, 2]);
});

test("a retry sends the body of the first attempt, byte for byte", async () => {
  const path = pathTo("flaky-1");
  const { id } = await register(path, { apiVersion: "2025-10-23", events: ["record.created"] });
  await drainDuring(async () => {
    await emit("record.created");
    await eventually(async () => expect(await readHistory(id)).toHaveLength(1));
  });
  await drainThroughRetries();
  const bodies = at(path).map(({ body }) => body.toString());
  expect(bodies).toHaveLength(2);
  expect(bodies[0]).toBe(bodies[1]);
});
