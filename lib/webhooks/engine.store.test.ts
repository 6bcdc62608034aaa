import { createHmac, timingSafeEqual } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/database";
import { type Received, type Receiver, startReceiver } from "../../e2e/support/receiver";
import { createWebhookScene, type WebhookScene } from "../../e2e/support/webhook-scene";
import { drainDeliveries, retryDelivery } from "./dispatch";
import { countFailed, countHeld, openAttempt, recoverHeld, redeliver, redeliverFailed } from "./redelivery-store";
import { finishEndedRotations, finishRotation, startRotation } from "./rotation-store";
import { activateWebhook, deactivateWebhook, deleteWebhook, readWebhook } from "./store";
import { sendCanary, sendTest } from "./test-store";
import { eraseOldHistory, tidyDeliveries } from "./tidy-store";

const database = useTestDatabase();
const START = Math.floor(Date.now() / 60_000) * 60_000 + 1_000;
let receiver: Receiver;
let scene: WebhookScene;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  vi.useRealTimers();
  await receiver.close();
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  scene = await createWebhookScene(database);
});

/** §6, read as a receiver reads it, and nothing of ours. */
function verifyAsReceiver({ headers, body }: Received, secrets: readonly string[], nowSeconds: number): boolean {
  const timestamp = String(headers["svc-webhook-timestamp"]);
  if (!/^\d+$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > 300) return false;
  return String(headers["svc-webhook-signature"])
    .split(",")
    .some((part) =>
      secrets.some((secret) => {
        const mac = createHmac("sha256", secret)
          .update(Buffer.concat([Buffer.from(`${timestamp}.`), body]))
          .digest("hex");
        const expected = Buffer.from(`v1=${mac}`);
        const given = Buffer.from(part);
        return given.length === expected.length && timingSafeEqual(given, expected);
      }),
    );
}

const at = (path: string) => receiver.received.filter((request) => request.path === path);
const nowSeconds = () => Math.floor(Date.now() / 1000);
let paths = 0;
/** A path of this receiver that no other test uses. */
function pathTo(script: string): string {
  paths += 1;
  return `/${script}?n=${paths}`;
}

interface HistoryRow {
  id: string;
  attempt: number;
  success: boolean;
  statusCode: number | null;
  error: string | null;
  isFinal: boolean;
  eventId: string | null;
  deliveryId: string;
  preview: string | null;
  waitMs: number | null;
}
const readHistory = (webhookId: string) =>
  database.query<HistoryRow>(
    `SELECT id, attempt, success, status_code AS "statusCode", error, finalized_at IS NOT NULL AS "isFinal",
       event_id AS "eventId", delivery_id AS "deliveryId", response_preview AS preview,
       (extract(epoch FROM next_retry_at - delivered_at) * 1000)::int AS "waitMs"
     FROM delivery_attempts WHERE webhook_id = $1 ORDER BY id`,
    [webhookId],
  );
const readStates = async (webhookId: string) =>
  (
    await database.query<{ state: string }>(
      "SELECT state FROM deliveries WHERE webhook_id = $1 ORDER BY created_at, id",
      [webhookId],
    )
  ).map(({ state }) => state);
const readLedger = async () =>
  (
    await database.query<{ confirmed: number; reserved: number }>(
      "SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1",
      [scene.billingEntityId],
    )
  )[0] ?? { confirmed: 0, reserved: 0 };

/** Through all retries, by the clock. */
async function drainThroughRetries(): Promise<void> {
  for (let n = 0; n < 4; n += 1) {
    await drainDeliveries();
    vi.setSystemTime(Date.now() + 10_000);
  }
}

