import { randomBytes } from "node:crypto";
import { expect, test, vi } from "vitest";
import { bearer, errorOf, outcome, withBurst } from "../../e2e/support/scenes/ask-endpoint";
import { request, send, useToolScenes } from "../../e2e/support/scenes/tool-scene";
import { watchStatements } from "../../e2e/support/scenes/watched-database";
import { flushExcess } from "../audit/address-excess";
import { REGISTRY } from "../docs/surface/registry";
import { env } from "../platform/env";
import { newId } from "../platform/ids";
import { REFUSED_PER_ACTOR_PER_MINUTE, UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE } from "../platform/limits";
import type { BurstBackend } from "../usage/burst";
import { burstBackend } from "../usage/limit-burst";
import { createKernel } from "./kernel";

const { database, world, createScene } = useToolScenes();
const kernel = createKernel(REGISTRY);
const LIMIT = UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE;

let lastAddress = 0;
function makeAddress(): string {
  lastAddress += 1;
  return `198.51.100.${lastAddress}`;
}

const ask = (address: string, headers: Record<string, string> = {}, target = "/v1/me") =>
  kernel({ method: "GET", target, header: (name) => headers[name] ?? null, headersBytes: 100, address, body: null });
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));
const makeJunkKey = () => bearer(`svc_test_${randomBytes(32).toString("base64url")}`);

async function createKey() {
  const { id: userId, billingEntityId } = await world.user();
  return bearer((await world.apiKey({ userId, billingEntityId })).key);
}

const rowsOf = (address: string) =>
  database.query("SELECT surface, method, route, status, error_code, requests FROM audit_log WHERE address = $1", [
    address,
  ]);

test("the 301st request of a minute without a credential is 429, in the envelope and with its headers", async () => {
  const address = makeAddress();
  const answers = await times(LIMIT, () => ask(address));
  expect(new Set(answers.map((answer) => outcome(answer).join(" ")))).toEqual(new Set(["401 unauthenticated"]));
  const refused = await ask(address);
  expect(outcome(refused)).toEqual([429, "rate_limit_exceeded"]);
  expect(errorOf(refused).details).toEqual({ kind: "burst", scope: "endpoint", retryAfterSeconds: 55 });
  expect(refused.headers).toMatchObject({
    "retry-after": "55",
    "ratelimit-limit": "300",
    "ratelimit-remaining": "0",
    "ratelimit-policy": "300;w=60",
  });
  expect(refused.headers["svc-ratelimit-subject"]).toBeUndefined();
  expect(outcome(await ask(makeAddress()))).toEqual([401, "unauthenticated"]);
});

test("unknown paths, oversized requests and refused keys share the window", async () => {
  const address = makeAddress();
  await times(LIMIT / 3, () => ask(address, {}, "/v1/nowhere"));
  await times(LIMIT / 3, () => ask(address, {}, `/v1/me?${"x".repeat(9_000)}`));
  await times(LIMIT / 3, () => ask(address, makeJunkKey()));
  expect(outcome(await ask(address, {}, "/v1/nowhere"))).toEqual([429, "rate_limit_exceeded"]);
  expect(outcome(await ask(address, makeJunkKey()))).toEqual([429, "rate_limit_exceeded"]);
});

test("addresses of one IPv6 /64 are one client", async () => {
  await times(LIMIT, () => ask("2001:db8:0:7::1"));
  expect((await ask("2001:db8:0:7:ffff::2")).status).toBe(429);
  expect((await ask("2001:db8:0:8::1")).status).toBe(401);
});

test("a good credential is neither charged to its address nor shut out with it", async () => {
  const [address, key] = [makeAddress(), await createKey()];
  await times(10, () => ask(address, key));
  await times(LIMIT, () => ask(address));
  expect((await ask(address)).status).toBe(429);
  expect((await ask(address, key)).status).toBe(200);
  expect((await ask(address, await createKey())).status).toBe(200);
});

test("answers ended keys and tokens with their own code, and charges their address nothing", async () => {
  const { id: userId, billingEntityId } = await world.user();
  const past = new Date(Date.now() - 1);
  const revoked = bearer((await world.apiKey({ userId, billingEntityId, revokedAt: past })).key);
  const expired = bearer((await world.apiKey({ userId, billingEntityId, expiresAt: past })).key);
  const expiredToken = bearer((await world.accessToken({ userId, billingEntityId, expiresAt: past })).token);
  const toolToken = bearer(
    (await world.accessToken({ userId, billingEntityId, audience: `${env().SVC_BASE_URL}/mcp` })).token,
  );
  const address = makeAddress();
  for (const own of [revoked, expired, expiredToken, toolToken]) await times(LIMIT, () => ask(address, own));
  expect((await ask(address)).status).toBe(401);
  await times(LIMIT, () => ask(address));
  expect(outcome(await ask(address))).toEqual([429, "rate_limit_exceeded"]);
  expect(outcome(await ask(address, makeJunkKey()))).toEqual([429, "rate_limit_exceeded"]);
  expect(outcome(await ask(address, revoked))).toEqual([401, "revoked_api_key"]);
  expect(outcome(await ask(address, expired))).toEqual([401, "expired_api_key"]);
  expect(outcome(await ask(address, expiredToken))).toEqual([401, "unauthenticated"]);
  expect(outcome(await ask(address, toolToken))).toEqual([401, "unauthenticated"]);
});

