import { beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWebhookScene, type WebhookScene } from "../../../e2e/support/scenes/webhook-scene";
import { createWorld } from "../../../e2e/support/scenes/world";
import { type Receiver, startReceiver } from "../../../e2e/support/servers/receiver";
import { AppError } from "../../platform/errors";
import { WEBHOOKS_PER_ROOM_MAX } from "../../platform/limits";
import { drainDeliveries } from "../delivery/dispatch";
import { openAttempt, redeliver } from "../delivery/redeliver";
import { sendTest } from "../delivery/send-test";
import { listEventDeliveries, readAttemptDetail } from "../history/history-query";
import { readAttemptStats, readSuccess } from "../history/stats-query";
import { listWebhooks, readWebhook } from "../queries";
import { deactivateWebhook } from "./activate";
import { findUrlProblem } from "./check-url";
import { recreateAsV2, registerWebhook } from "./create";
import { openWebhook, openWebhookRoom, openWebhookRooms } from "./open-webhook";
import { updateWebhook } from "./update";

const database = useTestDatabase();
const world = createWorld(database);
const URL_OK = "http://127.0.0.1:9/hook";
let scene: WebhookScene;
let receiver: Receiver;

beforeAll(async () => {
  scene = await createWebhookScene(database);
  receiver = await startReceiver();
  return () => receiver.close();
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe("access to webhooks", () => {
  test("managers and owners of a normal room, while they belong to its organization", async () => {
    const { id } = await scene.register(URL_OK);
    const enter = async (role: number | null, options: { joins?: boolean } = {}) => {
      const user = await world.user();
      if (options.joins !== false) await world.join(scene.organizationId, user.id);
      await world.enter(scene.roomId, user.id, role);
      return [
        await codeOf(openWebhook(user.id, id)),
        await codeOf(openWebhookRoom(user.id, scene.roomId)),
        (await openWebhookRooms(user.id)).length,
      ];
    };
    const refused = ["not_found", "not_found", 0];
    expect(await enter(30)).toEqual(["done", "done", 1]);
    expect(await enter(40)).toEqual(["done", "done", 1]);
    expect(await enter(20)).toEqual(refused);
    expect(await enter(10)).toEqual(refused);
    expect(await enter(null)).toEqual(refused);
    expect(await enter(40, { joins: false })).toEqual(refused);
    const stranger = await createWebhookScene(database);
    expect(await codeOf(openWebhook(stranger.managerId, id))).toBe("not_found");
    const dm = await world.room({
      organizationId: scene.organizationId,
      billingEntityId: scene.billingEntityId,
      roomType: 1,
    });
    await world.enter(dm.id, scene.managerId, 40);
    expect(await codeOf(openWebhookRoom(scene.managerId, dm.id))).toBe("not_found");
    expect((await listWebhooks(await openWebhookRooms(stranger.managerId))).length).toBe(0);
    await database.query("UPDATE organizations SET is_active = false WHERE id = $1", [scene.organizationId]);
    expect(await codeOf(openWebhook(scene.managerId, id))).toBe("not_found");
    await database.query("UPDATE organizations SET is_active = true WHERE id = $1", [scene.organizationId]);
  });
});

describe("registration", () => {
  test("a new webhook is v2; its secret and headers are stored encrypted, and its managers read the headers", async () => {
    const { id, secret, access } = await scene.register("http://127.0.0.1:9", {
      customHeaders: { Authorization: "Bearer mine" },
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
    expect(await readWebhook(access)).toMatchObject({
      id,
      url: "http://127.0.0.1:9/",
      apiVersion: "2026-06-09",
      isActive: true,
      sunsetAt: null,
      customHeaders: { Authorization: "Bearer mine" },
    });
    const stored = await database.query<{ text: string }>(
      "SELECT w::text || s::text AS text FROM webhooks w JOIN webhook_secrets s ON s.webhook_id = w.id WHERE w.id = $1",
      [id],
    );
    expect(stored[0]?.text).not.toMatch(/whsec_|Bearer/);
  });

  test("a refused URL has a reason while the user types", async () => {
    const problems = await Promise.all(
      [
        URL_OK,
        "http://10.0.0.1/",
        "http://169.254.169.254/",
        "ftp://x.example/",
        "https://u:p@x.example/",
        "http://localhost:3000/",
        "x",
      ].map(findUrlProblem),
    );
    expect(problems).toEqual([
      null,
      "target_private",
      "target_forbidden",
      "url_scheme",
      "url_credentials",
      "target_own_service",
      "url_invalid",
    ]);
  });

  test("updates are checked like registrations; the number per room is limited", async () => {
    const { access } = await scene.register(URL_OK);
    const input = { name: "Other", url: "http://10.0.0.1/", events: ["task.created"] };
    await expect(updateWebhook(access, input)).rejects.toMatchObject({
      details: { issues: [{ path: "url", message: "target_private" }] },
    });
    await updateWebhook(access, { ...input, url: URL_OK });
    expect(await readWebhook(access)).toMatchObject({
      name: "Other",
      events: ["task.created"],
      customHeaders: {},
      standardHeaders: false,
    });
    const full = await createWebhookScene(database);
    const room = await openWebhookRoom(full.managerId, full.roomId);
    for (let n = 1; n < WEBHOOKS_PER_ROOM_MAX; n += 1) await registerWebhook(room, { ...input, url: URL_OK });
    const atOnce = await Promise.allSettled(
      Array.from({ length: 4 }, () => registerWebhook(room, { ...input, url: URL_OK })),
    );
    expect(atOnce.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(registerWebhook(room, { ...input, url: URL_OK })).rejects.toMatchObject({
      details: { issues: [{ message: "webhooks_too_many" }] },
    });
  });

  test("operational events are for v2 alone", async () => {
    const events = ["task.created", "key.expiring", "usage.threshold"];
    const input = { name: "Operations", url: URL_OK, events };
    const v2 = await scene.register(URL_OK);
    await updateWebhook(v2.access, input);
    expect(await readWebhook(v2.access)).toMatchObject({ events });
    const v1 = await scene.register(URL_OK, { apiVersion: "2025-10-23" });
    const refusal = { details: { issues: [{ path: "events", message: "events_v2_only" }] } };
    await expect(updateWebhook(v1.access, input)).rejects.toMatchObject(refusal);
    await expect(sendTest(v1.access, "key.expiring")).rejects.toMatchObject(refusal);
    expect(await readWebhook(v1.access)).toMatchObject({ events: ["message.created"] });
  });

  test("a v1 webhook is recreated as v2; the old one stays", async () => {
    const { access, secret } = await scene.register(URL_OK, { apiVersion: "2025-10-23", events: ["record.created"] });
    const made = await recreateAsV2(access);
    expect(made.secret).not.toBe(secret);
    expect(await readWebhook(await openWebhook(scene.managerId, made.id))).toMatchObject({
      apiVersion: "2026-06-09",
      url: URL_OK,
      events: ["record.created"],
    });
    expect(await readWebhook(access)).toMatchObject({
      apiVersion: "2025-10-23",
      isActive: true,
      sunsetAt: new Date("2026-12-31T00:00:00Z"),
    });
    const again = await openWebhook(scene.managerId, made.id);
    await expect(recreateAsV2(again)).rejects.toMatchObject({ code: "validation_error" });
  });
});

describe("history", () => {
  test("is grouped by event, filtered and paged; its figures exclude tests", async () => {
    const own = await createWebhookScene(database);
    const good = await own.register(`${receiver.url}/200`, { events: ["task.created", "task.updated"] });
    for (let n = 0; n < 3; n += 1) await own.emit("task.created");
    await drainDeliveries();
    await updateWebhook(good.access, {
      name: "Receiver",
      url: `${receiver.url}/404`,
      events: ["task.created", "task.updated"],
    });
    for (let n = 0; n < 2; n += 1) await own.emit("task.updated");
    await drainDeliveries();
    await sendTest(good.access, "record.created");
    const list = (filter = {}, after: string | null = null) =>
      listEventDeliveries(good.access, filter, { limit: 4, after });
    const first = await list();
    expect(first.events.map(({ event, state, isTest, attempts }) => [event, state, isTest, attempts.length])).toEqual([
      ["record.created", "FAILED", true, 1],
      ["task.updated", "FAILED", false, 1],
      ["task.updated", "FAILED", false, 1],
      ["task.created", "SUCCEEDED", false, 1],
    ]);
    const second = await list({}, first.nextCursor);
    expect([second.events.length, second.nextCursor]).toEqual([2, null]);
    expect(new Set([...first.events, ...second.events].map(({ eventId }) => eventId)).size).toBe(6);
    expect((await list({ state: "SUCCEEDED" })).events).toHaveLength(3);
    expect((await list({ event: "task.updated" })).events).toHaveLength(2);
    expect((await list({ to: new Date(0) })).events).toHaveLength(0);
    expect((await list({ from: new Date(0) }, "nonsense")).events).toHaveLength(4);

    const failed = first.events[1];
    const attempt = failed?.attempts[0];
    await updateWebhook(good.access, { name: "Receiver", url: `${receiver.url}/200`, events: ["task.created"] });
    await redeliver(await openAttempt(good.access, attempt?.id ?? ""), { isPaid: false });
    const after = (await list()).events[1];
    expect(after).toMatchObject({ eventId: failed?.eventId, state: "SUCCEEDED" });
    expect(after?.attempts.map(({ success, isRedelivery }) => [success, isRedelivery])).toEqual([
      [false, false],
      [true, true],
    ]);

    expect(await readAttemptDetail(good.access, attempt?.id ?? "")).toMatchObject({
      responsePreview: "answer 404",
      requestHeaders: { "Svc-Webhook-Type": "task.updated" },
    });
    const other = await own.register(URL_OK);
    expect(await codeOf(readAttemptDetail(other.access, attempt?.id ?? ""))).toBe("not_found");
    expect(await codeOf(openAttempt(other.access, attempt?.id ?? ""))).toBe("not_found");
    const [summary, none] = await readSuccess([good.id, other.id]);
    expect(summary).toMatchObject({ succeeded: 4, failed: 2 });
    expect(summary?.hours).toHaveLength(24);
    expect(none).toMatchObject({ succeeded: 0, failed: 0 });
    const stats = await readAttemptStats(good.access);
    expect(stats).toMatchObject({
      attempts: 7,
      byOutcome: [
        { outcome: "2xx", attempts: 4 },
        { outcome: "4xx", attempts: 3 },
      ],
    });
    expect(stats.p99Ms).toBeGreaterThanOrEqual(stats.p50Ms ?? Number.NaN);
    await deactivateWebhook(good.access);
    expect(await readWebhook(good.access)).toMatchObject({ isActive: false, disabledReason: "manual" });
  });
});
