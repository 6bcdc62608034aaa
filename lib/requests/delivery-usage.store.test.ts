import { expect, test } from "vitest";
import { drainThroughRetries, pathTo, START, useDeliveries } from "../../e2e/support/scenes/deliveries";
import { createWorld } from "../../e2e/support/scenes/world";
import { settle } from "../audit/settle";
import { newRequestId } from "../platform/ids";
import { reserveUnits } from "../usage/reserve";
import { openRequests } from "./open-viewer";
import { readUsage } from "./usage";

const { database, scene, register, emit, readLedger } = useDeliveries();
const world = createWorld(database);

/** The test's clock may be behind the instant until which requests are counted. */
const AFTER_THE_SUMS = new Date(START + 120_000);
const UNTIL = new Date(START + 3_600_000);

async function makeRequest(): Promise<void> {
  const { billingEntityId, organizationId } = scene();
  const { reservation } = await reserveUnits({ entityId: billingEntityId, plan: "STANDARD", seats: 5 }, 3);
  await settle({
    row: {
      at: AFTER_THE_SUMS.toISOString(),
      requestId: newRequestId(),
      surface: "v1",
      method: "POST",
      route: "/v1/rooms/{roomId}/messages",
      status: 201,
      errorCode: null,
      authMethod: "api_key",
      actorType: "app",
      actorId: "key_1",
      scopes: "",
      billingEntityId,
      organizationId,
      userId: null,
      apiKeyId: "key_1",
      appId: null,
      grantId: null,
      externalTokenId: null,
      unitsCost: 3,
      durationMs: 5,
    },
    mode: "confirm",
    units: reservation,
    detail: { roomId: scene().roomId, facts: {} },
  });
}

test("adds requests and deliveries of a month up to its ledger and shows each viewer their webhooks", async () => {
  const { id } = await register(pathTo("200"));
  const { id: failingId } = await register(pathTo("503"));
  await makeRequest();
  for (let n = 0; n < 3; n += 1) await emit("message.created");
  await drainThroughRetries();

  const asMember = async (role: number) => {
    const person = await world.user();
    await world.join(scene().organizationId, person.id, role);
    const viewer = await openRequests(person.id);
    return (await readUsage(viewer, { ownerId: scene().organizationId, until: UNTIL })).deliveries;
  };
  await database.query("UPDATE organization_memberships SET role = 30 WHERE user_id = $1", [scene().managerId]);
  const viewer = await openRequests(scene().managerId);
  const span = { ownerId: scene().organizationId, until: UNTIL };
  const { total, deliveries } = await readUsage(viewer, span);
  const { confirmed, reserved } = await readLedger();
  expect(deliveries?.total).toEqual({ attempts: 15, failed: 12, units: 15 });
  expect([total.units + (deliveries?.total.units ?? 0), reserved]).toEqual([confirmed, 0]);
  expect(deliveries?.hours.reduce((sum, { units }) => sum + units, 0)).toBe(15);
  expect(deliveries?.webhooks).toMatchObject([
    { webhook: { id: failingId, name: "Receiver" }, attempts: 12, failed: 12, units: 12 },
    { webhook: { id }, attempts: 3, failed: 0, units: 3 },
  ]);
  expect((await readUsage(viewer, { ...span, credentialId: "key_1" })).deliveries).toBeNull();
  expect(await asMember(20)).toBeNull();
  expect((await asMember(30))?.webhooks).toEqual([{ webhook: null, attempts: 15, failed: 12, units: 15 }]);
});
