import { beforeEach, describe, expect, test, vi } from "vitest";
import { pathTo, START, useDeliveries } from "../../../e2e/support/scenes/deliveries";
import { createWebhookScene } from "../../../e2e/support/scenes/webhook-scene";
import { encrypt } from "../../platform/crypto";
import { WEBHOOK_CLAIM_MS } from "../../platform/limits";
import { secretPlace } from "../../platform/sealed-places";
import { claimDeliveries } from "./claim";
import { drainDeliveries } from "./dispatch";
import { prioritize, takePriority } from "./priority";
import { createSlots } from "./slots";

const { database, scene, at, register, emit, readHistory } = useDeliveries();

beforeEach(async () => {
  await database.query("DELETE FROM deliveries");
  // The last claim of the test before may have ended in the middle of its queue.
  while ((await claimDeliveries(createSlots())).isMore);
});

async function copyWebhook(id: string, copies: number): Promise<void> {
  const ids = Array.from({ length: copies }, (_, n) => `${id}${String(n).padStart(4, "0")}`);
  await database.query(
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     SELECT c.id, room_id, name, url, events, api_version, created_at, updated_at
     FROM webhooks w, unnest($2::text[]) AS c(id) WHERE w.id = $1`,
    [id, ids],
  );
  await database.query(
    `INSERT INTO webhook_secrets (webhook_id, role, ciphertext, created_at)
     SELECT id, 'CURRENT', sealed, now() FROM unnest($1::text[], $2::text[]) AS s(id, sealed)`,
    [ids, ids.map((webhookId) => encrypt("whsec_of_a_copy", secretPlace(webhookId)))],
  );
}

async function claimAll(webhooksPerClaim: number): Promise<{ webhookIds: string[]; claims: number }> {
  const webhookIds: string[] = [];
  const slots = createSlots();
  for (let claims = 1; ; claims += 1) {
    const { deliveries, isMore } = await claimDeliveries(slots, webhooksPerClaim);
    for (const delivery of deliveries) slots.enter(delivery);
    webhookIds.push(...deliveries.map(({ webhookId }) => webhookId));
    if (!isMore) return { webhookIds, claims };
  }
}

test("claims go from some webhooks to the next until all were looked at, and each delivery is claimed once", async () => {
  const { id } = await register(pathTo("200"));
  await copyWebhook(id, 8);
  await emit("message.created");
  await emit("message.created");
  const { webhookIds, claims } = await claimAll(2);
  expect(webhookIds).toHaveLength(18);
  expect(new Set(webhookIds).size).toBe(9);
  expect(claims).toBeGreaterThan(4);
  expect(await claimAll(2)).toEqual({ webhookIds: [], claims: 1 });
});

test("claims what is due before the position where it starts", async () => {
  const { id } = await register(pathTo("200"));
  await copyWebhook(id, 4);
  await emit("message.created");
  const first = await claimDeliveries(createSlots(), 2);
  expect(first.isMore).toBe(true);
  expect(first.deliveries.map(({ webhookId }) => webhookId).sort()).toEqual([id, `${id}0000`]);
  // Only these two are due now, and the next claim begins behind them.
  await database.query(
    "UPDATE partitions.deliveries_waiting SET claimed_until = CASE WHEN id = ANY($1) THEN NULL ELSE now() + $2 * interval '1 ms' END",
    [first.deliveries.map((delivery) => delivery.id), WEBHOOK_CLAIM_MS],
  );
  expect((await claimAll(2)).webhookIds.sort()).toEqual([id, `${id}0000`]);
});

test("webhooks with nothing to claim do not hide the one behind them", async () => {
  const { id } = await register(pathTo("200"));
  await copyWebhook(id, 6);
  await emit("message.created");
  await database.query(
    "UPDATE partitions.deliveries_waiting SET next_attempt_at = now() + interval '1 day' WHERE webhook_id < $1",
    [`${id}0005`],
  );
  expect((await claimDeliveries(createSlots(), 2)).deliveries).toMatchObject([{ webhookId: `${id}0005` }]);
});

test("a drain delivers to more webhooks than a claim looks at", async () => {
  const path = pathTo("200");
  const { id } = await register(path);
  await copyWebhook(id, 569);
  await emit("message.created");
  expect(await drainDeliveries()).toEqual({ attempted: 570, isMore: false });
  expect(new Set(at(path).map(({ headers }) => headers["svc-webhook-delivery"])).size).toBe(570);
  expect(await readHistory(id)).toHaveLength(1);
});

describe("beside a long queue of others", () => {
  const RETRY_GAP_MS = 2_000;
  const CLAIMED_AT_ONCE = 2;

  async function queueOthers(webhooks: number): Promise<string[]> {
    const other = await createWebhookScene(database);
    const { id } = await other.register(`http://127.0.0.1:9${pathTo("200")}`);
    await copyWebhook(id, webhooks - 1);
    await other.emit("message.created");
    const rows = await database.query<{ id: string }>(
      `UPDATE partitions.deliveries_waiting SET next_attempt_at = $2, claimed_until = NULL
       WHERE billing_entity_id = $1 RETURNING webhook_id AS id`,
      [other.billingEntityId, new Date(START - 60_000)],
    );
    return rows.map((row) => row.id);
  }

  test("a retry is claimed when it is due, and not after all webhooks had their turn", async () => {
    const { id } = await register(pathTo("503"));
    await emit("message.created");
    expect(await drainDeliveries()).toEqual({ attempted: 1, isMore: false });
    await queueOthers(20);
    await claimDeliveries(createSlots(), CLAIMED_AT_ONCE);
    vi.setSystemTime(START + RETRY_GAP_MS + 1_000);
    const due = await claimDeliveries(createSlots(), CLAIMED_AT_ONCE);
    expect(due.deliveries.map(({ webhookId }) => webhookId)).toContain(id);
    expect(due.deliveries).toHaveLength(CLAIMED_AT_ONCE + 1);
  });

  test("claims all due retries of a prioritized webhook", async () => {
    await queueOthers(20);
    const { id } = await register(pathTo("200"));
    for (let n = 0; n < 5; n += 1) await emit("message.created");
    prioritize({ entityId: scene().billingEntityId, webhookId: id }, new Date(START));
    const slots = createSlots();
    const claimed: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { deliveries } = await claimDeliveries({ ...slots, free: 4 }, CLAIMED_AT_ONCE);
      claimed.push(...deliveries.flatMap(({ webhookId, id: deliveryId }) => (webhookId === id ? deliveryId : [])));
    }
    expect(new Set(claimed).size).toBe(5);
  });

  test("claims first for the tenant with the fewest deliveries of the minute", async () => {
    const other = await createWebhookScene(database);
    await register(pathTo("200"));
    await other.register(`http://127.0.0.1:9${pathTo("200")}`);
    await emit("message.created");
    await other.emit("message.created");
    const claimOneBeside = async (busy: string) => {
      await database.query("UPDATE partitions.deliveries_waiting SET claimed_until = NULL");
      await database.query("DELETE FROM delivery_minutes");
      await database.query("INSERT INTO delivery_minutes VALUES ($1, $2, 1, 1)", [busy, new Date(START - 1_000)]);
      const { deliveries } = await claimDeliveries({ ...createSlots(), free: 1 });
      return deliveries.map(({ entityId }) => entityId);
    };
    const [mine, theirs] = [scene().billingEntityId, other.billingEntityId];
    expect(await claimOneBeside(theirs)).toEqual([mine]);
    expect(await claimOneBeside(mine)).toEqual([theirs]);
  });
});

