import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { eventually } from "../../../e2e/support/scenes/eventually";
import { createWebhookScene, type WebhookScene } from "../../../e2e/support/scenes/webhook-scene";
import { createWorld } from "../../../e2e/support/scenes/world";
import { EMITTED_TYPES } from "../../events/catalog";
import { newId } from "../../platform/ids";
import { countPausedDeliveries } from "../delivery/recover";
import { openAttempt, redeliver } from "../delivery/redeliver";
import { sendTest } from "../delivery/send-test";
import { listAttempts } from "../history/list-attempts";
import { readWebhook } from "../queries";
import { openWebhook } from "../settings/open-webhook";
import { answerDelivery } from "./answer-delivery";
import { endLapsedListeners, endListener } from "./end-listener";
import type { ListenerRequest, StreamEnd } from "./listener";
import { StartListener } from "./listener";
import type { ListeningSession } from "./open-listener";
import { openStream } from "./open-stream";
import { startListener } from "./start-listener";
import type { ListenerStream, StreamPipe } from "./stream";

const database = useTestDatabase();
let scene: WebhookScene;
let session: ListeningSession;
const open: ListenerStream[] = [];

beforeEach(async () => {
  scene = await createWebhookScene(database);
  session = await openSession(scene.managerId);
});
afterEach(async () => {
  for (const stream of open.splice(0)) stream.end("gone");
  await sleep(50);
});

async function openSession(userId: string): Promise<ListeningSession> {
  const id = newId("ses");
  await database.query(
    `INSERT INTO sessions (id, user_id, created_at, last_used_at, expires_at)
     VALUES ($1, $2, now(), now(), now() + interval '1 day')`,
    [id, userId],
  );
  return { id, userId, deviceName: "Aiko's laptop" };
}

const start = (input: Partial<StartListener> = {}, as = session) =>
  startListener(as, StartListener.parse({ roomId: scene.roomId, ...input }));

async function connect(
  webhookId: string,
  say: ((request: ListenerRequest) => number | null) | null,
  as = session,
  run: string | null = null,
) {
  const received: ListenerRequest[] = [];
  const told: (StreamEnd | boolean)[] = [];
  const pipe: StreamPipe = {
    send(request) {
      received.push(request);
      if (say) void answer(as, webhookId, request, say(request));
    },
    sendActive: (isActive) => told.push(isActive),
    end: (reason) => told.push(reason),
  };
  const stream = await openStream(as, webhookId, pipe, run);
  if (!stream) throw new Error("This process is closing.");
  open.push(stream);
  return { stream, received, told };
}

function answer(as: ListeningSession, webhookId: string, { deliveryId }: ListenerRequest, statusCode: number | null) {
  const error = statusCode === null ? ("connection_failed" as const) : null;
  return answerDelivery(as, { webhookId, deliveryId }, { statusCode, error, durationMs: 7, preview: "ok" });
}

const readUnits = async () =>
  (
    await database.query<{ confirmed: number; reserved: number }>(
      "SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1",
      [scene.billingEntityId],
    )
  )[0] ?? { confirmed: 0, reserved: 0 };
const history = async (webhookId: string) =>
  listAttempts(await openWebhook(scene.managerId, webhookId), { after: null, limit: 100 });
const emitMany = async (count: number) => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    ids.push(newId("msg"));
    await scene.emit("message.created", ids[n]);
    await sleep(2);
  }
  return ids;
};
const objectOf = ({ body }: ListenerRequest) =>
  (JSON.parse(body) as { data: { object: { id: string } } }).data.object.id;

