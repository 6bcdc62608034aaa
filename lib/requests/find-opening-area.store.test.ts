import { expect, it } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { settle } from "../audit/settle";
import { newRequestId } from "../platform/ids";
import { findOpeningArea } from "./find-opening-area";

const world = createWorld(useTestDatabase());
const MEMBER = 20;
const OWNER = 40;
const NOTHING = { asked: "", last: "" };

async function makeRequest(billingEntityId: string, userId: string | null, agoMs = 0) {
  const audit = {
    at: new Date(Date.now() - agoMs).toISOString(),
    requestId: newRequestId(),
    surface: "v1",
    method: "GET",
    route: "/v1/rooms",
    status: 200,
    errorCode: null,
    authMethod: "api_key",
    actorType: "app",
    actorId: "key_1",
    scopes: "",
    billingEntityId,
    organizationId: null,
    userId,
    apiKeyId: "key_1",
    appId: null,
    grantId: null,
    externalTokenId: null,
    unitsCost: 1,
    durationMs: 5,
  } as const;
  await settle({ row: audit, mode: "release", units: null, detail: { roomId: null, facts: {} } });
}

async function makePerson(role: number) {
  const [person, acme] = [await world.user(), await world.organization()];
  await world.join(acme.id, person.id, role);
  return { person, acme, areas: [person.id, acme.id] };
}

it("opens the area with the newest request this person may see", async () => {
  const { person, acme, areas } = await makePerson(OWNER);
  expect(await findOpeningArea(person.id, NOTHING, areas)).toBe(acme.id);
  await makeRequest(person.billingEntityId, person.id, 60_000);
  await makeRequest(acme.billingEntityId, null);
  expect(await findOpeningArea(person.id, NOTHING, areas)).toBe(acme.id);
  await makeRequest(person.billingEntityId, person.id);
  expect(await findOpeningArea(person.id, NOTHING, areas)).toBe(person.id);
  expect(await findOpeningArea(person.id, NOTHING, [acme.id])).toBe(acme.id);
});

it("ignores requests of others in the organization", async () => {
  const { person, acme, areas } = await makePerson(MEMBER);
  await makeRequest(person.billingEntityId, person.id, 60_000);
  await makeRequest(acme.billingEntityId, null);
  expect(await findOpeningArea(person.id, NOTHING, areas)).toBe(person.id);
});

it("prefers the requested area, then the last one if the screen has it", async () => {
  const { person, acme, areas } = await makePerson(OWNER);
  await makeRequest(person.billingEntityId, person.id);
  expect(await findOpeningArea(person.id, { asked: "", last: acme.id }, areas)).toBe(acme.id);
  expect(await findOpeningArea(person.id, { asked: person.id, last: acme.id }, areas)).toBe(person.id);
  expect(await findOpeningArea(person.id, { asked: "", last: "org_of_others" }, areas)).toBe(person.id);
});