describe("what arrives", () => {
  test("a v2 delivery: body, headers and signature as §6, verified over the bytes that came", async () => {
    const path = pathTo("200");
    const { id, secret } = await scene.register(receiver.url + path, { events: ["record.created"] });
    const eventId = await scene.emit("record.created", "rec_1");
    expect(await drainDeliveries()).toEqual({ attempted: 1, isMore: false });
    const [request] = at(path);
    if (!request) throw new Error("nothing arrived");
    const [row] = await readHistory(id);
    expect(request.body.toString()).toBe(
      `{"id":"${eventId}","type":"record.created","apiVersion":"2026-06-09","createdAt":"${new Date(START).toISOString()}",` +
        `"organizationId":"${scene.organizationId}","roomId":"${scene.roomId}","data":{"object":{"id":"rec_1","type":"record"}}}`,
    );
    expect(request.headers).toMatchObject({
      "svc-webhook-id": eventId,
      "svc-webhook-delivery": row?.deliveryId,
      "svc-webhook-timestamp": String(START / 1000),
      "svc-webhook-type": "record.created",
      "svc-webhook-api-version": "2026-06-09",
      "user-agent": "Svc-Webhook/2.0",
      "content-type": "application/json",
      "content-length": String(request.body.length),
      "accept-encoding": "identity",
    });
    expect(
      Object.keys(request.headers).filter((name) => /^x-webhook|^sunset|^deprecation|^ratelimit/.test(name)),
    ).toEqual([]);
    expect(verifyAsReceiver(request, [secret], nowSeconds())).toBe(true);
    expect(verifyAsReceiver(request, [`${secret}x`], nowSeconds())).toBe(false);
    expect(row).toMatchObject({
      attempt: 1,
      success: true,
      statusCode: 200,
      error: null,
      isFinal: true,
      eventId,
      preview: "answer 200",
    });
    expect(await readLedger()).toEqual({ confirmed: 1, reserved: 0 });
  });

  test("a v1 delivery: its body, both signatures, and no event id in its history", async () => {
    const path = pathTo("200");
    const { id, secret } = await scene.register(receiver.url + path, {
      events: ["record.updated", "message.created"],
      apiVersion: "2025-10-23",
    });
    const eventId = await scene.emit("record.updated", "rec_1");
    await drainDeliveries();
    const [request] = at(path);
    if (!request) throw new Error("nothing arrived");
    const [row] = await readHistory(id);
    expect(JSON.parse(request.body.toString())).toEqual({
      event: "record.updated",
      timestamp: new Date(START).toISOString(),
      roomId: scene.roomId,
      data: { id: "rec_1", title: "Besprechung – 議事録 🎉", actorId: scene.managerId },
      deliveryId: row?.deliveryId,
    });
    expect(request.headers).toMatchObject({
      "svc-webhook-id": eventId,
      "svc-webhook-api-version": "2025-10-23",
      "user-agent": "Svc-Webhook/1.0",
      "x-webhook-signature": createHmac("sha256", secret).update(request.body).digest("hex"),
      "x-webhook-event": "record.updated",
      "x-webhook-delivery-id": row?.deliveryId,
      sunset: "Thu, 31 Dec 2026 00:00:00 GMT",
      deprecation: "true",
    });
    expect(verifyAsReceiver(request, [secret], nowSeconds())).toBe(true);
    expect(row).toMatchObject({ eventId: null, success: true });

    vi.setSystemTime(new Date("2026-12-31T00:00:00Z"));
    await scene.emit("record.updated", "rec_2");
    await drainDeliveries();
    const afterSunset = at(path)[1];
    expect(
      Object.keys(afterSunset?.headers ?? {}).filter((name) => /^x-webhook|^sunset|^deprecation/.test(name)),
    ).toEqual([]);
    expect(JSON.parse(String(afterSunset?.body))).toMatchObject({ event: "record.updated" });
  });

  test("custom headers override two defaults and forge nothing", async () => {
    const path = pathTo("200");
    const customHeaders = {
      "content-type": "application/cloudevents+json",
      "USER-AGENT": "Mine/1",
      Authorization: "Bearer x",
    };
    const { id } = await scene.register(receiver.url + path, { customHeaders });
    await scene.emit("message.created");
    await drainDeliveries();
    expect(at(path)[0]?.headers).toMatchObject({
      "content-type": "application/cloudevents+json",
      "user-agent": "Mine/1",
      authorization: "Bearer x",
    });
    const [stored] = await database.query<{ sealed: string; sent: string }>(
      `SELECT custom_headers::text AS sealed, (SELECT request_headers::text FROM delivery_attempts WHERE webhook_id = $1) AS sent
       FROM webhooks WHERE id = $1`,
      [id],
    );
    expect(stored?.sealed).not.toContain("Bearer");
    expect(stored?.sent).not.toContain("Bearer");
    for (const name of [
      "Svc-Webhook-Signature",
      "x-webhook-event",
      "SUNSET",
      "Host",
      "content-length",
      "Connection",
      "a b",
    ])
      await expect(scene.register(receiver.url, { customHeaders: { [name]: "x" } })).rejects.toMatchObject({
        code: "validation_error",
      });
    await expect(
      scene.register(receiver.url, { customHeaders: { "X-Ok": "a\r\nSvc-Webhook-Id: b" } }),
    ).rejects.toMatchObject({ code: "validation_error" });
  });
});

