import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { askEndpoint, bearer, errorOf } from "../../e2e/support/scenes/ask-endpoint";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { createWorld } from "../../e2e/support/scenes/world";
import { findFreePort } from "../../scripts/database/free-port.mjs";
import { answerTools } from "../agents/mcp/endpoint";
import { closeDatabase, pool } from "../db/pool";
import { REGISTRY } from "../docs/surface/registry";
import { FAST_LANE } from "../oauth/endpoints";
import type { ApiResponse } from "./request";

const database = useTestDatabase();
const world = createWorld(database);

/** Callers of one shared statement: none of them may wait for the others' failures. */
const CALLERS = 40;

const readMe = REGISTRY.find(({ operationId }) => operationId === "getMe") ?? REGISTRY[0];

function askMe(token: string): Promise<ApiResponse> {
  if (!readMe) throw new Error("There are endpoints.");
  return askEndpoint(readMe, {}, bearer(token));
}

function expectUnavailable(answer: ApiResponse): void {
  expect([answer.status, errorOf(answer).code]).toEqual([503, "internal_error"]);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  expect(errorOf(answer).requestId).toBe(answer.headers["x-request-id"]);
}

async function leadTo(variables: Readonly<Record<string, string>>): Promise<void> {
  await closeDatabase();
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  resetShared();
}

let token: string;

beforeAll(async () => {
  const user = await world.user();
  ({ token } = await world.accessToken({ userId: user.id, billingEntityId: user.billingEntityId }));
});
beforeEach(() => leadTo({ DATABASE_URL: database.url }));
afterAll(() => leadTo({ DATABASE_URL: database.url }));

test("without PostgreSQL each request is 503 with Retry-After, and well again with it", async () => {
  await leadTo({ DATABASE_URL: `postgresql://nobody@127.0.0.1:${await findFreePort()}/none` });
  for (const answer of await Promise.all(Array.from({ length: CALLERS }, () => askMe(token))))
    expectUnavailable(answer);
  await leadTo({ DATABASE_URL: database.url });
  expect((await askMe(token)).status).toBe(200);
});

test("when every connection is taken, requests wait for one as long as they may, and then are 503", async () => {
  await leadTo({ DATABASE_URL: database.url, DATABASE_POOL_MAX: "2", DATABASE_POOL_WAIT_MS: "200" });
  const taken = await Promise.all([pool().connect(), pool().connect()]);
  for (const answer of await Promise.all(Array.from({ length: CALLERS }, () => askMe(token))))
    expectUnavailable(answer);
  for (const client of taken) client.release();
});

test("tokens and tools answer 503 in the form of their protocols", async () => {
  await leadTo({ DATABASE_URL: `postgresql://nobody@127.0.0.1:${await findFreePort()}/none` });
  const request = { method: "POST", headersBytes: 100, address: "192.0.2.7" };
  const formHeaders: Record<string, string> = { "content-type": "application/x-www-form-urlencoded" };
  const form = Buffer.from("grant_type=refresh_token&client_id=app_x&refresh_token=svc_rt_x");
  const [tools, tokens] = await Promise.all([
    answerTools({
      ...request,
      target: "/mcp",
      header: (name) => (name === "authorization" ? bearer(token).authorization : null),
      body: null,
    }),
    FAST_LANE.get("/oauth/token")?.({
      ...request,
      target: "/oauth/token",
      header: (name) => formHeaders[name] ?? null,
      body: [form] as never,
    }),
  ]);
  expect([tools.status, Number(tools.headers["retry-after"]) > 0]).toEqual([503, true]);
  expect(JSON.parse(tools.body ?? "{}")).toMatchObject({ jsonrpc: "2.0", error: { data: { code: "internal_error" } } });
  expect([tokens?.status, Number(tokens?.headers["retry-after"]) > 0]).toEqual([503, true]);
  expect(JSON.parse(tokens?.body ?? "{}")).toMatchObject({ error: "temporarily_unavailable" });
});