describe("prioritized webhooks", () => {
  const call = (entityId: string, webhookId: string, dueMs: number) =>
    prioritize({ entityId, webhookId }, new Date(dueMs));
  const take = (atMs: number) => takePriority(new Date(atMs)).map(({ webhookId }) => webhookId);

  beforeEach(() => {
    while (take(Number.MAX_SAFE_INTEGER / 2).length > 0);
  });

  test("are taken from their first retry to their last", () => {
    call("bil_1", "wh_1", 2_000);
    call("bil_1", "wh_1", 4_000);
    expect([take(1_999), take(2_000), take(3_000), take(4_000), take(5_000)]).toEqual([
      [],
      ["wh_1"],
      ["wh_1"],
      ["wh_1"],
      [],
    ]);
  });

  test("take turns within their entity, which gets no more than its share", () => {
    for (let n = 1; n <= 20; n += 1) call("bil_1", `wh_${n}`, 1_000);
    call("bil_2", "wh_quiet", 1_000);
    expect([take(1_000), take(1_000)]).toEqual([["wh_1", "wh_quiet"], ["wh_2"]]);
    const rest = Array.from({ length: 20 }, () => take(1_000)).flat();
    expect(rest).toEqual(["wh_3", "wh_4", "wh_5", "wh_6", "wh_7", "wh_8"]);
  });
});