describe("what the receiver answers", () => {
  test.each([
    ["200", [[200, null]]],
    ["204", [[204, null]]],
    ["redirect", [[302, "redirect"]]],
    ["400", [[400, "http_status"]]],
    ["401", [[401, "http_status"]]],
    ["403", [[403, "http_status"]]],
    ["404", [[404, "http_status"]]],
    ["410", [[410, "gone"]]],
    ["422", [[422, "http_status"]]],
    ["418", [[418, "http_status"]]],
    ["big", [[200, null]]],
    ["endless", [[200, null]]],
    ["gzip", [[200, null]]],
    ["reset", Array(4).fill([null, "connection_failed"])],
    ["408", Array(4).fill([408, "http_status"])],
    ["429", Array(4).fill([429, "http_status"])],
    ["500", Array(4).fill([500, "http_status"])],
    ["503", Array(4).fill([503, "http_status"])],
    [
      "flaky-2",
      [
        [503, "http_status"],
        [503, "http_status"],
        [200, null],
      ],
    ],
  ] as const)("%s", async (script, expected) => {
    const path = pathTo(script);
    const { id } = await scene.register(receiver.url + path);
    await scene.emit("message.created");
    await drainThroughRetries();
    const history = await readHistory(id);
    expect(history.map(({ statusCode, error }) => [statusCode, error])).toEqual(expected);
    expect(history.map(({ attempt }) => attempt)).toEqual(expected.map((_, n) => n + 1));
    expect(history.map(({ isFinal }) => isFinal)).toEqual(expected.map((_, n) => n === expected.length - 1));
    // The wait counts from the end of the attempt, which the frozen clock puts at its beginning.
    expect(history.slice(0, -1).map(({ waitMs }) => waitMs)).toEqual(
      [2_000, 4_000, 8_000].slice(0, expected.length - 1),
    );
    expect(new Set(history.map(({ deliveryId }) => deliveryId)).size).toBe(1);
    const requests = at(path);
    expect(requests).toHaveLength(expected.length);
    expect(new Set(requests.map(({ headers }) => headers["svc-webhook-delivery"]))).toEqual(
      new Set([history[0]?.deliveryId]),
    );
    // Signed anew at each attempt.
    expect(new Set(requests.map(({ headers }) => headers["svc-webhook-signature"])).size).toBe(expected.length);
    expect(Math.max(...history.map(({ preview }) => preview?.length ?? 0))).toBeLessThanOrEqual(1024);
    expect(await readLedger()).toEqual({ confirmed: expected.length, reserved: 0 });
    const last = expected.at(-1);
    expect(await readStates(id)).toEqual([last?.[1] === null ? "SUCCEEDED" : "FAILED"]);
  });

  test("hanging, dripping and half answers end in time, and delay nobody", { timeout: 40_000 }, async () => {
    const slow = { hang: pathTo("hang"), drip: pathTo("drip"), half: pathTo("half") };
    const ids: Record<string, string> = {};
    for (const [name, path] of Object.entries(slow)) ids[name] = (await scene.register(receiver.url + path)).id;
    await scene.emit("message.created");
    const slowDrain = drainDeliveries();
    await vi.waitUntil(() => Object.values(slow).every((path) => at(path).length === 1));
    const other = await createWebhookScene(database);
    const fast = pathTo("200");
    await other.register(receiver.url + fast);
    await other.emit("message.created");
    let isSlowOver = false;
    void slowDrain.then(() => {
      isSlowOver = true;
    });
    expect(await drainDeliveries()).toEqual({ attempted: 1, isMore: false });
    expect([at(fast).length, isSlowOver]).toEqual([1, false]);
    await slowDrain;
    expect(await readHistory(ids["hang"] ?? "")).toMatchObject([
      { statusCode: null, error: "timeout", isFinal: false },
    ]);
    for (const name of ["drip", "half"])
      expect(await readHistory(ids[name] ?? "")).toMatchObject([{ statusCode: 200, success: true }]);
    // Its retries would fall into the tests that move the clock.
    await database.query("DELETE FROM webhooks WHERE room_id = $1", [scene.roomId]);
  });

  test("a retry by its own run, and one that is not due yet", async () => {
    const path = pathTo("flaky-1");
    const { id } = await scene.register(receiver.url + path);
    await scene.emit("message.created");
    await drainDeliveries();
    const deliveryId = (await readHistory(id))[0]?.deliveryId ?? "";
    expect(await retryDelivery(deliveryId)).toEqual(new Date(START + 2_000));
    vi.setSystemTime(START + 2_000);
    expect(await retryDelivery(deliveryId)).toBeNull();
    expect(await retryDelivery(deliveryId)).toBeNull();
    expect(await readHistory(id)).toMatchObject([{ attempt: 1 }, { attempt: 2, success: true }]);
  });
});

