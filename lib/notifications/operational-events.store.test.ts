import { describe, expect, test } from "vitest";
import { pathTo, useDeliveries, verifyAsReceiver } from "../../e2e/support/scenes/deliveries";
import { DISABLED, failing, tellTenants } from "../../e2e/support/scenes/told-tenants";
import { createWorld } from "../../e2e/support/scenes/world";
import { findWithheldEvents } from "../events/send-operational";
import { reserveUnits } from "../usage/reserve";
import { drainDeliveries } from "../webhooks/delivery/dispatch";
import { openAttempt, redeliver } from "../webhooks/delivery/redeliver";
import { raiseNotifications } from "./notify-people";
import { raiseUsageAlerts } from "./raise-usage-alerts";

const { database, scene, at, register, readHistory } = useDeliveries();
const world = createWorld(database);
const { createTenant, insertWebhook } = tellTenants(world);
type Tenant = Awaited<ReturnType<typeof createTenant>>;

const DAY_MS = 24 * 60 * 60 * 1_000;
const OPERATIONAL = { events: ["webhook.disabled", "key.expiring", "usage.threshold"] };
const V1 = { api_version: "2025-10-23" };

const readWaiting = async (webhookId: string) => {
  const rows = await database.query<{ fact: string }>(
    `SELECT concat_ws(' ', event_type, object_type, object_id, v1_data ->> 'thresholdPercent', state) AS fact FROM partitions.deliveries_waiting
     WHERE webhook_id = $1 ORDER BY created_at, event_type, (v1_data ->> 'thresholdPercent')::int`,
    [webhookId],
  );
  return rows.map(({ fact }) => fact);
};

async function createRoom({ id, billingEntityId }: Pick<Tenant, "id" | "billingEntityId">, managers: { id: string }[]) {
  const room = await world.room({ organizationId: id, billingEntityId });
  for (const manager of managers) await world.enter(room.id, manager.id, 30);
  return { roomId: room.id };
}

async function expiringKey({ id, billingEntityId }: Tenant, days: number): Promise<string> {
  const expiresAt = new Date(Date.now() + days * DAY_MS);
  const key = await world.apiKey({ organizationId: id, billingEntityId, expiresAt });
  await database.query("UPDATE api_keys SET created_at = now() - interval '30 days' WHERE id = $1", [key.id]);
  return key.id;
}

describe("webhook.disabled", () => {
  test("reaches a receiver, signed, in the envelope of v2, and no event log", async () => {
    const path = pathTo("200");
    const { secret } = await register(path, { events: ["webhook.disabled"] });
    const failed = await insertWebhook({ roomId: scene().roomId }, { ...failing(20, DISABLED), ...OPERATIONAL });
    await raiseNotifications();
    await drainDeliveries();
    const [request] = at(path);
    if (!request) throw new Error("nothing arrived");
    const body: unknown = JSON.parse(request.body.toString());
    expect(body).toEqual({
      id: expect.stringMatching(/^evt_[A-Za-z0-9_-]{22}$/),
      type: "webhook.disabled",
      apiVersion: "2026-06-09",
      createdAt: expect.any(String),
      organizationId: scene().organizationId,
      roomId: scene().roomId,
      data: { object: { id: failed, type: "webhook" } },
    });
    expect(request.headers).toMatchObject({ "svc-webhook-type": "webhook.disabled" });
    expect(verifyAsReceiver(request, [secret], Math.floor(Date.now() / 1_000))).toBe(true);
    expect(await database.query("SELECT FROM events WHERE room_id = $1", [scene().roomId])).toEqual([]);
  });

  test("once, by twenty processes at once and again later; to the others that name it, on v2, of this tenant", async () => {
    const [ours, theirs] = [await createTenant(), await createTenant()];
    const other = await createRoom(ours, [ours.owner, ours.manager]);
    const [beside, elsewhere, paused] = [
      await insertWebhook(ours, OPERATIONAL),
      await insertWebhook(other, OPERATIONAL),
      await insertWebhook(ours, { ...OPERATIONAL, is_active: false, disabled_reason: "manual" }),
    ];
    const others = [
      await insertWebhook(ours),
      await insertWebhook(ours, { ...OPERATIONAL, ...V1 }),
      await insertWebhook(theirs, OPERATIONAL),
    ];
    const failed = await insertWebhook(ours, { ...failing(20, DISABLED), ...OPERATIONAL });
    await Promise.all(Array.from({ length: 20 }, raiseNotifications));
    await raiseNotifications();
    const told = `webhook.disabled webhook ${failed}`;
    expect(await Promise.all([beside, elsewhere, paused].map(readWaiting))).toEqual([
      [`${told} PENDING`],
      [`${told} PENDING`],
      [`${told} HELD`],
    ]);
    expect(await Promise.all([failed, ...others].map(readWaiting))).toEqual([[], [], [], []]);
  });

  test("not to a room that someone manages who does not manage the room of the webhook", async () => {
    const tenant = await createTenant();
    const room = await createRoom(tenant, [tenant.manager, tenant.member]);
    const webhookId = await insertWebhook(room, OPERATIONAL);
    await insertWebhook(tenant, failing(20, DISABLED));
    await raiseNotifications();
    expect(await readWaiting(webhookId)).toEqual([]);
    await database.query("UPDATE room_members SET role = 20 WHERE room_id = $1 AND user_id = $2", [
      room.roomId,
      tenant.member.id,
    ]);
    const failed = await insertWebhook(tenant, failing(20, DISABLED));
    await raiseNotifications();
    expect(await readWaiting(webhookId)).toEqual([`webhook.disabled webhook ${failed} PENDING`]);
  });
});

