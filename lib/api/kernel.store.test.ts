import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { useFrozenMinute } from "../../e2e/support/scenes/frozen-minute";
import { createWorld } from "../../e2e/support/scenes/world";
import { REGISTRY } from "../docs/surface/registry";
import { reserveUnits } from "../usage/reserve";
import { createKernel } from "./kernel";
import type { ApiRequest, ApiResponse } from "./request";

useFrozenMinute();

const database = useTestDatabase();
const world = createWorld(database);
const kernel = createKernel(REGISTRY);

function ask(target: string, headers: Record<string, string> = {}, method = "GET"): Promise<ApiResponse> {
  const incoming: ApiRequest = {
    method,
    target,
    header: (name) => headers[name] ?? null,
    headersBytes: 100,
    address: "192.0.2.7",
    body: null,
  };
  return kernel(incoming);
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const codeOf = (answer: ApiResponse): string =>
  (JSON.parse(answer.body ?? "{}") as { error: { code: string } }).error.code;

function raise(): never {
  throw new Error("a read that fails");
}

async function createUserKey(
  options: {
    scopes?: string[];
    expiresAt?: Date;
    revokedAt?: Date;
    plan?: "STANDARD" | "UNLIMITED";
    environment?: "live" | "test";
  } = {},
) {
  const { plan, ...keyOptions } = options;
  const user = await world.user(plan ? { plan } : {});
  const key = await world.apiKey({ userId: user.id, billingEntityId: user.billingEntityId, ...keyOptions });
  return { user, ...key };
}

test.each([
  ["at once", () => raise()],
  ["later", () => Promise.resolve().then(raise)],
])("a read that fails %s leaves no units reserved", async (_, run) => {
  const { user, key } = await createUserKey();
  const failing = REGISTRY.filter(({ path }) => path === "/v1/me").map((endpoint) => ({ ...endpoint, run }));
  const answer = await createKernel(failing)({
    method: "GET",
    target: "/v1/me",
    header: (name) => (name === "authorization" ? `Bearer ${key}` : null),
    headersBytes: 100,
    address: "192.0.2.7",
    body: null,
  });
  expect(answer.status).toBe(500);
  expect(
    await database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [
      user.billingEntityId,
    ]),
  ).toEqual([{ confirmed: 0, reserved: 0 }]);
});

test("a profile is read, charged, counted and audited", async () => {
  const { user, key, id } = await createUserKey();
  const answer = await ask("/v1/me", { ...bearer(key), "x-request-id": "abc-1" });
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.body ?? "")).toEqual({
    id: user.id,
    email: user.email,
    name: "Test Person",
    locale: "en",
    organizationId: null,
    billingContext: "individual",
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(answer.headers).toMatchObject({
    "x-request-id": "abc-1",
    "ratelimit-limit": "120",
    "ratelimit-remaining": "119",
    "ratelimit-policy": "120;w=60",
    "svc-ratelimit-scope": "api_key",
    "svc-ratelimit-subject": id,
    "svc-api-units-limit": "20000",
    "svc-api-units-used": "1",
    "svc-api-units-remaining": "19999",
    "svc-api-units-cost": "1",
  });
  expect(
    await database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [
      user.billingEntityId,
    ]),
  ).toEqual([{ confirmed: 1, reserved: 0 }]);
  const rows = await database.query("SELECT * FROM audit_log WHERE request_id = 'abc-1'");
  expect(rows).toMatchObject([
    {
      surface: "v1",
      method: "GET",
      route: "/v1/me",
      status: 200,
      auth_method: "api_key",
      actor_type: "app",
      actor_id: id,
      user_id: user.id,
      api_key_id: id,
      units_cost: 1,
    },
  ]);
  expect(await database.query("SELECT id FROM api_keys WHERE id = $1 AND last_used_at IS NOT NULL", [id])).toHaveLength(
    1,
  );
});

test("each bad credential has its own answer, and each is audited", async () => {
  const revoked = await createUserKey({ revokedAt: new Date() });
  const expired = await createUserKey({ expiresAt: new Date(Date.now() - 1) });
  const good = await createUserKey();
  const ofProduction = await createUserKey({ environment: "live" });
  const alike = await createUserKey();
  // The index of a hash is its beginning.
  await database.query("UPDATE api_keys SET hash = set_byte(hash, 31, get_byte(hash, 31) # 1) WHERE id = $1", [
    alike.id,
  ]);
  const cases: [Record<string, string>, string][] = [
    [{}, "unauthenticated"],
    [bearer("nonsense"), "unauthenticated"],
    [{ authorization: `Basic ${good.key}` }, "unauthenticated"],
    [{ ...bearer(good.key), "x-api-key": revoked.key }, "unauthenticated"],
    [bearer(`svc_test_${"x".repeat(43)}`), "invalid_api_key"],
    [bearer(`svc_test_${"x".repeat(42)}`), "unauthenticated"],
    [bearer(`svc_test_${"x".repeat(49)}`), "unauthenticated"],
    [bearer(`svc_test_${"+".repeat(43)}`), "unauthenticated"],
    // A CRC-32 in base62 once followed the random part.
    [bearer(`svc_test_${"a".repeat(43)}4ERV9Z`), "unauthenticated"],
    [{ "x-api-key": `${good.key}a` }, "unauthenticated"],
    [bearer(good.key.replace("svc_test_", "svc_live_")), "invalid_api_key"],
    [bearer(ofProduction.key), "invalid_api_key"],
    [bearer(alike.key), "invalid_api_key"],
    [bearer(revoked.key), "revoked_api_key"],
    [{ "x-api-key": expired.key }, "expired_api_key"],
  ];
  for (const [index, [headers, code]] of cases.entries()) {
    const answer = await ask("/v1/me", { ...headers, "x-request-id": `bad-${index}` });
    expect([answer.status, codeOf(answer)]).toEqual([401, code]);
    expect(answer.headers["www-authenticate"]).toContain("Bearer");
  }
  expect(await database.query("SELECT 1 FROM audit_log WHERE request_id LIKE 'bad-%' AND status = 401")).toHaveLength(
    cases.length,
  );
  expect((await ask("/v1/me", { ...bearer(good.key), "x-api-key": good.key })).status).toBe(200);
});