describe("units", () => {
  test("without units no attempt is made; the history says so, and it can be redelivered", async () => {
    const path = pathTo("200");
    const { id, access } = await scene.register(receiver.url + path);
    await database.query(
      "INSERT INTO unit_ledger (billing_entity_id, month, confirmed, reserved) VALUES ($1, $2, 100000, 0)",
      [scene.billingEntityId, `${new Date().toISOString().slice(0, 7)}-01`],
    );
    await scene.emit("message.created");
    await drainDeliveries();
    expect(at(path)).toEqual([]);
    const [row] = await readHistory(id);
    expect(row).toMatchObject({ success: false, statusCode: null, error: "api_units_exceeded", isFinal: true });
    expect(await readWebhook(access)).toMatchObject({ consecutiveFailures: 0 });
    await database.query("UPDATE unit_ledger SET confirmed = 0 WHERE billing_entity_id = $1", [scene.billingEntityId]);
    expect(await redeliver(await openAttempt(access, row?.id ?? ""), { isPaid: false })).toMatchObject({
      success: true,
    });
    expect(await readLedger()).toEqual({ confirmed: 1, reserved: 0 });
  });
});

describe("inactive webhooks", () => {
  test("20 final failures in a row deactivate; a success starts the count anew; what arises is held and recovered", async () => {
    const path = pathTo("404");
    const { id, access } = await scene.register(receiver.url + path);
    for (let n = 0; n < 19; n += 1) await scene.emit("message.created");
    await drainDeliveries();
    expect(await readWebhook(access)).toMatchObject({ isActive: true, consecutiveFailures: 19, failureNotice: 15 });
    await database.query("UPDATE webhooks SET url = replace(url, '/404', '/200') WHERE id = $1", [id]);
    await scene.emit("message.created");
    await drainDeliveries();
    expect(await readWebhook(access)).toMatchObject({ isActive: true, consecutiveFailures: 0, failureNotice: null });
    await database.query("UPDATE webhooks SET url = replace(url, '/200', '/404') WHERE id = $1", [id]);
    for (let n = 0; n < 25; n += 1) await scene.emit("message.created");
    await drainDeliveries();
    const deactivated = await readWebhook(access);
    expect(deactivated).toMatchObject({ isActive: false, disabledReason: "failures" });
    expect(deactivated.consecutiveFailures).toBeGreaterThanOrEqual(20);

    await scene.emit("message.created");
    await drainDeliveries();
    const held = await countHeld(access);
    expect(held.deliveries).toBeGreaterThanOrEqual(1);
    await expect(recoverHeld(access)).rejects.toMatchObject({ code: "webhook_inactive" });
    await database.query("UPDATE webhooks SET url = replace(url, '/404', '/200') WHERE id = $1", [id]);
    await activateWebhook(access);
    expect(await recoverHeld(access)).toEqual(held);
    await drainDeliveries();
    expect(await countHeld(access)).toEqual({ deliveries: 0, units: 0 });
    expect(await readWebhook(access)).toMatchObject({ isActive: true, consecutiveFailures: 0, disabledReason: null });
    expect(new Set(await readStates(id))).toEqual(new Set(["SUCCEEDED", "FAILED"]));
  });

  test("a manager's switch keeps what waits, and a delivery that slipped through is found", async () => {
    const { id, access } = await scene.register(receiver.url + pathTo("500"));
    await scene.emit("message.created");
    await drainDeliveries();
    expect(await readStates(id)).toEqual(["RETRYING"]);
    await deactivateWebhook(access);
    expect(await readStates(id)).toEqual(["HELD"]);
    await scene.emit("message.created");
    await database.query("UPDATE deliveries SET state = 'PENDING', next_attempt_at = $2 WHERE webhook_id = $1", [
      id,
      new Date(),
    ]);
    expect(await drainDeliveries()).toMatchObject({ attempted: 0 });
    await tidyDeliveries();
    expect(await readStates(id)).toEqual(["HELD", "HELD"]);
  });

  test("deleting takes deliveries and history along, and asks for the name", async () => {
    const { id, access } = await scene.register(receiver.url + pathTo("200"));
    await scene.emit("message.created");
    await drainDeliveries();
    await expect(deleteWebhook(access, "Something else")).rejects.toMatchObject({ code: "validation_error" });
    await deleteWebhook(access, "Receiver");
    expect([await readHistory(id), await readStates(id)]).toEqual([[], []]);
  });
});

