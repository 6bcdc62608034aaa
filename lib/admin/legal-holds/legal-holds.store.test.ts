import { beforeEach, expect, test } from "vitest";
import { type ActScene, createActScene } from "../../../e2e/support/scenes/act-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { eventually } from "../../../e2e/support/scenes/eventually";
import { createHolds } from "../../../e2e/support/scenes/tenants";
import { createWorld } from "../../../e2e/support/scenes/world";
import { openAdministration } from "../../access/open-administration";
import { stopRecording } from "../../api-keys/start-recording";
import { eraseOldLeaves } from "../../audit/proof/retention";
import { dropOldAuditPartitions, startOfRetention } from "../../audit/retention";
import { deleteStream } from "../../audit-log/streams/delete";
import { requireUnheld } from "../../db/require-unheld";
import { transaction } from "../../db/transaction";
import { eraseOldNotifications } from "../../notifications/retention";
import { eraseOldHours } from "../../requests/count";
import { deleteWebhook } from "../../webhooks/settings/delete";
import { liftHold } from "./lift-hold";
import { placeHold } from "./place-hold";
import { listHolds, readHold } from "./queries";

const database = useTestDatabase();
const world = createWorld(database);
const holds = createHolds(database);
const OLD = new Date(startOfRetention().getTime() - 90 * 24 * 60 * 60 * 1000);

let scene: ActScene;
beforeEach(async () => {
  await holds.liftAll();
  scene = await createActScene(database);
});

async function place(area = scene.organizationId): Promise<string> {
  return placeHold(await scene.admin(), { area, reason: "Case 7" });
}

async function lift(id: string): Promise<void> {
  const admin = await scene.admin();
  await liftHold(admin, id, { reason: "Settled" }, (await readHold(admin, id)).owner.name);
}

const refused = { code: "forbidden", details: { reason: "legal_hold" } };

test("a hold is listed with its reason until it is lifted, and is placed once", async () => {
  const id = await place();
  const admin = await scene.admin();
  expect((await listHolds(admin)).inForce).toMatchObject([
    { id, owner: { kind: "organization", id: scene.organizationId }, reason: "Case 7", lifted: null },
  ]);
  await expect(place()).rejects.toMatchObject({ details: { issues: [{ path: "area", message: "area_held" }] } });
  for (const unknown of ["nobody@example.com", `${scene.organizationId}\u0000`, "\ud800"])
    await expect(place(unknown)).rejects.toMatchObject({
      details: { issues: [{ path: "area", message: "area_unknown" }] },
    });
  await lift(id);
  const { inForce, lifted } = await listHolds(admin);
  expect(inForce).toEqual([]);
  expect(lifted).toContainEqual(
    expect.objectContaining({ id, lifted: expect.objectContaining({ reason: "Settled" }) }),
  );
  await expect(lift(id)).rejects.toMatchObject({ code: "not_found" });
});