describe("key.expiring", () => {
  test("seven days before and not again, where owners and managers of the organization manage the room", async () => {
    const tenant = await createTenant();
    const stranger = await world.user();
    const [known, ofMember, ofStranger] = [
      await insertWebhook(tenant, OPERATIONAL),
      await insertWebhook(await createRoom(tenant, [tenant.owner, tenant.member]), OPERATIONAL),
      await insertWebhook(await createRoom(tenant, [tenant.owner, stranger]), OPERATIONAL),
    ];
    const key = await expiringKey(tenant, 6.5);
    await raiseNotifications();
    await database.query("UPDATE api_keys SET expires_at = expires_at - interval '6 days' WHERE id = $1", [key]);
    await raiseNotifications();
    expect(await readWaiting(known)).toEqual([`key.expiring api_key ${key} PENDING`]);
    expect([await readWaiting(ofMember), await readWaiting(ofStranger)]).toEqual([[], []]);
    expect(await Promise.all([known, ofMember, ofStranger].map(findWithheldEvents))).toEqual([
      ["usage.threshold"],
      ["key.expiring", "usage.threshold"],
      ["key.expiring", "usage.threshold"],
    ]);
  });
});

describe("usage.threshold", () => {
  test("each share once, the highest of those passed at once, where owners alone manage the room", async () => {
    const tenant = await createTenant();
    const billing = { entityId: tenant.billingEntityId, plan: "STANDARD", seats: 1 } as const;
    const webhookId = await insertWebhook(await createRoom(tenant, [tenant.owner]), OPERATIONAL);
    const withManager = await insertWebhook(tenant, OPERATIONAL);
    const told = (percent: number) => `usage.threshold billing_entity ${tenant.billingEntityId} ${percent} PENDING`;
    for (const [units, shares] of [
      [9_999, []],
      [1, [50]],
      [10_000, [50, 100]],
    ] as const) {
      await reserveUnits(billing, units);
      await Promise.all(Array.from({ length: 5 }, raiseUsageAlerts));
      await raiseNotifications();
      expect(await readWaiting(webhookId)).toEqual(shares.map(told));
    }
    expect(await readWaiting(withManager)).toEqual([]);
    expect(await findWithheldEvents(webhookId)).toEqual([]);
  });

  test("the body says which share was passed, and a redelivery says it again", async () => {
    await database.query("UPDATE organization_memberships SET role = 40 WHERE user_id = $1", [scene().managerId]);
    const path = pathTo("404");
    const { id, access } = await register(path, { events: ["usage.threshold"] });
    await reserveUnits({ entityId: scene().billingEntityId, plan: "STANDARD", seats: 5 }, 80_000);
    await raiseUsageAlerts();
    await drainDeliveries();
    const [attempt] = await readHistory(id);
    await redeliver(await openAttempt(access, attempt?.id ?? ""), { isPaid: false });
    const object = { id: scene().billingEntityId, type: "billing_entity" };
    expect(at(path).map(({ body }) => (JSON.parse(body.toString()) as { data: unknown }).data)).toEqual([
      { object, thresholdPercent: 80 },
      { object, thresholdPercent: 80 },
    ]);
  });

  test("a person's own area: rooms that they manage alone", async () => {
    const [person, guest] = [await world.user(), await world.user()];
    const { billingEntityId } = person;
    const [own, shared] = [await world.room({ billingEntityId }), await world.room({ billingEntityId })];
    for (const room of [own, shared]) await world.enter(room.id, person.id, 40);
    await world.enter(shared.id, guest.id, 30);
    const ids = [
      await insertWebhook({ roomId: own.id }, OPERATIONAL),
      await insertWebhook({ roomId: shared.id }, OPERATIONAL),
    ];
    await reserveUnits({ entityId: billingEntityId, plan: "STANDARD", seats: 1 }, 20_000);
    await raiseUsageAlerts();
    expect(await Promise.all(ids.map(readWaiting))).toEqual([
      [`usage.threshold billing_entity ${billingEntityId} 100 PENDING`],
      [],
    ]);
  });
});
