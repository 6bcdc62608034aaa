import { describe, expect, test, vi } from "vitest";
import { pathTo, START, useDeliveries } from "../../../e2e/support/scenes/deliveries";
import { dropOldEvents } from "../../events/retention";
import { drainDeliveries } from "../delivery/dispatch";
import { countPausedDeliveries, recoverPausedDeliveries } from "../delivery/recover";
import { readWebhook } from "../queries";
import { dropOldDeliveries, ensureDeliveryPartitions, sweepQueue } from "../retention";
import { activateWebhook, deactivateWebhook } from "./activate";
import { deleteWebhook } from "./delete";

const { database, register, emit, readHistory, readStates } = useDeliveries();

describe("inactive webhooks", () => {
  test("deactivates after 20 final failures in a row, resets the count after a success, and recovers held deliveries", async () => {
    const path = pathTo("404");
    const { id, access } = await register(path);
    for (let n = 0; n < 19; n += 1) await emit("message.created");
    await drainDeliveries();
    expect(await readWebhook(access)).toMatchObject({ isActive: true, consecutiveFailures: 19, failureNotice: 15 });
    await database.query("UPDATE webhooks SET url = replace(url, '/404', '/200') WHERE id = $1", [id]);
    await emit("message.created");
    await drainDeliveries();
    expect(await readWebhook(access)).toMatchObject({ isActive: true, consecutiveFailures: 0, failureNotice: null });
    await database.query("UPDATE webhooks SET url = replace(url, '/200', '/404') WHERE id = $1", [id]);
    for (let n = 0; n < 25; n += 1) await emit("message.created");
    await drainDeliveries();
    const deactivated = await readWebhook(access);
    expect(deactivated).toMatchObject({ isActive: false, disabledReason: "failures" });
    expect(deactivated.consecutiveFailures).toBeGreaterThanOrEqual(20);

    await emit("message.created");
    await drainDeliveries();
    const held = await countPausedDeliveries(access);
    expect(held.deliveries).toBeGreaterThanOrEqual(1);
    await expect(recoverPausedDeliveries(access)).rejects.toMatchObject({ code: "webhook_inactive" });
    await database.query("UPDATE webhooks SET url = replace(url, '/404', '/200') WHERE id = $1", [id]);
    await activateWebhook(access);
    expect(await recoverPausedDeliveries(access)).toEqual(held);
    await drainDeliveries();
    expect(await countPausedDeliveries(access)).toEqual({ deliveries: 0, units: 0 });
    expect(await readWebhook(access)).toMatchObject({ isActive: true, consecutiveFailures: 0, disabledReason: null });
    expect(new Set(await readStates(id))).toEqual(new Set(["SUCCEEDED", "FAILED"]));
  });

  test("a deactivation pauses waiting deliveries, and the sweep pauses orphans", async () => {
    const { id, access } = await register(pathTo("500"));
    await emit("message.created");
    await drainDeliveries();
    expect(await readStates(id)).toEqual(["RETRYING"]);
    await deactivateWebhook(access);
    expect(await readStates(id)).toEqual(["HELD"]);
    await emit("message.created");
    await database.query("UPDATE deliveries SET state = 'PENDING', next_attempt_at = $2 WHERE webhook_id = $1", [
      id,
      new Date(),
    ]);
    expect(await drainDeliveries()).toMatchObject({ attempted: 0 });
    await sweepQueue();
    expect(await readStates(id)).toEqual(["HELD", "HELD"]);
  });

  test("the sweep erases the counts of minutes that have passed", async () => {
    const minutes = [new Date(START - 120_000), new Date(START)];
    await database.query(
      `INSERT INTO delivery_minutes (billing_entity_id, minute, given, last_given)
       SELECT 'bil_swept', minute, 1, 1 FROM unnest($1::timestamptz[]) AS minute`,
      [minutes],
    );
    await sweepQueue();
    const kept = await database.query("SELECT minute FROM delivery_minutes WHERE billing_entity_id = 'bil_swept'");
    expect(kept).toEqual([{ minute: minutes[1] }]);
  });

  test("deleting requires the name, and deletes deliveries and history", async () => {
    const { id, access } = await register(pathTo("200"));
    await emit("message.created");
    await drainDeliveries();
    await emit("message.created");
    expect(new Set(await readStates(id))).toEqual(new Set(["SUCCEEDED", "PENDING"]));
    await expect(deleteWebhook(access, "Something else")).rejects.toMatchObject({ code: "validation_error" });
    await deleteWebhook(access, "Receiver");
    expect([await readHistory(id), await readStates(id)]).toEqual([[], []]);
  });
});

describe("history ends after 90 days, waiting and paused deliveries do not", () => {
  const daysLater = (days: number) => START + days * 24 * 60 * 60 * 1000;
  const eraseOld = () => Promise.all([dropOldDeliveries(), dropOldEvents(), dropOldDeliveries()]);
  const isKept = async (eventId: string) =>
    (await database.query("SELECT 1 FROM events WHERE id = $1", [eventId])).length > 0;

  test.each([
    ["in partitions of days", ensureDeliveryPartitions],
    ["without partitions", async () => {}],
  ])("%s", async (_, ensure) => {
    vi.setSystemTime(START);
    await ensure();
    const { id } = await register(pathTo("200"));
    const { id: pausedId, access } = await register(pathTo("200"));
    await deactivateWebhook(access);
    const eventId = await emit("message.created");
    await drainDeliveries();
    vi.setSystemTime(daysLater(90) - 1_000);
    await eraseOld();
    expect([await readHistory(id), await readStates(id), await isKept(eventId)]).toMatchObject([
      [{}],
      ["SUCCEEDED"],
      true,
    ]);
    vi.setSystemTime(daysLater(91));
    await eraseOld();
    expect([await readHistory(id), await readStates(id), await isKept(eventId)]).toEqual([[], [], false]);
    vi.setSystemTime(daysLater(200));
    await eraseOld();
    expect(await readStates(pausedId)).toEqual(["HELD"]);
    // Its event is gone, and it is delivered all the same.
    await activateWebhook(access);
    await recoverPausedDeliveries(access);
    await drainDeliveries();
    expect(await readHistory(pausedId)).toMatchObject([{ success: true, eventId }]);
    await eraseOld();
    expect(await readHistory(pausedId)).toHaveLength(1);
  });
});
