import { beforeEach, expect, test, vi } from "vitest";
import { pathTo, START, useDeliveries } from "../../../e2e/support/scenes/deliveries";
import { describeRefusal } from "../../../e2e/support/scenes/refusals";
import { createWebhookScene } from "../../../e2e/support/scenes/webhook-scene";
import { createWorld } from "../../../e2e/support/scenes/world";
import { type AdminAccess, openAdministration } from "../../access/open-administration";
import { onDeliveriesDue } from "../../events/deliveries-due";
import { connectSignals } from "../../platform/background";
import { newId } from "../../platform/ids";
import { claimDeliveries } from "../../webhooks/delivery/claim";
import { drainDeliveries } from "../../webhooks/delivery/dispatch";
import { sendTest } from "../../webhooks/delivery/send-test";
import { createSlots } from "../../webhooks/delivery/slots";
import { openWebhook } from "../../webhooks/settings/open-webhook";
import { readBacklog, startWalk } from "../monitoring/read-backlog";
import { readTenant } from "./queries";
import { resumeTenant } from "./resume";
import { suspendTenant } from "./suspend";

const { database, scene, at, register, emit, urlOf, readStates, readLedger } = useDeliveries();
let admin: AdminAccess;
beforeEach(async () => {
  await database.query("TRUNCATE deliveries, webhooks CASCADE");
  connectSignals(() => Promise.resolve());
  const person = await createWorld(database).user();
  await database.query("UPDATE users SET is_admin = true WHERE id = $1", [person.id]);
  admin = await openAdministration(person.id);
});

const suspend = () => suspendTenant(admin, scene().billingEntityId, { reason: "abuse", message: "Ask us." });
const resume = () => resumeTenant(admin, scene().billingEntityId);
const readObjects = (path: string) =>
  at(path).map(({ body }) => (JSON.parse(body.toString()) as { data: { object: { id: string } } }).data.object.id);

test("holds waiting and new deliveries and sends them once and in order after the suspension", async () => {
  const path = pathTo("200");
  const { id } = await register(path);
  const ids = Array.from({ length: 6 }, () => newId("msg"));
  const emitNext = async (from: number, to: number) => {
    for (const objectId of ids.slice(from, to)) {
      await emit("message.created", objectId);
      vi.setSystemTime(Date.now() + 1_000);
    }
  };
  await emitNext(0, 3);
  await suspend();
  await emitNext(3, 6);
  expect(await drainDeliveries()).toEqual({ attempted: 0, isMore: false });
  expect(at(path)).toEqual([]);
  expect(await readStates(id)).toEqual(ids.map(() => "PENDING"));
  expect(await readLedger()).toEqual({ confirmed: 0, reserved: 0 });
  expect(await readTenant(admin, scene().billingEntityId)).toMatchObject({
    queues: { deliveries: 6, oldest: new Date(START) },
  });
  await resume();
  // The order must be the queue's and not that of six connections.
  for (const objectId of ids) {
    const slots = { ...createSlots(), free: 1 };
    const [claimed, ...others] = (await claimDeliveries(slots)).deliveries;
    expect([claimed?.objectId, others]).toEqual([objectId, []]);
  }
  await database.query("UPDATE deliveries SET claimed_until = NULL WHERE webhook_id = $1", [id]);
  await drainDeliveries();
  expect(readObjects(path).sort()).toEqual([...ids].sort());
  expect(await readStates(id)).toEqual(ids.map(() => "SUCCEEDED"));
  expect(await drainDeliveries()).toEqual({ attempted: 0, isMore: false });
});

test("a retry keeps its attempt and its time", async () => {
  const path = pathTo("500");
  const { id } = await register(path);
  await emit("message.created");
  await drainDeliveries();
  await suspend();
  vi.setSystemTime(START + 60_000);
  await drainDeliveries();
  expect(at(path)).toHaveLength(1);
  await resume();
  await drainDeliveries();
  expect(at(path)).toHaveLength(2);
  expect(await readStates(id)).toEqual(["RETRYING"]);
});

test("deliveries of other tenants pass, and the held ones set off no alarm", async () => {
  const [held, free] = [pathTo("200"), pathTo("200")];
  await register(held);
  const other = await createWebhookScene(database);
  await other.register(urlOf(free));
  await suspend();
  await emit("message.created");
  await other.emit("message.created");
  vi.setSystemTime(START + 600_000);
  const { deliveriesDue } = await readBacklog(startWalk());
  expect(deliveriesDue).toBe(1);
  await drainDeliveries();
  expect([at(held).length, at(free).length]).toEqual([0, 1]);
});

test("a drain that is under way takes no new delivery of a suspended tenant", async () => {
  const path = pathTo("200");
  const { id } = await register(path);
  const draining = drainDeliveries(500);
  await suspend();
  await emit("message.created");
  await draining;
  expect(at(path)).toEqual([]);
  expect(await readStates(id)).toEqual(["PENDING"]);
  expect(await database.query("SELECT FROM deliveries WHERE claimed_until IS NOT NULL")).toEqual([]);
});

test("claims that race with a suspension: none begins after it, and nothing is lost or sent twice", async () => {
  const path = pathTo("200");
  const { id } = await register(path);
  const ids = Array.from({ length: 40 }, () => newId("msg"));
  for (const objectId of ids) await emit("message.created", objectId);
  const claimOne = async () => (await claimDeliveries({ ...createSlots(), free: 1 })).deliveries;
  const racing = Array.from({ length: 20 }, claimOne);
  await suspend();
  expect(await claimOne()).toEqual([]);
  const before = (await Promise.all(racing)).flat();
  expect(new Set(before.map((delivery) => delivery.id)).size).toBe(before.length);
  expect(await claimOne()).toEqual([]);
  await resume();
  await database.query("UPDATE deliveries SET claimed_until = NULL WHERE webhook_id = $1", [id]);
  await drainDeliveries();
  expect(readObjects(path).sort()).toEqual([...ids].sort());
});

test("records one row an act for ten concurrent suspensions and resumptions", async () => {
  await Promise.all(Array.from({ length: 5 }, suspend));
  await Promise.all(Array.from({ length: 5 }, resume));
  const rows = await database.query<{ route: string; details: object }>(
    "SELECT route, details FROM audit_log WHERE resource_id = $1 ORDER BY id",
    [scene().billingEntityId],
  );
  expect(rows).toEqual([
    { route: "tenant.suspend", details: { reason: "abuse" } },
    { route: "tenant.resume", details: { reason: "abuse", suspendedSeconds: 0 } },
  ]);
});

test("the end of a suspension wakes the dispatcher", async () => {
  await suspend();
  const due = vi.fn();
  const unsubscribe = onDeliveriesDue(due);
  await resume();
  expect(due).toHaveBeenCalled();
  unsubscribe();
});

test("refuses tests and redeliveries during a suspension", async () => {
  const { id } = await register(pathTo("200"));
  await suspend();
  const access = await openWebhook(scene().managerId, id);
  expect(await describeRefusal(sendTest(access, "message.created"))).toEqual({
    code: "forbidden",
    reason: "organization_suspended",
  });
});