test("two administrators at once place one hold", async () => {
  const placed = await Promise.allSettled([place(), place()]);
  expect(placed.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a person's e-mail address leads to the person's own area alone", async () => {
  await place(scene.owner.email);
  const rows = await database.query("SELECT billing_entity_id AS id FROM legal_holds WHERE lifted_at IS NULL");
  expect(rows).toEqual([{ id: scene.owner.billingEntityId }]);
});

test("refuses deletions under a hold, and allows them in another tenant", async () => {
  const [webhook, key, stream] = [await scene.webhook(), await scene.key(), await scene.stream()];
  const id = await place();
  await expect(deleteStream(stream)).rejects.toMatchObject(refused);
  await expect(deleteWebhook(webhook, "Receiver")).rejects.toMatchObject(refused);
  await expect(stopRecording(key, { deletes: true })).rejects.toMatchObject(refused);
  await stopRecording(key, { deletes: false });
  await lift(id);
  await deleteWebhook(webhook, "Receiver");
  await deleteStream(stream);
});

test("the database refuses to delete a held organization, its rooms and their content, with a clear text", async () => {
  await database.query(
    `INSERT INTO messages (id, room_id, body, created_at, updated_at) VALUES ($1, $2, 'Text', now(), now())`,
    [`msg_${scene.roomId}`, scene.roomId],
  );
  const id = await place();
  const text = new RegExp(`under the legal hold of ${scene.billingEntityId}`);
  const deletions = [
    ["organizations", scene.organizationId],
    ["rooms", scene.roomId],
    ["messages", `msg_${scene.roomId}`],
  ];
  for (const [table, row] of deletions)
    await expect(database.query(`DELETE FROM ${table} WHERE id = $1`, [row])).rejects.toThrow(text);
  await lift(id);
  await database.query("DELETE FROM rooms WHERE id = $1", [scene.roomId]);
});

const countRows = async (table: string) => {
  const rows = await database.query<{ entity: string }>(
    `SELECT billing_entity_id AS entity FROM ${table} WHERE billing_entity_id = ANY($1) AND ${table === "audit_log" ? "at" : "hour"} <= $2`,
    [[scene.billingEntityId, scene.otherBillingEntityId], OLD],
  );
  return rows.map(({ entity }) => (entity === scene.billingEntityId ? "held" : "other"));
};

test("retention leaves the audit rows, leaves and hours of the held tenant, and erases them after the hold", async () => {
  // An aged log has lower numbers in its older rows; the scene's rows would be in the way.
  await database.query("DELETE FROM audit_log");
  for (const entity of [scene.billingEntityId, scene.otherBillingEntityId]) {
    await database.query(
      `WITH logged AS (
         INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id)
         VALUES ($1, 'req', 'v1', 'GET', '/v1/rooms', 200, $2) RETURNING id, at)
       INSERT INTO audit_leaves (index, audit_id, at, number, salt) SELECT id, id, at, 1, '\\x00' FROM logged`,
      [OLD, entity],
    );
    await database.query(
      "INSERT INTO request_entity_hours (billing_entity_id, hour, requests, units, refused, failed, duration_ms) VALUES ($1, date_trunc('hour', $2::timestamptz), 1, 1, 0, 0, 1)",
      [entity, OLD],
    );
  }
  const erase = async () => {
    await dropOldAuditPartitions();
    await eraseOldLeaves();
    await eraseOldHours();
  };
  const countLeaves = async () => (await database.query("SELECT FROM audit_leaves WHERE at <= $1", [OLD])).length;
  const id = await place();
  await erase();
  expect(await countRows("audit_log")).toEqual(["held"]);
  expect(await countRows("request_entity_hours")).toEqual(["held"]);
  expect(await countLeaves()).toBe(1);
  await lift(id);
  await erase();
  expect(await countRows("audit_log")).toEqual([]);
  expect(await countRows("request_entity_hours")).toEqual([]);
  expect(await countLeaves()).toBe(0);
});

test("retention leaves notifications of every audience of the held tenant", async () => {
  const [otherOrganization] = await database.query<{ id: string }>(
    "SELECT id FROM organizations WHERE billing_entity_id = $1",
    [scene.otherBillingEntityId],
  );
  const { id: otherRoomId } = await world.room({
    organizationId: otherOrganization?.id ?? "",
    billingEntityId: scene.otherBillingEntityId,
  });
  const audiences = {
    held: [`entity:${scene.billingEntityId}`, `owners:${scene.billingEntityId}`, `room:${scene.roomId}`],
    other: [`entity:${scene.otherBillingEntityId}`, `owners:${scene.otherBillingEntityId}`, `room:${otherRoomId}`],
  };
  const person = `person:${scene.owner.id}`;
  for (const audience of [...audiences.held, ...audiences.other, person])
    await database.query(
      `INSERT INTO notifications (key, kind, audience, subject_id, facts, created_at)
       VALUES ($1, 'usage.threshold', $1, 'subject', '{}', $2)`,
      [audience, OLD],
    );
  const erase = async () => {
    await eraseOldNotifications();
    const rows = await database.query<{ audience: string }>(
      "SELECT audience FROM notifications WHERE audience = ANY($1)",
      [[...audiences.held, ...audiences.other, person]],
    );
    return rows.map(({ audience }) => audience).sort();
  };
  await place();
  await place(scene.owner.email);
  expect(await erase()).toEqual([...audiences.held, person].sort());
  await holds.liftAll();
  expect(await erase()).toEqual([]);
});

test("placing waits for a deletion that has begun, and later ones see the hold", async () => {
  const webhook = await scene.webhook();
  const order: string[] = [];
  let placing: Promise<unknown> = Promise.resolve();
  await transaction(async (tx) => {
    await requireUnheld(tx, scene.billingEntityId);
    placing = place().then(() => order.push("placed"));
    await eventually(async () => {
      const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND mode = 'ExclusiveLock'";
      expect(await database.query(waiting)).not.toEqual([]);
    });
    order.push("deleted");
  });
  await placing;
  expect(order).toEqual(["deleted", "placed"]);
  await expect(deleteWebhook(webhook, "Receiver")).rejects.toMatchObject(refused);
});

test("only administrators open holds", async () => {
  const { id } = await world.user();
  await expect(openAdministration(id)).rejects.toMatchObject({ code: "not_found" });
});
