import { describe, expect, test, vi } from "vitest";
import {
  drainThroughRetries,
  nowSeconds,
  pathTo,
  START,
  useDeliveries,
  verifyAsReceiver,
} from "../../../e2e/support/scenes/deliveries";
import { readWebhook } from "../queries";
import { deactivateWebhook } from "../settings/activate";
import { drainDeliveries } from "./dispatch";
import { FLUSH_MS } from "./finish-attempt";
import { countFailedDeliveries, recoverFailedDeliveries } from "./recover";
import { openAttempt, redeliver } from "./redeliver";
import { sendCanary, sendTest } from "./send-test";

const { database, at, register, emit, readHistory, readLedger } = useDeliveries();

describe("redelivery and tests", () => {
  test("a redelivery keeps the event, has a new delivery id, and is one attempt", async () => {
    const path = pathTo("500");
    const { id, access } = await register(path);
    const eventId = await emit("message.created");
    await drainThroughRetries();
    const [first] = await readHistory(id);
    const again = await redeliver(await openAttempt(access, first?.id ?? ""), { isPaid: false });
    expect(again).toMatchObject({ eventId, success: false, statusCode: 500, attempt: 1, nextRetryAt: null });
    expect(again.deliveryId).not.toBe(first?.deliveryId);
    expect(at(path)).toHaveLength(5);
    expect(new Set(at(path).map(({ body }) => body.toString())).size).toBe(1);
  });

  test("failed deliveries of a time range are counted with their cost, and recovered once however often it is requested", async () => {
    const path = pathTo("404");
    const { id, access } = await register(path);
    for (let n = 0; n < 3; n += 1) await emit("message.created");
    await drainDeliveries();
    const range = { from: new Date(START), to: new Date(START + 60_000) };
    expect(await countFailedDeliveries(access, range)).toEqual({ deliveries: 3, units: 3 });
    expect(await countFailedDeliveries(access, { ...range, from: new Date(START + 1) })).toEqual({
      deliveries: 0,
      units: 0,
    });
    await database.query("UPDATE webhooks SET url = replace(url, '/404', '/200') WHERE id = $1", [id]);
    const both = await Promise.all([recoverFailedDeliveries(access, range), recoverFailedDeliveries(access, range)]);
    expect(new Set(both.map(({ deliveries }) => deliveries))).toEqual(new Set([0, 3]));
    await drainDeliveries();
    expect(await countFailedDeliveries(access, range)).toEqual({ deliveries: 0, units: 0 });
    expect((await readHistory(id)).filter(({ success }) => success)).toHaveLength(3);
  });

  test("saves an attempt at once when a caller waits for it", async () => {
    const { access } = await register(pathTo("200"));
    const setReal = globalThis.setTimeout;
    const set = (act: () => void, ms?: number) => setReal(ms === FLUSH_MS ? () => undefined : act, ms);
    const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(set);
    try {
      expect(await sendTest(access, "task.updated")).toMatchObject({ success: true });
    } finally {
      spy.mockRestore();
    }
  });

  test("a test is sent to an inactive webhook too, costs a unit, and changes no failure count", async () => {
    const path = pathTo("500");
    const { secret, access } = await register(path);
    await deactivateWebhook(access);
    const result = await sendTest(access, "task.updated");
    expect(result).toMatchObject({
      event: "task.updated",
      success: false,
      statusCode: 500,
      responsePreview: "answer 500",
      nextRetryAt: null,
    });
    const [request] = at(path);
    expect(request && verifyAsReceiver(request, [secret], nowSeconds())).toBe(true);
    expect(await readWebhook(access)).toMatchObject({ consecutiveFailures: 0 });
    expect(await readLedger()).toEqual({ confirmed: 1, reserved: 0 });
    await expect(sendCanary(access)).rejects.toMatchObject({ code: "validation_error" });
  });
});
