import { expect, inject, test } from "vitest";
import { useContract } from "./scene";

const { demo, world } = useContract();

const FORGED = [
  "x-forwarded-for",
  "x-real-ip",
  "cf-connecting-ip",
  "true-client-ip",
  "x-client-ip",
  "x-svc-client-address",
];

async function makeKey(...allowedNetworks: string[]): Promise<string> {
  const { id: userId, billingEntityId } = await world.user();
  return (await world.apiKey({ userId, billingEntityId, allowedNetworks })).key;
}

async function ask(baseUrl: string, key: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${baseUrl}/v1/me`, { headers: { authorization: `Bearer ${key}`, ...headers } });
  const text = await response.text();
  const { error } = JSON.parse(text) as { error?: { code: string; details?: Record<string, unknown> } };
  return { status: response.status, headers: response.headers, text, error };
}

test("the front door believes nothing that a client says of its address", async () => {
  expect((await ask(demo.baseUrl, await makeKey("127.0.0.0/8", "::1"))).status).toBe(200);
  const elsewhere = await makeKey("203.0.113.0/24");
  const claims = FORGED.map((name) => ({ [name]: "203.0.113.9" }));
  for (const headers of [{}, ...claims, { forwarded: "for=203.0.113.9" }] as Record<string, string>[]) {
    const refused = await ask(demo.baseUrl, elsewhere, headers);
    expect([headers, refused.status, refused.error?.code]).toEqual([headers, 403, "forbidden"]);
    expect(refused.error?.details).toMatchObject({ reason: "address_not_allowed" });
    expect(["127.0.0.1", "::1"]).toContain(refused.error?.details?.["address"]);
    expect(refused.text).not.toContain("203.0.113");
    expect(refused.headers.get("svc-api-units-used")).toBeNull();
  }
});

test("where Next runs by itself, only the header of the proxy in front of it lets a key with addresses in", async () => {
  const baseUrl = inject("nextDoorUrl");
  const key = await makeKey("203.0.113.0/24");
  const unknown = await ask(baseUrl, key);
  expect([unknown.status, unknown.error?.details]).toEqual([403, { reason: "address_not_allowed" }]);
  expect((await ask(baseUrl, key, { "x-forwarded-for": "203.0.113.9" })).status).toBe(403);
  expect((await ask(baseUrl, key, { "x-svc-client-address": "203.0.113.9" })).status).toBe(200);
});
