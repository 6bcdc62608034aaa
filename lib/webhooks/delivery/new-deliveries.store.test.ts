import { afterEach, describe, expect, test, vi } from "vitest";
import { pathTo, START, useDeliveries } from "../../../e2e/support/scenes/deliveries";
import { drainDuring } from "../../../e2e/support/scenes/drain-during";
import { eventually } from "../../../e2e/support/scenes/eventually";
import { watchStatements } from "../../../e2e/support/scenes/watched-database";
import { statement } from "../../db/statement";
import { transaction } from "../../db/transaction";
import { minuteOf } from "../../events/delivery-minute";
import { type NewDelivery, offerSlots } from "../../events/new-deliveries";
import { recordEvent } from "../../events/outbox";
import { WEBHOOK_CLAIM_MS, WEBHOOK_DELIVERIES_PER_MINUTE } from "../../platform/limits";
import { deactivateWebhook } from "../settings/activate";
import { claimDeliveries } from "./claim";
import { drainDeliveries } from "./dispatch";
import { createSlots } from "./slots";

const { database, scene, urlOf, at, register, emit, readHistory, sumHours, readLedger } = useDeliveries();

const readQueue = (webhookId: string) =>
  database.query<{ isClaimed: boolean }>(
    `SELECT claimed_until IS NOT NULL AS "isClaimed" FROM partitions.deliveries_waiting WHERE webhook_id = $1 ORDER BY next_attempt_at, id`,
    [webhookId],
  );

const emitTogether = (events: number) => Promise.all(Array.from({ length: events }, () => emit("message.created")));

describe("while a drain runs", () => {
  test("events are delivered in order, without a claim, each for a unit of its hour", async () => {
    const path = pathTo("200");
    const { id } = await register(path);
    const events: string[] = [];
    let names: string[] = [];
    const drained = await drainDuring(async () => {
      const watched = watchStatements();
      for (let n = 1; n <= 5; n += 1) {
        events.push(await emit("message.created"));
        await eventually(() => expect(at(path)).toHaveLength(n));
      }
      await eventually(async () => expect(await readHistory(id)).toHaveLength(5));
      names = watched.list().map(({ name }) => name);
      watched.end();
    });
    expect(drained).toEqual({ attempted: 5, isMore: false });
    expect(names.filter((name) => /^(claim_due|admit|confirm|tally)/.test(name))).toEqual([]);
    expect(at(path).map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id)).toEqual(events);
    expect(await readHistory(id)).toHaveLength(5);
    expect([await readQueue(id), await readLedger()]).toEqual([[], { confirmed: 5, reserved: 0 }]);
    expect(await sumHours(id)).toEqual({ attempts: 5, failed: 0, units: 5, isByHour: true });
  });

  test("exactly the minute's limit passes; the rest waits for the next minute, and later events behind it", async () => {
    const path = pathTo("200");
    const { id } = await register(path);
    await database.query(
      "INSERT INTO delivery_minutes (billing_entity_id, minute, given, last_given) VALUES ($1, $2, $3, 1)",
      [scene().billingEntityId, minuteOf(new Date()), WEBHOOK_DELIVERIES_PER_MINUTE - 3],
    );
    await drainDuring(async () => {
      await emitTogether(6);
      await eventually(() => expect(at(path)).toHaveLength(3));
      await emit("message.created");
      await eventually(async () => expect(await readQueue(id)).toHaveLength(4));
    });
    expect(at(path)).toHaveLength(3);
    expect(await readQueue(id)).toEqual(Array.from({ length: 4 }, () => ({ isClaimed: false })));
    expect(
      await database.query("SELECT given FROM delivery_minutes WHERE billing_entity_id = $1", [
        scene().billingEntityId,
      ]),
    ).toEqual([{ given: WEBHOOK_DELIVERIES_PER_MINUTE }]);
    expect(await readLedger()).toEqual({ confirmed: 3, reserved: 0 });
    vi.setSystemTime(START + 59_000);
    expect(await drainDeliveries()).toEqual({ attempted: 4, isMore: false });
    expect(new Set(at(path).map(({ headers }) => headers["svc-webhook-delivery"])).size).toBe(7);
  });

  test("the last units are used, and further attempts say that there are none", async () => {
    const path = pathTo("200");
    const { id } = await register(path);
    await database.query(
      "INSERT INTO unit_ledger (billing_entity_id, month, confirmed, reserved) VALUES ($1, $2, 99998, 0)",
      [scene().billingEntityId, `${new Date().toISOString().slice(0, 7)}-01`],
    );
    await drainDuring(async () => {
      await emitTogether(4);
      await eventually(async () => expect(await readHistory(id)).toHaveLength(4));
    });
    expect(at(path)).toHaveLength(2);
    expect((await readHistory(id)).map(({ error }) => error ?? "sent").sort()).toEqual([
      "api_units_exceeded",
      "api_units_exceeded",
      "sent",
      "sent",
    ]);
    expect(await readLedger()).toEqual({ confirmed: 100_000, reserved: 0 });
  });

  test("delivers each event of a burst beyond the slots of a host once", async () => {
    const path = pathTo("200");
    const { id } = await register(path);
    const drained = await drainDuring(async () => {
      await emitTogether(200);
      await eventually(() => expect(at(path)).toHaveLength(200));
    });
    expect(drained).toEqual({ attempted: 200, isMore: false });
    expect(new Set(at(path).map(({ headers }) => headers["svc-webhook-delivery"])).size).toBe(200);
    expect([at(path).length, (await readHistory(id)).length]).toEqual([200, 200]);
    expect(await readLedger()).toEqual({ confirmed: 200, reserved: 0 });
    // Deliveries without a slot are counted, released, and counted again by their second claim.
    expect(
      await database.query("SELECT given FROM delivery_minutes WHERE billing_entity_id = $1", [
        scene().billingEntityId,
      ]),
    ).toEqual([{ given: 200 }]);
  });

  test("an event that is not committed is not delivered, and takes no slot", async () => {
    const path = pathTo("200");
    await register(path);
    const failing = statement({ name: "divide_by_zero", row: {}, text: "SELECT 1 / 0 AS n" });
    const event = { type: "message.created", objectId: "1", v1Data: null } as const;
    const drained = await drainDuring(async () => {
      const failed = transaction((tx) => {
        recordEvent(tx, scene().access, event);
        tx.queryLast(failing);
      });
      await expect(failed).rejects.toThrow();
    });
    expect(drained).toEqual({ attempted: 0, isMore: false });
    expect(at(path)).toEqual([]);
  });
});

