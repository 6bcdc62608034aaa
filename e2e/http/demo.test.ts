import { expect, test } from "vitest";
import { useDemo } from "../support/scenes/demo";
import { eventually } from "../support/scenes/eventually";

const demo = useDemo();

async function callMe(key: string): Promise<[number, string | undefined]> {
  const response = await fetch(`${demo.baseUrl}/v1/me`, { headers: { "x-api-key": key } });
  const body = (await response.json()) as { email?: string; error?: { code: string } };
  return [response.status, body.error?.code ?? body.email];
}

test("each key of the demo does what its name says", async () => {
  const { user, org, expired, revoked } = demo.apiKeys;
  expect(await callMe(user.key)).toEqual([200, demo.users.owner.email]);
  expect(await callMe(org.key)).toEqual([404, "not_found"]);
  expect(await callMe(expired.key)).toEqual([401, "expired_api_key"]);
  expect(await callMe(revoked.key)).toEqual([401, "revoked_api_key"]);
});

test("an organization's key sees its rooms, and neither direct messages nor another organization's", async () => {
  const response = await fetch(`${demo.baseUrl}/v1/rooms`, { headers: { "x-api-key": demo.apiKeys.org.key } });
  const { data } = (await response.json()) as { data: { id: string }[] };
  const { general, noBoard } = demo.rooms;
  expect(data.map(({ id }) => id).sort()).toEqual([general.id, noBoard.id].sort());
});

test("the service says that it is alive and ready", async () => {
  for (const path of ["/api/healthz", "/api/readyz"])
    await eventually(async () => expect((await fetch(`${demo.baseUrl}${path}`)).status).toBe(200));
});

test("refuses leak reports while no scanner's key is configured", async () => {
  const response = await fetch(`${demo.baseUrl}/api/leaks`, { method: "POST", body: "[]" });
  expect([response.status, await response.json()]).toMatchObject([404, { error: { code: "not_found" } }]);
});
