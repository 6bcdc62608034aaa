import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { openKey } from "../api-keys/queries";
import { setBudget } from "../api-keys/set-budget";
import { raiseUsageAlerts } from "../notifications/raise-usage-alerts";
import { eraseOldAlerts } from "./emit-alerts";
import { dismissAlert, readAlerts } from "./read-alerts";
import { reserveUnits } from "./reserve";

const database = useTestDatabase();
const world = createWorld(database);

async function createTeam() {
  const { id, billingEntityId: entityId } = await world.organization({ seats: 1 });
  const [owner, manager, member] = await Promise.all([world.user(), world.user(), world.user()]);
  await world.join(id, owner.id, 40);
  await world.join(id, manager.id, 30);
  await world.join(id, member.id, 20);
  const billing = { entityId, plan: "STANDARD", seats: 1 } as const;
  return { id, entityId, owner, manager, member, billing };
}

const shares = async (userId: string) => (await readAlerts(userId)).map(({ kind, percent }) => `${kind} ${percent}`);

test("each share is raised once, by many processes at once, and owners see the highest", async () => {
  const { entityId, owner, manager, member, billing } = await createTeam();
  await reserveUnits(billing, 9_999);
  expect(await raiseUsageAlerts()).toBe(0);
  await reserveUnits(billing, 1);
  const raised = await Promise.all(Array.from({ length: 20 }, raiseUsageAlerts));
  expect(raised.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect([await shares(owner.id), await shares(manager.id), await shares(member.id)]).toEqual([
    ["organization 50"],
    [],
    [],
  ]);
  await reserveUnits(billing, 10_000);
  expect([await raiseUsageAlerts(), await raiseUsageAlerts()]).toEqual([2, 0]);
  expect(await readAlerts(owner.id)).toMatchObject([{ percent: 100, used: 20_000, limit: 20_000 }]);
  // More seats: fewer percent are used, and a share that was passed is no news any more.
  await database.query("UPDATE billing_entities SET seats = 2 WHERE id = $1", [entityId]);
  expect(await readAlerts(owner.id)).toMatchObject([]);
  const rows = await database.query("SELECT percent FROM usage_alerts WHERE subject_id = $1 ORDER BY 1", [entityId]);
  expect(rows).toEqual([{ percent: 50 }, { percent: 80 }, { percent: 100 }]);
});

test("a key's budget alerts those who manage the key, until each dismisses it", async () => {
  const { id, entityId, owner, manager, member, billing } = await createTeam();
  const key = await world.apiKey({ organizationId: id, billingEntityId: entityId });
  await setBudget(await openKey(manager.id, key.id), "100");
  await reserveUnits(billing, 85, { apiKeyId: key.id, limit: 100 });
  expect(await raiseUsageAlerts()).toBe(2);
  expect([await shares(owner.id), await shares(manager.id), await shares(member.id)]).toEqual([
    ["key 80"],
    ["key 80"],
    [],
  ]);
  await expect(dismissAlert(member.id, key.id)).rejects.toMatchObject({ code: "not_found" });
  await Promise.all([dismissAlert(manager.id, key.id), dismissAlert(manager.id, key.id)]).catch(() => undefined);
  expect([await shares(owner.id), await shares(manager.id)]).toEqual([["key 80"], []]);
  await reserveUnits(billing, 15, { apiKeyId: key.id, limit: 100 });
  expect(await raiseUsageAlerts()).toBe(1);
  expect(await shares(manager.id)).toEqual(["key 100"]);
  await setBudget(await openKey(manager.id, key.id), "");
  expect(await shares(manager.id)).toEqual([]);
});

test("alerts of earlier months are erased, with their dismissals", async () => {
  const { owner, billing, entityId } = await createTeam();
  await reserveUnits(billing, 12_000);
  await raiseUsageAlerts();
  await dismissAlert(owner.id, entityId);
  await database.query("UPDATE usage_alerts SET month = month - interval '1 month' WHERE subject_id = $1", [entityId]);
  expect(await readAlerts(owner.id)).toEqual([]);
  await eraseOldAlerts();
  expect(await database.query("SELECT FROM usage_alerts WHERE subject_id = $1", [entityId])).toEqual([]);
  expect(await database.query("SELECT FROM usage_alert_dismissals WHERE subject_id = $1", [entityId])).toEqual([]);
});
