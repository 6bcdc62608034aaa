import { describe, expect, test, vi } from "vitest";
import { pathTo, START, useDeliveries } from "../../e2e/support/deliveries";
import { activateWebhook, deactivateWebhook } from "./activate";
import { deleteWebhook } from "./delete";
import { drainDeliveries } from "./dispatch";
import { readWebhook } from "./queries";
import { countPausedDeliveries, recoverPausedDeliveries } from "./recover";
import { eraseOldHistory, sweepQueue } from "./retention";

const { database, register, emit, readHistory, readStates } = useDeliveries();

describe("inactive webhooks", () => {
  test("20 final failures in a row deactivate; a success resets the count; later deliveries are paused and recovered", async () => {
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

  test("deleting requires the name, and deletes deliveries and history", async () => {
    const { id, access } = await register(pathTo("200"));
    await emit("message.created");
    await drainDeliveries();
    await expect(deleteWebhook(access, "Something else")).rejects.toMatchObject({ code: "validation_error" });
    await deleteWebhook(access, "Receiver");
    expect([await readHistory(id), await readStates(id)]).toEqual([[], []]);
  });
});

test("history is erased after 90 days, waiting and paused deliveries are not", async () => {
  const { id } = await register(pathTo("200"));
  const { id: heldId, access } = await register(pathTo("200"));
  await deactivateWebhook(access);
  const eventId = await emit("message.created");
  await drainDeliveries();
  await database.query("DELETE FROM deliveries WHERE webhook_id = $1", [heldId]);
  vi.setSystemTime(START + 90 * 24 * 60 * 60 * 1000);
  await eraseOldHistory();
  expect(await readHistory(id)).toHaveLength(1);
  vi.setSystemTime(START + 90 * 24 * 60 * 60 * 1000 + 1_000);
  await emit("message.created");
  await eraseOldHistory();
  expect(await readHistory(id)).toEqual([]);
  expect(await database.query("SELECT 1 FROM events WHERE id = $1", [eventId])).toEqual([]);
  expect(await readStates(heldId)).toEqual(["HELD"]);
  vi.setSystemTime(START + 200 * 24 * 60 * 60 * 1000);
  await eraseOldHistory();
  expect(await readStates(heldId)).toEqual(["HELD"]);
});
