import { beforeEach, expect, test } from "vitest";
import { pathTo, useDeliveries } from "../../e2e/support/deliveries";
import { encrypt } from "../platform/crypto";
import { WEBHOOK_CLAIM_MS } from "../platform/limits";
import { secretPlace } from "../platform/sealed-places";
import { claimDeliveries } from "./claim";
import { drainDeliveries } from "./dispatch";
import { createSlots } from "./slots";

const { database, at, register, emit, readHistory } = useDeliveries();

beforeEach(async () => {
  await database.query("DELETE FROM deliveries");
  // The last claim of the test before may have ended in the middle of its queue.
  while ((await claimDeliveries(createSlots())).isMore);
});

/** Webhooks of this room beside `id`, with its receiver and a secret each. */
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

test("a claim from the middle of the queue also finds what is due before it", async () => {
  const { id } = await register(pathTo("200"));
  await copyWebhook(id, 4);
  await emit("message.created");
  const first = await claimDeliveries(createSlots(), 2);
  expect(first.isMore).toBe(true);
  expect(first.deliveries.map(({ webhookId }) => webhookId).sort()).toEqual([id, `${id}0000`]);
  // As their process does when it ends: only these two are due now, behind the place where the last claim stopped.
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