describe("claims of an event's transaction", () => {
  const taken: NewDelivery[] = [];
  let withdraw: () => void = () => undefined;
  const offer = (fullHosts: string[] = []) => {
    withdraw = offerSlots(() => ({
      claimUntil: new Date(Date.now() + WEBHOOK_CLAIM_MS),
      fullHosts,
      take: (deliveries) => taken.push(...deliveries),
      markSpent: () => undefined,
    }));
  };
  afterEach(() => {
    withdraw();
    taken.length = 0;
  });

  test("leave a delivery behind those that wait", async () => {
    const { id } = await register(pathTo("200"));
    offer();
    await emit("message.created");
    await emit("message.created");
    expect(taken).toHaveLength(2);
    expect(await readQueue(id)).toEqual([{ isClaimed: true }, { isClaimed: true }]);
    await database.query("UPDATE partitions.deliveries_waiting SET claimed_until = NULL WHERE id = $1", [taken[0]?.id]);
    vi.setSystemTime(START + 10);
    await emit("message.created");
    expect(taken).toHaveLength(2);
  });

  test("leave out a full host, an inactive webhook and a listener", async () => {
    const { access, id } = await register(pathTo("200"));
    const { host } = new URL(urlOf("/"));
    offer([host]);
    await emit("message.created");
    withdraw();
    offer();
    await deactivateWebhook(access);
    await emit("message.created");
    await database.query("UPDATE webhooks SET url = NULL, is_active = true WHERE id = $1", [id]);
    await emit("message.created");
    expect(taken).toEqual([]);
  });

  test("lapse after their process ended", async () => {
    const { id } = await register(pathTo("200"));
    offer();
    await emit("message.created");
    const claimOwn = async () =>
      (await claimDeliveries(createSlots())).deliveries.flatMap((delivery) =>
        delivery.webhookId === id ? delivery.id : [],
      );
    expect(await claimOwn()).toEqual([]);
    vi.setSystemTime(START + WEBHOOK_CLAIM_MS);
    expect(await claimOwn()).toEqual([taken[0]?.id]);
  });
});