describe("rotation", () => {
  test("both secrets sign until the end, the clock ends it, and the job only tidies up", async () => {
    const path = pathTo("200");
    const { secret, access } = await scene.register(receiver.url + path, {
      events: ["record.updated"],
      apiVersion: "2025-10-23",
    });
    const { nextSecret, endsAt } = await startRotation(access);
    expect(endsAt).toEqual(new Date(START + 7 * 24 * 60 * 60 * 1000));
    await expect(startRotation(access)).rejects.toMatchObject({ code: "validation_error" });
    const deliver = async () => {
      await scene.emit("record.updated");
      await drainDeliveries();
      const request = at(path).at(-1);
      if (!request) throw new Error("nothing arrived");
      return request;
    };
    const during = await deliver();
    expect(String(during.headers["svc-webhook-signature"])).toMatch(/^v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect([secret, nextSecret].map((held) => verifyAsReceiver(during, [held], nowSeconds()))).toEqual([true, true]);
    expect(during.headers["x-webhook-signature"]).toBe(createHmac("sha256", secret).update(during.body).digest("hex"));
    const canary = await sendCanary(access);
    expect(canary).toMatchObject({ success: true });
    const sent = at(path).at(-1);
    expect(sent && [secret, nextSecret].map((held) => verifyAsReceiver(sent, [held], nowSeconds()))).toEqual([
      false,
      true,
    ]);

    vi.setSystemTime(endsAt);
    for (const isTidied of [false, true]) {
      if (isTidied) expect(await finishEndedRotations()).toBe(1);
      const after = await deliver();
      expect(String(after.headers["svc-webhook-signature"])).toMatch(/^v1=[0-9a-f]{64}$/);
      expect([secret, nextSecret].map((held) => verifyAsReceiver(after, [held], nowSeconds()))).toEqual([false, true]);
      expect((await readWebhook(access)).rotation).toBeNull();
    }
    const again = await startRotation(access, 90);
    await finishRotation(access);
    const last = await deliver();
    expect([nextSecret, again.nextSecret].map((held) => verifyAsReceiver(last, [held], nowSeconds()))).toEqual([
      false,
      true,
    ]);
    for (const days of [0, 91, 1.5])
      await expect(async () => startRotation(access, days)).rejects.toMatchObject({ code: "validation_error" });
  });

  test("a rotation that the clock has ended can be followed by the next before anybody tidied up", async () => {
    const path = pathTo("200");
    const { access } = await scene.register(receiver.url + path);
    const first = await startRotation(access, 1);
    vi.setSystemTime(first.endsAt);
    const second = await startRotation(access, 1);
    await scene.emit("message.created");
    await drainDeliveries();
    const [request] = at(path);
    expect(
      request && [first, second].map(({ nextSecret }) => verifyAsReceiver(request, [nextSecret], nowSeconds())),
    ).toEqual([true, true]);
  });
});

describe("redelivery and tests", () => {
  test("a redelivery keeps the event, has a new delivery id, and is one attempt", async () => {
    const path = pathTo("500");
    const { id, access } = await scene.register(receiver.url + path);
    const eventId = await scene.emit("message.created");
    await drainThroughRetries();
    const [first] = await readHistory(id);
    const again = await redeliver(await openAttempt(access, first?.id ?? ""), { isPaid: false });
    expect(again).toMatchObject({ eventId, success: false, statusCode: 500, attempt: 1, nextRetryAt: null });
    expect(again.deliveryId).not.toBe(first?.deliveryId);
    expect(at(path)).toHaveLength(5);
    expect(new Set(at(path).map(({ body }) => body.toString())).size).toBe(1);
  });

  test("what failed in a time is counted with its price, and goes once however often it is asked", async () => {
    const path = pathTo("404");
    const { id, access } = await scene.register(receiver.url + path);
    for (let n = 0; n < 3; n += 1) await scene.emit("message.created");
    await drainDeliveries();
    const range = { from: new Date(START), to: new Date(START + 60_000) };
    expect(await countFailed(access, range)).toEqual({ deliveries: 3, units: 3 });
    expect(await countFailed(access, { ...range, from: new Date(START + 1) })).toEqual({ deliveries: 0, units: 0 });
    await database.query("UPDATE webhooks SET url = replace(url, '/404', '/200') WHERE id = $1", [id]);
    const both = await Promise.all([redeliverFailed(access, range), redeliverFailed(access, range)]);
    expect(new Set(both.map(({ deliveries }) => deliveries))).toEqual(new Set([0, 3]));
    await drainDeliveries();
    expect(await countFailed(access, range)).toEqual({ deliveries: 0, units: 0 });
    expect((await readHistory(id)).filter(({ success }) => success)).toHaveLength(3);
  });

  test("a test is sent to an inactive webhook too, costs a unit, and counts neither way", async () => {
    const path = pathTo("500");
    const { secret, access } = await scene.register(receiver.url + path);
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

test("history is erased after 90 days, and what waits or is held is not", async () => {
  const { id } = await scene.register(receiver.url + pathTo("200"));
  const { id: heldId, access } = await scene.register(receiver.url + pathTo("200"));
  await deactivateWebhook(access);
  const eventId = await scene.emit("message.created");
  await drainDeliveries();
  await database.query("DELETE FROM deliveries WHERE webhook_id = $1", [heldId]);
  vi.setSystemTime(START + 90 * 24 * 60 * 60 * 1000);
  await eraseOldHistory();
  expect(await readHistory(id)).toHaveLength(1);
  vi.setSystemTime(START + 90 * 24 * 60 * 60 * 1000 + 1_000);
  await scene.emit("message.created");
  await eraseOldHistory();
  expect(await readHistory(id)).toEqual([]);
  expect(await database.query("SELECT 1 FROM events WHERE id = $1", [eventId])).toEqual([]);
  expect(await readStates(heldId)).toEqual(["HELD"]);
  vi.setSystemTime(START + 200 * 24 * 60 * 60 * 1000);
  await eraseOldHistory();
  expect(await readStates(heldId)).toEqual(["HELD"]);
});

describe("600 a minute", () => {
  test("a burst of 700 is delivered whole, none of it faster, over two drains and a redelivery", {
    timeout: 60_000,
  }, async () => {
    const path = pathTo("200");
    const { id, access } = await scene.register(receiver.url + path);
    await scene.emit("message.created");
    await database.query(
      `INSERT INTO deliveries (id, webhook_id, event_id, billing_entity_id, next_attempt_at, created_at)
       SELECT gen_random_uuid(), webhook_id, event_id, billing_entity_id, next_attempt_at, created_at
       FROM deliveries, generate_series(1, 699) WHERE webhook_id = $1`,
      [id],
    );
    await Promise.all([drainDeliveries(), drainDeliveries(), drainDeliveries()]);
    expect(at(path)).toHaveLength(600);
    const [row] = await readHistory(id);
    await expect(redeliver(await openAttempt(access, row?.id ?? ""), { isPaid: false })).rejects.toMatchObject({
      code: "rate_limit_exceeded",
      details: { kind: "burst", retryAfterSeconds: 59 },
    });
    vi.setSystemTime(START + 58_999);
    await drainDeliveries();
    expect(at(path)).toHaveLength(600);
    vi.setSystemTime(START + 59_000);
    await drainDeliveries();
    expect(at(path)).toHaveLength(700);
    expect(new Set(await readStates(id))).toEqual(new Set(["SUCCEEDED"]));
    expect(new Set((await readHistory(id)).map(({ deliveryId }) => deliveryId)).size).toBe(700);
  });
});
