import { afterEach, beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { eventually } from "../../e2e/support/scenes/eventually";
import { createWebhookScene, type WebhookScene } from "../../e2e/support/scenes/webhook-scene";
import { type Transaction, transaction } from "../db/transaction";
import { connectSignals, type Signal } from "../platform/background";
import { deactivateWebhook } from "../webhooks/settings/activate";
import { DELIVERIES_DUE } from "./deliveries-due";
import { recordApproval, recordEvent } from "./outbox";

const database = useTestDatabase();
let scene: WebhookScene;
let sent: Signal[] = [];

beforeAll(async () => {
  scene = await createWebhookScene(database);
  connectSignals((signals) => {
    sent.push(...signals);
    return Promise.resolve();
  });
});
afterEach(() => {
  sent = [];
});

const readDeliveries = (eventId: string) =>
  database.query<{ webhookId: string; state: string; isDue: boolean }>(
    `SELECT webhook_id AS "webhookId", state::text, next_attempt_at IS NOT NULL AS "isDue" FROM deliveries WHERE event_id = $1 ORDER BY webhook_id`,
    [eventId],
  );

test("an event and its deliveries are one statement: due, paused, or none", async () => {
  const other = await createWebhookScene(database);
  await other.register("http://127.0.0.1:9/", { events: ["task.created"] });
  const active = await scene.register("http://127.0.0.1:9/", { events: ["task.created"] });
  const inactive = await scene.register("http://127.0.0.1:9/", { events: ["task.created", "task.updated"] });
  await deactivateWebhook(inactive.access);
  const names: string[] = [];
  const emit = (type: "task.created" | "task.updated" | "file.uploaded") =>
    transaction((tx) => {
      const counted: Transaction = {
        ...tx,
        queryLast: ((...last: Parameters<Transaction["queryLast"]>) => {
          names.push(last[0].name);
          tx.queryLast(...last);
        }) as Transaction["queryLast"],
      };
      return recordEvent(counted, scene.access, { type, objectId: "x", v1Data: null });
    });
  expect(await readDeliveries(await emit("task.created"))).toEqual([
    { webhookId: active.id, state: "PENDING", isDue: true },
    { webhookId: inactive.id, state: "HELD", isDue: false },
  ]);
  expect(sent).toEqual([{ name: DELIVERIES_DUE, data: {} }]);
  expect(await readDeliveries(await emit("task.updated"))).toMatchObject([{ webhookId: inactive.id, state: "HELD" }]);
  expect(await readDeliveries(await emit("file.uploaded"))).toEqual([]);
  expect(names).toEqual(["record_events", "record_events", "record_events"]);
});

test("a failed write leaves no event, no delivery and no notification", async () => {
  await scene.register("http://127.0.0.1:9/", { events: ["message.created"] });
  const failing = transaction(async (tx) => {
    recordEvent(tx, scene.access, { type: "message.created", objectId: "msg_lost", v1Data: null });
    throw new Error("the write fails");
  });
  await expect(failing).rejects.toThrow("the write fails");
  expect(await database.query("SELECT 1 FROM events WHERE object_id = 'msg_lost'")).toEqual([]);
  expect(sent).toEqual([]);
});

test("a burst of events wakes at once, and once more at its end", async () => {
  await scene.register("http://127.0.0.1:9/", { events: ["file.uploaded"] });
  await eventually(async () => {
    sent = [];
    await Promise.all(Array.from({ length: 20 }, () => scene.emit("file.uploaded")));
    await eventually(() => expect(sent).not.toHaveLength(0));
    expect(sent.length).toBeLessThan(20);
  });
});

test.each([
  ["requested", ["approval.requested", "record.approval_requested"]],
  ["approved", ["approval.approved", "record.approved"]],
  ["rejected", ["approval.rejected"]],
  ["withdrawn", ["approval.withdrawn"]],
] as const)("an approval that is %s", async (transition, types) => {
  const record = { id: `rec_${transition}`, title: "Minutes" };
  await transaction((tx) => recordApproval(tx, scene.access, transition, record, "usr_1"));
  const rows = await database.query<{ type: string; v1: unknown; object: string }>(
    `SELECT type, v1_data AS v1, object_type AS object FROM events WHERE object_id = $1 ORDER BY type`,
    [record.id],
  );
  expect(rows).toEqual(
    types.map((type) => ({
      type,
      object: "record",
      v1: type.startsWith("approval.") ? { ...record, actorId: "usr_1" } : null,
    })),
  );
});
