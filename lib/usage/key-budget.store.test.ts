import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { openKey } from "../api-keys/queries";
import { rotateKey } from "../api-keys/rotate";
import { setBudget } from "../api-keys/set-budget";
import { settle } from "../audit/settle";
import { readKeyUnits } from "./count-key-units";
import { endReservation, releaseStaleReservations } from "./end-reservations";
import { reserveUnits } from "./reserve";

const database = useTestDatabase();
const world = createWorld(database);

async function createKey(seats = 1) {
  const user = await world.user();
  const organization = await world.organization({ seats });
  await world.join(organization.id, user.id, 30);
  const entityId = organization.billingEntityId;
  const { id } = await world.apiKey({ organizationId: organization.id, billingEntityId: entityId });
  const billing = { entityId, plan: "STANDARD", seats } as const;
  return { billing, id, entityId, open: () => openKey(user.id, id) };
}

const readLedger = (entityId: string) =>
  database.query("SELECT confirmed + reserved AS used, key_units FROM unit_ledger WHERE billing_entity_id = $1", [
    entityId,
  ]);

test("50 requests at once around a key's budget: as many pass as fit, and neighbours do not notice", async () => {
  const { billing, id, entityId } = await createKey();
  const other = await world.apiKey({ userId: (await world.user()).id, billingEntityId: entityId });
  const budget = { apiKeyId: id, limit: 100 };
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      Promise.all([
        reserveUnits(billing, 3, budget),
        reserveUnits(billing, 1, n % 2 === 0 ? { apiKeyId: other.id, limit: 10 } : null),
      ]),
    ),
  );
  const granted = (which: 0 | 1) => results.filter((pair) => pair[which].reservation).length;
  expect([granted(0), granted(1)]).toEqual([33, 35]);
  expect(await readLedger(entityId)).toEqual([{ used: 134, key_units: { [id]: 99, [other.id]: 10 } }]);
  const { reservation } = await reserveUnits(billing, 1, budget);
  expect(reservation).not.toBeNull();
  const refused = await reserveUnits(billing, 1, budget);
  expect(refused).toMatchObject({ reservation: null, budget: { limit: 100, used: 100, remaining: 0 } });
});

test("where the entity has too few units, the refusal is its own, and the key's count stays", async () => {
  const { billing, id, entityId } = await createKey();
  await world.useUpUnits(entityId, 19_998);
  const refused = await reserveUnits(billing, 3, { apiKeyId: id, limit: 2 });
  expect(refused).toMatchObject({ reservation: null, budget: null, state: { remaining: 2 } });
  expect(await readLedger(entityId)).toEqual([{ used: 19_998, key_units: null }]);
});

test("units that are not charged return to the key, also after a crash", async () => {
  const { billing, id, entityId } = await createKey();
  const budget = { apiKeyId: id, limit: 50 };
  const [charged, freed, lost] = await Promise.all([5, 7, 11].map((units) => reserveUnits(billing, units, budget)));
  expect(await readKeyUnits({ id, entityId })).toBe(23);
  await database.query("UPDATE unit_reservations SET is_confirmed = true WHERE id = $1", [charged?.reservation?.id]);
  await endReservation(freed?.reservation?.id ?? "");
  expect(await readKeyUnits({ id, entityId })).toBe(16);
  await database.query("UPDATE unit_reservations SET expires_at = now() - interval '1 s' WHERE id = ANY($1)", [
    [charged?.reservation?.id, lost?.reservation?.id],
  ]);
  await Promise.all([releaseStaleReservations(), releaseStaleReservations()]);
  expect(await readLedger(entityId)).toEqual([{ used: 5, key_units: { [id]: 5 } }]);
});

test("a budget counts what the key used before, follows a rotation, and leaves nothing behind", async () => {
  const { id, entityId, billing, open } = await createKey();
  const now = new Date();
  const count = (at: Date, units: number) =>
    settle({
      row: {
        at: at.toISOString(),
        requestId: `r${units}`,
        surface: "v1",
        method: "GET",
        route: "/v1/me",
        status: 200,
        errorCode: null,
        authMethod: "api_key",
        actorType: "app",
        actorId: id,
        billingEntityId: entityId,
        organizationId: null,
        userId: null,
        apiKeyId: id,
        appId: null,
        grantId: null,
        externalTokenId: null,
        scopes: "",
        unitsCost: units,
        durationMs: 1,
      },
      mode: "release",
      units: null,
    });
  await Promise.all([count(now, 2), count(now, 3), count(new Date(now.getTime() - 40 * 86_400_000), 100)]);
  await setBudget(await open(), "10");
  expect(await readKeyUnits({ id, entityId })).toBe(5);
  const first = await reserveUnits(billing, 4, { apiKeyId: id, limit: 10 });
  await setBudget(await open(), "12");
  expect(await readKeyUnits({ id, entityId })).toBe(9);
  const rotated = await rotateKey(await open(), { overlap: "24h" });
  const successor = rotated.kind === "rotated" ? rotated.issued.id : "";
  expect(await readKeyUnits({ id: successor, entityId })).toBe(9);
  await setBudget(await open(), "");
  await endReservation(first.reservation?.id ?? "");
  expect(await readLedger(entityId)).toMatchObject([{ key_units: { [successor]: 9 } }]);
  const acts = await database.query("SELECT details FROM audit_log WHERE route = 'api_key.set_budget' ORDER BY id");
  expect(acts).toEqual([{ details: { to: 10 } }, { details: { from: 10, to: 12 } }, { details: { from: 12 } }]);
});

test.each(["1.5", "-3", "0", "1000000001", "many"])("a budget of %s is refused", async (typed) => {
  const { open } = await createKey();
  await expect(setBudget(await open(), typed)).rejects.toMatchObject({ code: "validation_error" });
});
