import { createHmac } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import {
  drainThroughRetries,
  nowSeconds,
  pathTo,
  START,
  useDeliveries,
  verifyAsReceiver,
} from "../../../e2e/support/scenes/deliveries";
import { eventually } from "../../../e2e/support/scenes/eventually";
import { createWebhookScene } from "../../../e2e/support/scenes/webhook-scene";
import { readWebhook } from "../queries";
import { drainDeliveries } from "./dispatch";
import { openAttempt, redeliver } from "./redeliver";

const { database, scene, urlOf, at, register, emit, readHistory, readStates, readLedger } = useDeliveries();

describe("the received request", () => {
  test("a v2 delivery: body, headers and signature as in §6, verified over the received bytes", async () => {
    const path = pathTo("200");
    const { id, secret } = await register(path, { events: ["record.created"] });
    const eventId = await emit("record.created", "rec_1");
    expect(await drainDeliveries()).toEqual({ attempted: 1, isMore: false });
    const [request] = at(path);
    if (!request) throw new Error("nothing arrived");
    const [row] = await readHistory(id);
    expect(request.body.toString()).toBe(
      `{"id":"${eventId}","type":"record.created","apiVersion":"2026-06-09","createdAt":"${new Date(START).toISOString()}",` +
        `"organizationId":"${scene().organizationId}","roomId":"${scene().roomId}","data":{"object":{"id":"rec_1","type":"record"}}}`,
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
    const { id, secret } = await register(path, {
      events: ["record.updated", "message.created"],
      apiVersion: "2025-10-23",
    });
    const eventId = await emit("record.updated", "rec_1");
    await drainDeliveries();
    const [request] = at(path);
    if (!request) throw new Error("nothing arrived");
    const [row] = await readHistory(id);
    expect(JSON.parse(request.body.toString())).toEqual({
      event: "record.updated",
      timestamp: new Date(START).toISOString(),
      roomId: scene().roomId,
      data: { id: "rec_1", title: "Besprechung – 議事録 🎉", actorId: scene().managerId },
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
    await emit("record.updated", "rec_2");
    await drainDeliveries();
    const afterSunset = at(path)[1];
    expect(
      Object.keys(afterSunset?.headers ?? {}).filter((name) => /^x-webhook|^sunset|^deprecation/.test(name)),
    ).toEqual([]);
    expect(JSON.parse(String(afterSunset?.body))).toMatchObject({ event: "record.updated" });
  });

  test("custom headers override two defaults and forge no others", async () => {
    const path = pathTo("200");
    const customHeaders = {
      "content-type": "application/cloudevents+json",
      "USER-AGENT": `Mine/1 svc_live_${"k".repeat(43)}`,
      Authorization: "Bearer x",
    };
    const { id } = await register(path, { customHeaders });
    await emit("message.created");
    await drainDeliveries();
    expect(at(path)[0]?.headers).toMatchObject({
      "content-type": "application/cloudevents+json",
      "user-agent": `Mine/1 svc_live_${"k".repeat(43)}`,
      authorization: "Bearer x",
    });
    const [stored] = await database.query<{ sealed: string; sent: string }>(
      `SELECT custom_headers::text AS sealed, (SELECT request_headers::text FROM delivery_attempts WHERE webhook_id = $1) AS sent
       FROM webhooks WHERE id = $1`,
      [id],
    );
    expect(stored?.sealed).not.toContain("Bearer");
    expect(stored?.sent).not.toContain("Bearer");
    expect(stored?.sent).toContain("Mine/1 svc_live_[redacted]");
    expect(stored?.sent).not.toContain("kkkk");
    for (const name of [
      "Svc-Webhook-Signature",
      "x-webhook-event",
      "SUNSET",
      "Host",
      "content-length",
      "Connection",
      "a b",
    ])
      await expect(register("", { customHeaders: { [name]: "x" } })).rejects.toMatchObject({
        code: "validation_error",
      });
    await expect(register("", { customHeaders: { "X-Ok": "a\r\nSvc-Webhook-Id: b" } })).rejects.toMatchObject({
      code: "validation_error",
    });
  });
});

describe("responses of the receiver", () => {
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
    const { id } = await register(path);
    await emit("message.created");
    await drainThroughRetries();
    const history = await readHistory(id);
    expect(history.map(({ statusCode, error }) => [statusCode, error])).toEqual(expected);
    expect(history.map(({ attempt }) => attempt)).toEqual(expected.map((_, n) => n + 1));
    expect(history.map(({ isFinal }) => isFinal)).toEqual(expected.map((_, n) => n === expected.length - 1));
    expect(history.slice(0, -1).map(({ waitMs }) => waitMs)).toEqual(
      [2_000, 4_000, 8_000].slice(0, expected.length - 1),
    );
    expect(new Set(history.map(({ deliveryId }) => deliveryId)).size).toBe(1);
    const requests = at(path);
    expect(requests).toHaveLength(expected.length);
    expect(new Set(requests.map(({ headers }) => headers["svc-webhook-delivery"]))).toEqual(
      new Set([history[0]?.deliveryId]),
    );
    expect(new Set(requests.map(({ headers }) => headers["svc-webhook-signature"])).size).toBe(expected.length);
    expect(Math.max(...history.map(({ preview }) => preview?.length ?? 0))).toBeLessThanOrEqual(1024);
    expect(await readLedger()).toEqual({ confirmed: expected.length, reserved: 0 });
    const last = expected.at(-1);
    expect(await readStates(id)).toEqual([last?.[1] === null ? "SUCCEEDED" : "FAILED"]);
  });

  test("hanging, slow and partial responses end at the deadline, and delay no other delivery", async () => {
    const slow = { hang: pathTo("hang"), drip: pathTo("drip"), half: pathTo("half") };
    const ids: Record<string, string> = {};
    for (const [name, path] of Object.entries(slow)) ids[name] = (await register(path)).id;
    const other = await createWebhookScene(database);
    const fast = pathTo("200");
    await other.register(urlOf(fast));
    await emit("message.created");
    const slowDrain = drainDeliveries();
    await eventually(() => expect(Object.values(slow).map((path) => at(path).length)).toEqual([1, 1, 1]));
    await other.emit("message.created");
    let isSlowOver = false;
    void slowDrain.then(() => {
      isSlowOver = true;
    });
    await eventually(() => expect(at(fast)).toHaveLength(1));
    expect(isSlowOver).toBe(false);
    await slowDrain;
    expect(await readHistory(ids["hang"] ?? "")).toMatchObject([
      { statusCode: null, error: "timeout", isFinal: false },
    ]);
    for (const name of ["drip", "half"])
      expect(await readHistory(ids[name] ?? "")).toMatchObject([{ statusCode: 200, success: true }]);
    // Its retries would fall into the tests that move the clock.
    await database.query("DELETE FROM webhooks WHERE room_id = $1", [scene().roomId]);
  });

  test("a retry is not made before it is due", async () => {
    const path = pathTo("flaky-1");
    const { id } = await register(path);
    await emit("message.created");
    await drainDeliveries();
    vi.setSystemTime(START + 1_999);
    await drainDeliveries();
    expect(await readHistory(id)).toHaveLength(1);
    vi.setSystemTime(START + 2_000);
    await drainDeliveries();
    await drainDeliveries();
    expect(await readHistory(id)).toMatchObject([{ attempt: 1 }, { attempt: 2, success: true }]);
  });
});

describe("units", () => {
  test("without units no attempt is made; the history says so, and it can be redelivered", async () => {
    const path = pathTo("200");
    const { id, access } = await register(path);
    await database.query(
      "INSERT INTO unit_ledger (billing_entity_id, month, confirmed, reserved) VALUES ($1, $2, 100000, 0)",
      [scene().billingEntityId, `${new Date().toISOString().slice(0, 7)}-01`],
    );
    await emit("message.created");
    await drainDeliveries();
    expect(at(path)).toEqual([]);
    const [row] = await readHistory(id);
    expect(row).toMatchObject({ success: false, statusCode: null, error: "api_units_exceeded", isFinal: true });
    expect(await readWebhook(access)).toMatchObject({ consecutiveFailures: 0 });
    await database.query("UPDATE unit_ledger SET confirmed = 0 WHERE billing_entity_id = $1", [
      scene().billingEntityId,
    ]);
    expect(await redeliver(await openAttempt(access, row?.id ?? ""), { isPaid: false })).toMatchObject({
      success: true,
    });
    expect(await readLedger()).toEqual({ confirmed: 1, reserved: 0 });
  });
});

describe("the limit of 600 a minute", () => {
  test("a burst of 700 is delivered completely within the limit, by two drains and a redelivery", async () => {
    const path = pathTo("200");
    const { id, access } = await register(path);
    await emit("message.created");
    await database.query(
      `INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, object_type, object_id, billing_entity_id,
         next_attempt_at, created_at)
       SELECT gen_random_uuid(), webhook_id, event_id, event_type, event_at, object_type, object_id, billing_entity_id,
         next_attempt_at, created_at
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