test("charges an unknown path and an oversized URL to no address when the credential is known", async () => {
  const [address, key] = [makeAddress(), await createKey()];
  await times(LIMIT, () => ask(address));
  expect((await ask(address, {}, "/v1/nowhere")).status).toBe(429);
  expect(outcome(await ask(address, { ...key, "x-request-id": "known-holder" }, "/v1/nowhere"))).toEqual([
    404,
    "not_found",
  ]);
  expect((await ask(address, key, `/v1/me?${"x".repeat(9_000)}`)).status).toBe(414);
  const named = "SELECT route, status FROM audit_log WHERE request_id = 'known-holder' AND api_key_id IS NOT NULL";
  expect(await database.query(named)).toEqual([{ route: "unmatched", status: 404 }]);
});

test("looks up a flood of unknown keys together, and serves a new key behind the same address meanwhile", async () => {
  const [address, fresh] = [makeAddress(), await createKey()];
  await times(LIMIT, () => ask(address));
  await flushExcess();
  const statements = watchStatements();
  const [served, ...refused] = await Promise.all([
    ask(address, fresh),
    ...Array.from({ length: 2_000 }, () => ask(address, makeJunkKey())),
  ]);
  const lookups = statements.list().filter(({ name }) => name === "find_api_keys");
  statements.end();
  expect(served?.status).toBe(200);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  expect(lookups.length).toBeLessThan(40);
});

test("an actor that scope or access refuses more than 600 times a minute gets 429, and its good requests are served", async () => {
  const { id: userId, billingEntityId } = await world.user();
  const key = bearer((await world.apiKey({ userId, billingEntityId, scopes: ["me:read"] })).key);
  const [absent, lacking] = [`/v1/rooms/${newId("room")}/messages`, "/v1/organizations"];
  const address = makeAddress();
  const first = await times(REFUSED_PER_ACTOR_PER_MINUTE, () => ask(address, key, lacking));
  expect(new Set(first.map((answer) => outcome(answer).join(" ")))).toEqual(new Set(["403 insufficient_scope"]));
  const refused = await ask(address, key, absent);
  expect(outcome(refused)).toEqual([429, "rate_limit_exceeded"]);
  expect(errorOf(refused).details).toEqual({ kind: "burst", scope: "actor", retryAfterSeconds: 55 });
  expect(refused.headers).toMatchObject({
    "retry-after": "55",
    "ratelimit-limit": "600",
    "ratelimit-remaining": "0",
    "svc-ratelimit-scope": "actor",
    "svc-api-units-used": "0",
  });
  expect((await ask(address, key)).status).toBe(200);
  expect((await ask(address, await createKey(), absent)).status).toBe(404);
  vi.setSystemTime(Date.now() + 60_000);
  expect((await ask(address, key, lacking)).status).toBe(403);
});

test("what is beyond the window leaves one row for its minute and address", async () => {
  const address = makeAddress();
  // The timer of earlier tests goes by the real clock, and would write the row of this one.
  await flushExcess();
  await times(LIMIT + 7, () => ask(address, {}, "/v1/rooms"));
  expect(await rowsOf(address)).toEqual([]);
  await flushExcess();
  expect(await rowsOf(address)).toEqual([
    { surface: "v1", method: "GET", route: "/v1/rooms", status: 429, error_code: "rate_limit_exceeded", requests: 7 },
  ]);
  await flushExcess();
  expect(await rowsOf(address)).toHaveLength(1);
});

test("the tool endpoint has the same window", async () => {
  const scene = await createScene();
  const answers = await times(LIMIT, () => send(request("ping"), bearer("nonsense")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  const refused = await send(request("ping"));
  expect([refused.status, errorOf(refused).code, refused.headers["retry-after"]]).toEqual([
    429,
    "rate_limit_exceeded",
    "55",
  ]);
  expect((await send(request("ping"), bearer(scene.token))).status).toBe(200);
});

test("with the limits backend down a request without a credential is 503, and is audited", async () => {
  const down: BurstBackend = {
    take: () => Promise.reject(new Error("connection refused")),
    isReady: () => Promise.resolve(false),
  };
  const answer = await withBurst(down, () => ask(makeAddress(), { "x-request-id": "no-backend" }));
  expect(outcome(answer)).toEqual([503, "rate_limit_backend_unavailable"]);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  expect(await database.query("SELECT status FROM audit_log WHERE request_id = 'no-backend'")).toEqual([
    { status: 503 },
  ]);
});

test("a request that authenticates asks the limits backend once", async () => {
  const take = vi.spyOn(burstBackend(), "take");
  expect((await ask(makeAddress(), await createKey())).status).toBe(200);
  expect(take).toHaveBeenCalledTimes(1);
  take.mockRestore();
});