describe("a listener", () => {
  test("receives signed requests in order, and its answers become history and units", async () => {
    const { id, isResumed } = await start();
    expect(isResumed).toBe(false);
    const { received } = await connect(id, () => 200);
    const objects = await emitMany(20);
    await eventually(async () => expect(await history(id)).toHaveLength(20));
    expect(received.map(objectOf)).toEqual(objects);
    expect(received[0]?.headers).toMatchObject({
      "Svc-Webhook-Type": "message.created",
      "User-Agent": "Svc-Webhook/2.0",
    });
    expect((await history(id))[0]).toMatchObject({ success: true, statusCode: 200, durationMs: 7, attempt: 1 });
    expect(await readUnits()).toEqual({ confirmed: 20, reserved: 0 });
  });

  test("gets the headers of Standard Webhooks when its command line asks for them", async () => {
    const plain = await start();
    const { id, standardHeaders } = await start({ standardHeaders: true });
    expect([plain.standardHeaders, standardHeaders, id === plain.id]).toEqual([false, true, true]);
    const { received } = await connect(id, () => 200);
    await emitMany(1);
    await eventually(() => expect(received).toHaveLength(1));
    const {
      "Svc-Webhook-Id": eventId,
      "webhook-id": standardId,
      "webhook-signature": signature,
    } = received[0]?.headers ?? {};
    expect(standardId).toBe(eventId);
    expect(signature).toMatch(/^v1,/);
  });

  test("gets operational events by name and in v2 alone, never because none are named", () => {
    const { events } = StartListener.parse({ roomId: "room_1" });
    expect(events).toEqual(EMITTED_TYPES);
    const named = { roomId: "room_1", events: ["task.created", "webhook.disabled"] };
    expect(StartListener.parse(named)).toMatchObject({ events: named.events });
    expect(StartListener.safeParse({ ...named, apiVersion: "2025-10-23" }).error?.issues).toMatchObject([
      { path: ["events"] },
    ]);
  });

  test("is one for a session and room, with one secret", async () => {
    const first = await start({ events: ["message.created"] });
    const second = await start({ apiVersion: "2025-10-23" });
    expect(second).toMatchObject({ id: first.id, secret: first.secret, isResumed: true, apiVersion: "2025-10-23" });
    const other = await start({}, await openSession(scene.managerId));
    expect(other.id).not.toBe(first.id);
  });

  test("holds what arises without a stream, and gets it in order on return", async () => {
    const { id } = await start();
    const objects = await emitMany(12);
    expect(await countPausedDeliveries(await openWebhook(scene.managerId, id))).toMatchObject({ deliveries: 12 });
    const { received } = await connect(id, () => 204);
    await eventually(() => expect(received).toHaveLength(12));
    expect(received.map(objectOf)).toEqual(objects);
    await eventually(async () => expect(await history(id)).toHaveLength(12));
  });

  test("loses no attempt and no unit when the stream ends before an answer", async () => {
    const { id } = await start();
    const first = await connect(id, null);
    const objects = await emitMany(5);
    await eventually(() => expect(first.received).toHaveLength(5));
    first.stream.end("gone");
    const second = await connect(id, () => 200);
    await eventually(() => expect(second.received).toHaveLength(5));
    expect(second.received.map(objectOf)).toEqual(objects);
    expect(second.received.map(({ deliveryId }) => deliveryId)).toEqual(
      first.received.map(({ deliveryId }) => deliveryId),
    );
    expect(second.received.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1]);
    await eventually(async () => expect(await readUnits()).toEqual({ confirmed: 5, reserved: 0 }));
  });

  test("is retried by the table of all webhooks", async () => {
    const { id } = await start();
    const { received } = await connect(id, ({ attempt }) => (attempt === 1 ? 503 : attempt === 2 ? null : 200));
    await scene.emit("message.created");
    await eventually(async () => expect(await history(id)).toHaveLength(3));
    expect(received.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    const [third, second, first] = await history(id);
    expect(first).toMatchObject({ statusCode: 503, error: "http_status" });
    expect(second).toMatchObject({ statusCode: null, error: "connection_failed" });
    expect(third).toMatchObject({ success: true });
    expect(Date.parse(second?.deliveredAt ?? "") - Date.parse(first?.deliveredAt ?? "")).toBeGreaterThanOrEqual(2_000);
  });

  test("is deactivated after twenty final failures, and active again when it is started again", async () => {
    const { id } = await start();
    await connect(id, () => 400);
    await emitMany(20);
    await eventually(async () => {
      const webhook = await readWebhook(await openWebhook(scene.managerId, id));
      expect(webhook).toMatchObject({ isActive: false, disabledReason: "failures" });
    });
    expect(await start()).toMatchObject({ id, isResumed: true });
    expect(await readWebhook(await openWebhook(scene.managerId, id))).toMatchObject({
      isActive: true,
      consecutiveFailures: 0,
    });
  });

  test("feeds one stream: a second one takes over, and the first is told", async () => {
    const { id } = await start();
    const first = await connect(id, () => 200);
    const second = await connect(id, () => 200);
    expect(first.told).toEqual(["replaced"]);
    await emitMany(3);
    await eventually(() => expect(second.received).toHaveLength(3));
    expect(first.received).toEqual([]);
  });

  test("keeps the later stream of a command line when the request for an earlier one comes late", async () => {
    const { id } = await start();
    const run = randomUUID();
    const second = await connect(id, () => 200, session, `${run}.2`);
    await expect(connect(id, null, session, `${run}.1`)).rejects.toMatchObject({ code: "not_found" });
    expect(second.told).toEqual([]);
    await connect(id, () => 200, session, `${run}.3`);
    await connect(id, () => 200, session, `${randomUUID()}.1`);
    expect(second.told).toEqual(["replaced"]);
  });
});

