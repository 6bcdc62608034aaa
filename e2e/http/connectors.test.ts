import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GATEWAY_CALL_TIMEOUT_MS } from "../../lib/platform/limits";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { eventually } from "../support/scenes/eventually";
import { type ConnectedDatabase, connectDatabase } from "../support/scenes/run-sql";
import { type Gateway, startGateway } from "../support/servers/gateway";

/** The connector admin API as a signed-in person's browser sees it, with the service's own background functions behind it. */
const demo = useDemo();
const { id: connectorId } = demo.connectors.demo;
const { id: recordId } = demo.records.draft;

const body = { recordId };

let database: ConnectedDatabase;
let gateway: Gateway;
let cookies: Record<"owner" | "guest" | "outsider", string>;

beforeAll(async () => {
  database = connectDatabase(demo.databaseUrl);
  // No gateway knows the demo's token.
  gateway = await startGateway({ token: null });
  const [owner, guest, outsider] = await Promise.all(
    [demo.users.owner, demo.users.guest, demo.users.outsider].map((user) => openSession(demo.baseUrl, user)),
  );
  cookies = { owner: owner ?? "", guest: guest ?? "", outsider: outsider ?? "" };
});
afterAll(async () => {
  await database.close();
  await gateway.close();
});
beforeEach(() => behave("honest"));

async function behave(behaviour: string): Promise<void> {
  await database.query("UPDATE connectors SET gateway_base_url = $2 WHERE id = $1", [
    connectorId,
    `${gateway.url}/${behaviour}`,
  ]);
}

interface Asked {
  as?: keyof typeof cookies | null;
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

function ask(path: string, { as = "owner", method = "POST", body, headers = {} }: Asked = {}): Promise<Response> {
  return fetch(`${demo.baseUrl}/api/connectors/${path}`, {
    method,
    headers: {
      ...(as === null ? {} : { cookie: cookies[as] }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

const action = (name: string, asked: Asked = {}) => ask(`${connectorId}/actions/${name}`, asked);

interface Run {
  id: string;
  state: string;
  [name: string]: unknown;
}

async function follow(runId: string, until: string): Promise<Run> {
  return eventually(async () => {
    const run = (await (await ask(`${connectorId}/runs/${runId}`, { method: "GET" })).json()) as Run;
    expect(run.state).toBe(until);
    return run;
  });
}

test("an action is accepted with its run and the limits' headers, and is followed to its end", async () => {
  const response = await action("test-connection", { headers: { "x-request-id": "mine-1" } });
  expect(response.status).toBe(202);
  const run = (await response.json()) as Run;
  expect(run).toMatchObject({ connectorId, action: "test-connection", state: "queued", units: 10, unitsCharged: 0 });
  expect(Object.keys(run)).not.toContain("prompt");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "x-request-id": "mine-1",
    location: `/api/connectors/${connectorId}/runs/${run.id}`,
    "ratelimit-limit": "120",
    "ratelimit-remaining": expect.stringMatching(/^\d+$/),
    "ratelimit-policy": "120;w=60",
    "svc-ratelimit-scope": "actor",
    "svc-api-units-cost": "0",
    "cache-control": "no-store",
  });
  const ended = await follow(run.id, "succeeded");
  expect(ended).toMatchObject({ unitsCharged: 10, gatewayHost: new URL(gateway.url).host, reason: null });
  const rows = await database.query(
    "SELECT route, status, actor_type, units_cost FROM audit_log WHERE request_id = 'mine-1'",
  );
  expect(rows).toHaveLength(2);
});

test("test-connection says where it fails", async () => {
  await behave("401");
  const { id } = (await (await action("test-connection", { body: {} })).json()) as Run;
  const run = await follow(id, "failed");
  expect(run["reason"]).toMatchObject({ code: "gateway_unauthorized", message: expect.stringContaining("401") });
  expect(run["steps"]).toMatchObject([
    { name: "name", state: "passed" },
    { name: "address", state: "passed" },
    { name: "connection", state: "passed" },
    { name: "tls", state: "skipped" },
    { name: "authentication", state: "failed", code: "gateway_unauthorized" },
    { name: "model_list", state: "skipped" },
    { name: "model", state: "skipped" },
  ]);
});

test("cancels a running run long before the gateway's time is up, and leaves an ended run as it is", async () => {
  await behave("hang");
  const left = gateway.left.count;
  const { id } = (await (await action("summarize-record", { body: { recordId } })).json()) as Run;
  await eventually(() => expect(gateway.open.now).toBe(1));
  const askedMs = Date.now();
  const answer = await ask(`${connectorId}/runs/${id}/cancel`);
  expect(answer.status).toBe(200);
  const run = await follow(id, "cancelled");
  await eventually(() => expect(gateway.left.count).toBe(left + 1));
  expect(gateway.left.lastAtMs - askedMs).toBeLessThan(GATEWAY_CALL_TIMEOUT_MS / 2);
  expect(run).toMatchObject({ unitsCharged: 0, reason: { code: "cancelled" } });
  expect(await (await ask(`${connectorId}/runs/${id}/cancel`)).json()).toEqual(run);
});

test("refuses requests without a session, from strangers and from other sites", async () => {
  const nobody = await action("summarize-record", { as: null, body });
  expect([nobody.status, nobody.headers.get("www-authenticate")]).toEqual([401, expect.stringMatching(/^Session /)]);
  expect(await nobody.json()).toMatchObject({
    error: { code: "unauthenticated", requestId: nobody.headers.get("x-request-id") },
  });
  // Credentials of /v1 are none here.
  const key = await action("summarize-record", { as: null, body, headers: { "x-api-key": demo.apiKeys.org.key } });
  expect(key.status).toBe(401);
  for (const asked of [
    action("summarize-record", { as: "outsider", body }),
    ask("conn_x/actions/summarize-record", { body }),
  ]) {
    const response = await asked;
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
  }
  expect((await action("drop-tables", { body })).status).toBe(404);
  for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
    expect((await action("summarize-record", { body, headers })).status).toBe(403);
  }
  expect(gateway.calls.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("errors come in the envelope of §7", async () => {
  const expectError = async (response: Promise<Response>, status: number, error: object) => {
    const answer = await response;
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status, body: { error } });
    return answer;
  };
  const invalid = { code: "validation_error" };
  await expectError(action("summarize-record", { body: { recordId, extra: 1 } }), 400, invalid);
  await expectError(action("summarize-record", { body: "{" }), 400, invalid);
  await expectError(action("summarize-record", { body, headers: { "content-type": "text/plain" } }), 400, invalid);
  await expectError(action("summarize-record", { body: JSON.stringify("x".repeat(1_100_000)) }), 413, invalid);
  await expectError(action("generate-tasks", { as: "guest", body: { recordId } }), 403, { code: "forbidden" });
  const transcript = { recordId: demo.records.transcript.id };
  const derived = { code: "forbidden", details: { reason: "external_workspace_derived" } };
  await expectError(action("summarize-record", { body: transcript }), 403, derived);
  const foreign = { roomId: demo.rooms.foreign.id, instruction: "Hello" };
  await expectError(action("reply-to-room", { body: foreign }), 404, { code: "room_not_found" });
  const wrong = await expectError(action("summarize-record", { method: "GET" }), 405, invalid);
  expect(wrong.headers.get("allow")).toBe("POST");
  await expectError(ask(`${connectorId}/runs/run_x`, { method: "GET" }), 404, { code: "not_found" });
});