test("gates answer in the contract's order", async () => {
  const org = await world.organization();
  const noScope = await world.apiKey({
    organizationId: org.id,
    billingEntityId: org.billingEntityId,
    scopes: ["rooms:read"],
  });
  expect(codeOf(await ask("/v1/me", bearer(noScope.key)))).toBe("insufficient_scope");
  const orgKey = await world.apiKey({ organizationId: org.id, billingEntityId: org.billingEntityId });
  await world.useUpUnits(org.billingEntityId, 20_000);
  expect(codeOf(await ask("/v1/me", bearer(orgKey.key)))).toBe("not_found");
  const { user, key } = await createUserKey();
  await world.useUpUnits(user.billingEntityId, 20_000);
  const exceeded = await ask("/v1/me", bearer(key));
  expect([exceeded.status, codeOf(exceeded)]).toEqual([429, "api_units_exceeded"]);
  expect(exceeded.headers).toMatchObject({
    "svc-api-units-remaining": "0",
    "svc-api-units-cost": "0",
    "ratelimit-limit": "120",
  });
  expect(Number(exceeded.headers["retry-after"])).toBeGreaterThan(0);
});

test("121 requests at once with one key: 120 pass", async () => {
  const { key } = await createUserKey();
  const answers = await Promise.all(Array.from({ length: 121 }, () => ask("/v1/me", bearer(key))));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
  expect(
    refused.map(({ body }) => (JSON.parse(body ?? "") as { error: { details: unknown } }).error.details),
  ).toMatchObject([{ kind: "burst", scope: "api_key" }]);
});

test("200 reservations at once near the limit of units never pass it", async () => {
  const org = await world.organization({ seats: 10 });
  await world.useUpUnits(org.billingEntityId, 199_950);
  const quota = { entityId: org.billingEntityId, plan: "STANDARD" as const, seats: 10, suspension: null };
  const billing = { ...quota, kind: "organization" as const, organizationId: org.id };
  const results = await Promise.all(Array.from({ length: 200 }, () => reserveUnits(billing, 3)));
  expect(results.filter(({ reservation }) => reservation)).toHaveLength(16);
  expect(
    await database.query("SELECT confirmed + reserved AS used FROM unit_ledger WHERE billing_entity_id = $1", [
      org.billingEntityId,
    ]),
  ).toEqual([{ used: 199_998 }]);
});

test("an unlimited plan has no unit limit and no entity burst, and never shows them as 0", async () => {
  const { key } = await createUserKey({ plan: "UNLIMITED" });
  const { headers } = await ask("/v1/me", bearer(key));
  expect(headers["svc-api-units-limit"]).toBeUndefined();
  expect(headers["svc-api-units-remaining"]).toBeUndefined();
  expect(headers["svc-api-units-used"]).toBe("1");
  expect(headers["ratelimit-limit"]).toBe("120");
});

test("unknown paths and methods are answered and audited for every caller", async () => {
  const unknown = await ask("/v1/nothing", { "x-request-id": "lost-1" });
  expect([unknown.status, codeOf(unknown)]).toEqual([404, "not_found"]);
  const method = await ask("/v1/me", { "x-request-id": "lost-2" }, "DELETE");
  expect([method.status, codeOf(method), method.headers["allow"]]).toEqual([
    405,
    "validation_error",
    "GET, HEAD, OPTIONS",
  ]);
  expect(
    await database.query("SELECT route, status FROM audit_log WHERE request_id LIKE 'lost-%' ORDER BY request_id"),
  ).toEqual([
    { route: "unmatched", status: 404 },
    { route: "unmatched", status: 405 },
  ]);
  const long = await ask(`/v1/me?x=${"a".repeat(8192)}`);
  expect([long.status, codeOf(long)]).toEqual([414, "validation_error"]);
});

test("echoes every visible ASCII character of a request id but six", async () => {
  const visible = Array.from({ length: 0x7e - 0x20 }, (_, index) => String.fromCharCode(0x21 + index));
  const echoed: string[] = [];
  for (const character of visible) {
    const id = `a${character}1`;
    const answer = await ask("/v1/nothing", { "x-request-id": id });
    const { error } = JSON.parse(answer.body ?? "") as { error: { requestId: string } };
    expect(error.requestId).toBe(answer.headers["x-request-id"]);
    if (error.requestId === id) echoed.push(character);
  }
  expect(visible.filter((character) => !echoed.includes(character)).join("")).toBe('",;<>\\');
  const longest = "x".repeat(128);
  expect((await ask("/v1/nothing", { "x-request-id": longest })).headers["x-request-id"]).toBe(longest);
});

test("replaces a request id that is not of the allowed form", async () => {
  for (const id of [
    "",
    "a b",
    "a\tb",
    "é",
    "\u007f",
    "x".repeat(129),
    "<script>",
    `svc_test_${"a".repeat(43)}`,
    `id:svc_at_${"a".repeat(43)}`,
  ]) {
    const answer = await ask("/v1/nothing", { "x-request-id": id });
    expect(answer.headers["x-request-id"]).toMatch(/^req_/);
    expect(answer.body).toContain(answer.headers["x-request-id"]);
  }
});