describe("requests that wait for an outcome", () => {
  test("a redelivery and a test go down the stream", async () => {
    const { id } = await start();
    const access = await openWebhook(scene.managerId, id);
    const { received } = await connect(id, () => 200);
    await scene.emit("message.created");
    await eventually(async () => expect(await history(id)).toHaveLength(1));
    const [attempt] = await history(id);
    expect(await redeliver(await openAttempt(access, attempt?.id ?? ""), { isPaid: true })).toMatchObject({
      success: true,
    });
    expect(await sendTest(access, "task.created")).toMatchObject({ success: true, isTest: true });
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ deliveryId }) => deliveryId)).size).toBe(3);
  });

  test("are refused while no terminal listens", async () => {
    const { id } = await start();
    const access = await openWebhook(scene.managerId, id);
    await expect(sendTest(access, "task.created")).rejects.toMatchObject({ code: "webhook_inactive" });
  });
});

describe("an answer", () => {
  test("is refused from another session, for another delivery and the second time", async () => {
    const { id } = await start();
    const { received } = await connect(id, null);
    await scene.emit("message.created");
    await eventually(() => expect(received).toHaveLength(1));
    const [request] = received;
    if (!request) throw new Error("nothing arrived");
    const other = await createWebhookScene(database);
    const foreign = await openSession(other.managerId);
    const sibling = await openSession(scene.managerId);
    const refusal = { code: "not_found" };
    await expect(answer(foreign, id, request, 200)).rejects.toMatchObject(refusal);
    await expect(answer(sibling, id, request, 200)).rejects.toMatchObject(refusal);
    await expect(answer(session, id, { ...request, deliveryId: randomUUID() }, 200)).rejects.toMatchObject(refusal);
    await expect(answer(session, id, { ...request, deliveryId: "x" }, 200)).rejects.toMatchObject(refusal);
    await answer(session, id, request, 200);
    await expect(answer(session, id, request, 500)).rejects.toMatchObject(refusal);
    expect(await history(id)).toMatchObject([{ success: true }]);
  });
});

describe("the end of a listener", () => {
  test("by its person tells the stream and deletes everything", async () => {
    const { id } = await start();
    const { told } = await connect(id, () => 200);
    await endListener(await openWebhook(scene.managerId, id));
    expect(told).toEqual(["ended"]);
    await expect(openWebhook(scene.managerId, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(connect(id, null)).rejects.toMatchObject({ code: "not_found" });
  });

  test.each([
    ["its session", "UPDATE sessions SET ended_at = now() WHERE user_id = $1"],
    ["the role in the room", "UPDATE room_members SET role = 20 WHERE user_id = $1"],
    ["the membership", "DELETE FROM organization_memberships WHERE user_id = $1"],
    [
      "the organization",
      `UPDATE organizations SET is_active = false
       WHERE id IN (SELECT organization_id FROM organization_memberships WHERE user_id = $1)`,
    ],
    ["its use for days", "UPDATE webhook_listeners SET used_at = now() - interval '73 hours' WHERE user_id = $1"],
  ])("comes with the end of %s", async (_, sql) => {
    const { id } = await start();
    await endLapsedListeners();
    expect(await database.query("SELECT FROM webhooks WHERE id = $1", [id])).toHaveLength(1);
    await database.query(sql, [scene.managerId]);
    await endLapsedListeners();
    expect(await database.query("SELECT FROM webhooks WHERE id = $1", [id])).toEqual([]);
  });

  test("sends nothing more from the moment when its person lost the room", async () => {
    const { id } = await start();
    const { received } = await connect(id, () => 200);
    const world = createWorld(database);
    const colleague = await world.user();
    await world.join(scene.organizationId, colleague.id);
    await world.enter(scene.roomId, colleague.id, 30);
    const other = await openSession(colleague.id);
    const theirs = await connect((await start({}, other)).id, () => 200, other);
    await database.query("UPDATE room_members SET role = 20 WHERE user_id = $1", [scene.managerId]);
    await emitMany(2);
    await eventually(() => expect(theirs.received).toHaveLength(2));
    expect(received).toEqual([]);
  });

  test("cannot be started by members, guests and other tenants", async () => {
    const other = await createWebhookScene(database);
    const foreign = await openSession(other.managerId);
    await expect(start({}, foreign)).rejects.toMatchObject({ code: "not_found" });
    const { id } = await start();
    await expect(connect(id, null, foreign)).rejects.toMatchObject({ code: "not_found" });
  });
});
