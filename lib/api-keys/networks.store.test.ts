import { expect, test } from "vitest";
import { errorOf, outcome } from "../../e2e/support/scenes/ask-endpoint";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { openOwner } from "../access/open-owner";
import { createKernel } from "../api/kernel";
import type { ApiResponse } from "../api/request";
import { readFacts } from "../audit/request-facts";
import { REGISTRY } from "../docs/surface/registry";
import { issueKey } from "./issue";
import { openKey } from "./queries";
import { rotateKey } from "./rotate";
import { setNetworks } from "./set-networks";

const database = useTestDatabase();
const world = createWorld(database);
const kernel = createKernel(REGISTRY);

async function issue(allowedNetworks = "") {
  const user = await world.user();
  const input = { name: "Key", scopes: ["me:read" as const, "rooms:read" as const], expiresAt: null, allowedNetworks };
  const { id, plaintext } = await issueKey(await openOwner(user.id, user.id), input);
  return { id, key: plaintext, user, open: () => openKey(user.id, id) };
}

function callFrom(address: string, key: string, header = "authorization"): Promise<ApiResponse> {
  const headers: Record<string, string> = { [header]: header === "authorization" ? `Bearer ${key}` : key };
  return kernel({
    method: "GET",
    target: "/v1/me",
    header: (name) => headers[name] ?? null,
    headersBytes: 200,
    address,
    body: null,
  });
}

const statusFrom = (address: string, key: string) => callFrom(address, key).then(({ status }) => status);

const readAudit = (requestId: string) =>
  database.query<{ facts: string }>(
    `SELECT a.api_key_id, a.billing_entity_id, a.status, a.error_code, a.units_cost, d.facts
     FROM audit_log a JOIN request_details d ON d.request_id = a.request_id WHERE a.request_id = $1`,
    [requestId],
  );

test.each([
  ["203.0.113.9", 200],
  ["::ffff:203.0.113.9", 200],
  ["203.0.113.9:4711", 200],
  ["2001:db8::1%eth0", 200],
  ["[2001:db8:9::1]:4711", 200],
  ["203.0.114.9", 403],
  ["::ffff:203.0.114.9", 403],
  ["2001:db9::1", 403],
  ["unknown", 403],
  ["203.0.113.9, 198.51.100.7", 403],
])("checks a key of 203.0.113.0/24 and 2001:db8::/32 called from %s: %i", async (address, status) => {
  const { key } = await issue("203.0.113.0/24, 2001:db8::/32");
  expect(await statusFrom(address, key)).toBe(status);
});

test("names the caller's address but not the list in a free, audited refusal", async () => {
  const { id, key, user } = await issue("203.0.113.0/24");
  for (const header of ["authorization", "x-api-key"]) {
    const refused = await callFrom("198.51.100.7", key, header);
    expect(outcome(refused)).toEqual([403, "forbidden"]);
    const { message, details, requestId } = errorOf(refused);
    expect(details).toEqual({ reason: "address_not_allowed", address: "198.51.100.7" });
    expect(message).toContain("198.51.100.7");
    expect(JSON.stringify(refused)).not.toContain("203.0.113");
    expect(refused.headers["www-authenticate"]).toBeUndefined();
    const [row] = await readAudit(requestId);
    expect(row).toMatchObject({
      api_key_id: id,
      billing_entity_id: user.billingEntityId,
      status: 403,
      error_code: "forbidden",
      units_cost: 0,
    });
    expect(readFacts(row?.facts ?? "{}")).toMatchObject({ n: "198.51.100.0/24", e: { reason: "address_not_allowed" } });
    expect(row?.facts).not.toContain("198.51.100.7");
  }
  expect(await database.query("SELECT FROM unit_ledger WHERE billing_entity_id = $1", [user.billingEntityId])).toEqual(
    [],
  );
});

test("reveals no addresses for revoked, expired and unknown keys", async () => {
  const { id, key, open } = await issue("203.0.113.0/24");
  await database.query("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
  expect(outcome(await callFrom("198.51.100.7", key))).toEqual([401, "expired_api_key"]);
  await database.query("UPDATE api_keys SET revoked_at = now() WHERE id = $1", [(await open()).key.id]);
  expect(outcome(await callFrom("198.51.100.7", key))).toEqual([401, "revoked_api_key"]);
  expect(outcome(await callFrom("198.51.100.7", `svc_test_${"x".repeat(43)}`))).toEqual([401, "invalid_api_key"]);
});

test("applies a change to the next request and audits both lists", async () => {
  const { id, key, open } = await issue();
  const statuses: number[] = [];
  for (const [typed, status] of [
    ["203.0.113.0/24", 403],
    ["203.0.113.0/24\n198.51.100.7", 200],
    ["", 200],
    ["2001:db8::/32", 403],
  ] as const) {
    const running = Array.from({ length: 5 }, () => statusFrom("198.51.100.7", key));
    await setNetworks(await open(), typed);
    expect(await statusFrom("198.51.100.7", key)).toBe(status);
    statuses.push(...(await Promise.all(running)));
  }
  // A concurrent request sees the list before or after the change and nothing else.
  expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([]);
  await setNetworks(await open(), "2001:DB8::1/32");
  const acts = await database.query(
    "SELECT details FROM audit_log WHERE route = 'api_key.set_networks' AND resource_id = $1 ORDER BY id",
    [id],
  );
  expect(acts.map(({ details }) => details)).toEqual([
    { from: [], to: ["203.0.113.0/24"] },
    { from: ["203.0.113.0/24"], to: ["203.0.113.0/24", "198.51.100.7"] },
    { from: ["203.0.113.0/24", "198.51.100.7"], to: [] },
    { from: [], to: ["2001:db8::/32"] },
  ]);
});

test("keeps the list in a rotation", async () => {
  const { user, open } = await issue("203.0.113.0/24");
  const rotated = await rotateKey(await open(), { overlap: "1h" });
  if (rotated.kind !== "rotated") throw new Error(rotated.reason);
  expect((await openKey(user.id, rotated.issued.id)).key.allowedNetworks).toEqual(["203.0.113.0/24"]);
  expect(await statusFrom("198.51.100.7", rotated.issued.plaintext)).toBe(403);
  expect(await statusFrom("203.0.113.7", rotated.issued.plaintext)).toBe(200);
});

test("refuses to change the list of another tenant's key", async () => {
  const [mine, theirs] = [await issue("203.0.113.0/24"), await issue("198.51.100.0/24")];
  await expect(openKey(mine.user.id, theirs.id)).rejects.toMatchObject({ code: "not_found" });
  expect(await statusFrom("203.0.113.7", mine.key)).toBe(200);
  expect(await statusFrom("203.0.113.7", theirs.key)).toBe(403);
  await setNetworks(await mine.open(), "");
  expect(await statusFrom("203.0.113.7", theirs.key)).toBe(403);
});
