import { describe, expect, test, vi } from "vitest";
import {
  bearer,
  call,
  envelope,
  outcome,
  type Reply,
  read,
  request,
  send,
  use,
  useToolScenes,
} from "../../e2e/support/tool-scene";
import { newId } from "../platform/ids";
import { limitMonthlyUnits, MCP_BATCH_MAX, REQUEST_BODY_MAX_BYTES } from "../platform/limits";
import { burstBackend } from "../usage/limit-burst";

const { database, world, createScene, auditOf, countUnits } = useToolScenes();
const METADATA = 'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp"';
describe("who is let in", () => {
  test.each([
    ["no credential", {}, 401, "unauthenticated"],
    ["nonsense", { authorization: "Bearer nonsense" }, 401, "unauthenticated"],
    ["another scheme", { authorization: "Basic YTpi" }, 401, "unauthenticated"],
  ])("%s", async (what, headers, status, code) => {
    const answer = await send(request("ping"), { ...headers, "x-request-id": what.replaceAll(" ", "-") });
    expect([answer.status, envelope(answer)]).toEqual([status, code]);
    expect(answer.headers["www-authenticate"]).toContain(METADATA);
    expect(await auditOf(what.replaceAll(" ", "-"))).toMatchObject([
      { surface: "mcp", route: "/mcp", status, error_code: code },
    ]);
  });

  test("an API key is nobody here, in either header", async () => {
    const user = await world.user();
    const { key } = await world.apiKey({ userId: user.id, billingEntityId: user.billingEntityId });
    for (const headers of [bearer(key), { "x-api-key": key }]) {
      const answer = await send(request("ping"), headers);
      expect([answer.status, envelope(answer)]).toEqual([401, "unauthenticated"]);
    }
  });

  test("a token for another audience is 403; one that ended is 401", async () => {
    const { token, grantId, appId, tokenId } = await createScene({ audience: "http://localhost:3000/v1" });
    const answer = await send(request("ping"), { ...bearer(token), "x-request-id": "other-audience" });
    expect([answer.status, envelope(answer)]).toEqual([403, "forbidden"]);
    expect(answer.headers["www-authenticate"]).toContain(METADATA);
    await database.query("UPDATE oauth_grants SET revoked_at = now() WHERE id = $1", [grantId]);
    expect((await send(request("ping"), { ...bearer(token), "x-request-id": "ended" })).status).toBe(401);
    for (const requestId of ["other-audience", "ended"])
      expect(await auditOf(requestId)).toMatchObject([
        { app_id: appId, grant_id: grantId, external_token_id: tokenId, units_cost: 0 },
      ]);
  });

  test("without mcp:tools nothing is served", async () => {
    const { token } = await createScene({ scopes: ["me:read"] });
    const answer = await send(request("tools/list"), bearer(token));
    expect([answer.status, envelope(answer)]).toEqual([403, "insufficient_scope"]);
    expect(answer.headers["www-authenticate"]).toMatch(/error="insufficient_scope", scope="mcp:tools"$/);
  });

  test.each([
    ["a foreign host", { host: "evil.example" }],
    ["a foreign host with our port", { host: "evil.example:3000" }],
    ["no host", { host: "" }],
    ["a host that is none", { host: "local host" }],
    ["a foreign origin", { origin: "https://evil.example" }],
    ["no origin of a sandbox", { origin: "null" }],
    ["an origin that begins like ours", { origin: "http://localhost.evil.example" }],
  ])("%s is refused before the credential is looked at", async (_, headers) => {
    const { token } = await createScene();
    const answer = await send(request("ping"), { ...bearer(token), ...headers });
    expect([answer.status, envelope(answer)]).toEqual([403, "forbidden"]);
    expect(answer.headers["www-authenticate"]).toBeUndefined();
  });

  test("the own origin and, in development, this machine are let in", async () => {
    const { token } = await createScene();
    for (const headers of [{ origin: "http://localhost:3000" }, { host: "127.0.0.1:4000" }]) {
      expect((await send(request("ping"), { ...bearer(token), ...headers })).status).toBe(200);
    }
  });

  test.each(["GET", "HEAD", "PUT", "DELETE", "PATCH"])("%s is not offered", async (method) => {
    const { token } = await createScene();
    const answer = await send("", bearer(token), method);
    expect([answer.status, answer.headers["allow"]]).toEqual([405, "POST, OPTIONS"]);
    expect((await send("", {}, method)).status).toBe(401);
  });
});

describe("the protocol", () => {
  const INITIALIZE = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };

  test.each([
    ["initialize", INITIALIZE],
    ["ping", undefined],
    ["tools/list", undefined],
  ])("%s costs no units, is counted and audited", async (method, params) => {
    const scene = await createScene();
    const requestId = `free-${method.replace("/", "-")}`;
    const answer = await send(request(method, params), { ...bearer(scene.token), "x-request-id": requestId });
    expect([answer.status, outcome(answer)]).toEqual([200, "ok"]);
    expect(answer.headers["ratelimit-remaining"]).toBe("119");
    expect(await countUnits(scene)).toBeUndefined();
    expect(await auditOf(requestId)).toMatchObject([{ surface: "mcp", route: method, status: 200, units_cost: 0 }]);
  });

  test.each([
    ["not JSON", "{", 400, -32700],
    ["a NUL", "\u0000", 400, -32700],
    ["an empty body", "", 400, -32700],
    ["a number", 5, 400, -32600],
    ["an empty batch", [], 400, -32600],
    ["a batch of numbers", [1, 2], 400, -32600],
    ["one id twice", [request("ping"), request("ping")], 400, -32600],
    [
      "a batch too long",
      Array.from({ length: MCP_BATCH_MAX + 1 }, (_, id) => request("ping", undefined, id)),
      400,
      -32600,
    ],
    ["an unknown method", request("tools/delete"), 200, -32601],
    ["an unknown tool", call("drop_tables", {}), 200, -32602],
    ["a name that is none", request("tools/call", { name: 5 }), 200, -32602],
    ["arguments that are none", request("tools/call", { name: "get_me", arguments: [] }), 200, -32602],
  ])("%s is an error of the protocol, counted and audited", async (what, body, status, code) => {
    const scene = await createScene();
    const requestId = `bad-${what.replaceAll(" ", "-")}`;
    const answer = await send(body, { ...bearer(scene.token), "x-request-id": requestId });
    expect([what, answer.status, read(answer).error?.code]).toEqual([what, status, code]);
    expect(await auditOf(requestId)).toMatchObject([{ surface: "mcp", status }]);
    expect(answer.headers["ratelimit-remaining"]).toBe("119");
    expect(await countUnits(scene)).toBeUndefined();
  });

  const CALL = { name: "get_me", arguments: {} };
  const META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const MODERN = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "get_me" };

  test.each<[string, string, unknown, string, Record<string, string>?]>([
    ["none", "initialize", undefined, "params"],
    ["a number", "initialize", 5, "params"],
    ["a list", "initialize", [], "params"],
    ["a version that is a number", "initialize", { ...INITIALIZE, protocolVersion: 5 }, "params.protocolVersion"],
    ["no client", "initialize", { ...INITIALIZE, clientInfo: undefined }, "params.clientInfo"],
    ["a nameless client", "initialize", { ...INITIALIZE, clientInfo: { version: "1" } }, "params.clientInfo.name"],
    ["none", "tools/call", undefined, "params"],
    ["null", "tools/call", null, "params"],
    ["a list", "tools/call", [], "params"],
    ["no name", "tools/call", { arguments: {} }, "params.name"],
    ["arguments that are text", "tools/call", { ...CALL, arguments: "x" }, "params.arguments"],
    ["arguments that are null", "tools/call", { ...CALL, arguments: null }, "params.arguments"],
    ["meta that is text", "tools/call", { ...CALL, _meta: "x" }, "params._meta"],
    ["arguments that are a list", "tools/call", { ...CALL, arguments: [], _meta: META }, "params.arguments", MODERN],
    ["a cursor that is a number", "tools/list", { cursor: 5 }, "params.cursor"],
    ["a list", "ping", [], "params"],
  ])(
    "params that are %s are refused to %s in a sentence, and counted",
    async (_, method, params, where, headers = {}) => {
      const { token } = await createScene();
      const answer = await send(request(method, params, 7), { ...bearer(token), ...headers });
      const { id, error } = read(answer);
      expect([answer.status, id, error?.code]).toEqual([200, 7, -32602]);
      expect(error?.message).toMatch(
        new RegExp(`^The params of ${method} are not valid\\. ${where.replaceAll(".", "\\.")}: [^\\n{}[\\]"]+\\.$`),
      );
      expect(answer.headers["ratelimit-remaining"]).toBe("119");
    },
  );

  test("a batch of one is answered with a list", async () => {
    const { token } = await createScene();
    const note = { jsonrpc: "2.0", method: "notifications/initialized" };
    for (const batch of [[call("get_me", {}, 4)], [note, call("get_me", {}, 4)], [request("ping", undefined, 4)]]) {
      for (const headers of [{}, { "mcp-protocol-version": "2025-03-26" }]) {
        const answer = await send(batch, { ...bearer(token), ...headers });
        expect([answer.status, JSON.parse(answer.body ?? "")]).toEqual([200, [expect.objectContaining({ id: 4 })]]);
      }
    }
  });

  test.each(["2025-06-18", "2025-11-25", "2026-07-28", "2024-11-05", "1999-01-01", ""])(
    "version %j has no batches: nothing of one is run, and it is counted",
    async (version) => {
      const scene = await createScene();
      const headers = { ...bearer(scene.token), "mcp-protocol-version": version };
      for (const batch of [[request("ping")], [call("get_me", {}, 1), call("get_me", {}, 2)]]) {
        const answer = await send(batch, headers);
        expect([answer.status, read(answer)]).toEqual([
          400,
          {
            jsonrpc: "2.0",
            id: null,
            error: {
              code: -32600,
              message: `Protocol version ${version} has no batches. Send one message in each request.`,
            },
          },
        ]);
        expect(Number(answer.headers["ratelimit-remaining"])).toBeLessThan(120);
      }
      expect(await countUnits(scene)).toBeUndefined();
    },
  );

  test("a batch answers what can be answered, and each bad message by its own error", async () => {
    const scene = await createScene();
    const batch = [
      request("tools/call", { name: 5 }, 1),
      call("get_me", {}, 2),
      request("tools/call", { name: "get_me", arguments: [] }, 3),
      request("nonsense", {}, 4),
    ];
    const answer = await send(batch, bearer(scene.token));
    const replies = JSON.parse(answer.body ?? "[]") as Reply[];
    expect(new Map(replies.map(({ id, error }) => [id, error?.code]))).toEqual(
      new Map([
        [1, -32602],
        [2, undefined],
        [3, -32602],
        [4, -32601],
      ]),
    );
    // The one that was run, and the request that carried the others.
    expect(answer.headers["ratelimit-remaining"]).toBe("118");
    expect(await countUnits(scene)).toEqual({ confirmed: 2, reserved: 0 });
    const all = await send([request("ping", 5, 1)], bearer(scene.token));
    expect(JSON.parse(all.body ?? "")).toMatchObject([{ id: 1, error: { code: -32602 } }]);
    const beginning = await send([request("initialize", INITIALIZE)], bearer(scene.token));
    expect([beginning.status, read(beginning).error]).toEqual([
      400,
      { code: -32600, message: "initialize cannot be part of a batch." },
    ]);
  });

  test("a body over the limit is 413", async () => {
    const { token } = await createScene();
    const answer = await send(call("get_me", { padding: "x".repeat(REQUEST_BODY_MAX_BYTES) }), bearer(token));
    expect([answer.status, envelope(answer)]).toEqual([413, "validation_error"]);
  });

  test("a batch runs each call through its own gates", async () => {
    const scene = await createScene();
    const batch = [
      call("get_me", {}, 1),
      call("list_rooms", {}, 2),
      call("get_record", { roomId: newId("room"), recordId: "x" }, 3),
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
    ];
    const answer = await send(batch, { ...bearer(scene.token), "x-request-id": "batch-1" });
    const replies = JSON.parse(answer.body ?? "[]") as Reply[];
    expect(new Map(replies.map(({ id, result }) => [id, result?.isError ?? false]))).toEqual(
      new Map([
        [1, false],
        [2, false],
        [3, true],
      ]),
    );
    expect((await auditOf("batch-1")).map((row) => [row["route"], row["status"], row["units_cost"]])).toEqual([
      ["notifications", 200, 0],
      ["tools/get_me", 200, 2],
      ["tools/get_record", 404, 0],
      ["tools/list_rooms", 200, 2],
    ]);
    expect(await countUnits(scene)).toEqual({ confirmed: 4, reserved: 0 });
  });

  test("a notification is taken and keeps nobody waiting; a subscription ends at once", async () => {
    const { token } = await createScene();
    const taken = await send({ jsonrpc: "2.0", method: "notifications/initialized" }, bearer(token));
    expect([taken.status, taken.body]).toEqual([202, ""]);
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" };
    const params = { notifications: { toolsListChanged: true }, _meta: meta };
    const listen = await send(request("subscriptions/listen", params), { ...bearer(token), ...headers });
    expect(listen.body).toContain('"error"');
  });
});

describe("limits", () => {
  test("the 121st call of a minute is refused, as are messages that call nothing", async () => {
    const scene = await createScene();
    const answers = await Promise.all(Array.from({ length: 121 }, () => use(scene, "get_me", {})));
    expect(answers.filter((answer) => outcome(answer) === "ok")).toHaveLength(120);
    const refused = answers.find((answer) => outcome(answer) !== "ok");
    expect(refused?.status).toBe(200);
    expect(refused?.headers).toMatchObject({ "retry-after": "55", "ratelimit-remaining": "0" });
    expect(refused && read(refused).result?.structuredContent).toMatchObject({
      code: "rate_limit_exceeded",
      details: { kind: "burst", scope: "endpoint", retryAfterSeconds: 55 },
    });
    const list = await send(request("tools/list"), bearer(scene.token));
    expect([list.status, envelope(list), list.headers["retry-after"]]).toEqual([429, "rate_limit_exceeded", "55"]);
    expect(await countUnits(scene)).toEqual({ confirmed: 240, reserved: 0 });
  });

  test("a call without an id is never made, and is counted nevertheless", async () => {
    const scene = await createScene();
    const unanswered = { jsonrpc: "2.0", method: "tools/call", params: { name: "get_me", arguments: {} } };
    const taken = await send(unanswered, { ...bearer(scene.token), "x-request-id": "unanswered" });
    expect([taken.status, taken.body, taken.headers["ratelimit-remaining"]]).toEqual([202, "", "119"]);
    expect(await auditOf("unanswered")).toMatchObject([{ route: "tools/call", status: 202, units_cost: 0 }]);
    const batch = await send([call("get_me", {}), unanswered, unanswered], {
      ...bearer(scene.token),
      "x-request-id": "half-answered",
    });
    expect([batch.status, outcome(batch)]).toEqual([200, "ok"]);
    expect((await auditOf("half-answered")).map(({ route }) => route)).toEqual(["tools/call", "tools/get_me"]);
    expect(await countUnits(scene)).toEqual({ confirmed: 2, reserved: 0 });
    await Promise.all(Array.from({ length: 120 }, () => send(unanswered, bearer(scene.token))));
    expect((await send(unanswered, bearer(scene.token))).status).toBe(429);
  });

  test("a backend of the limits that is down stops calls and messages, and nothing is done", async () => {
    const scene = await createScene();
    vi.spyOn(burstBackend(), "take").mockRejectedValue(new Error("connection refused"));
    const args = { roomId: scene.roomId, body: "Hello", idempotencyKey: "k" };
    const unavailable = (id: unknown, requestId: string) => ({
      jsonrpc: "2.0",
      id,
      error: {
        code: -32603,
        message: expect.stringMatching(/^Limits cannot be checked/),
        data: { code: "rate_limit_backend_unavailable", requestId },
      },
    });
    const asked: [string, unknown, unknown, Record<string, string>][] = [
      ["down-call", call("post_message", args, 7), 7, bearer(scene.token)],
      ["down-batch", [call("post_message", args, 1), call("get_me", {}, 2)], null, bearer(scene.token)],
      ["down-ping", request("ping", undefined, "p"), "p", bearer(scene.token)],
      ["down-junk", "{", null, bearer(scene.token)],
      ["down-stranger", request("ping"), null, {}],
    ];
    for (const [requestId, body, id, headers] of asked) {
      const answer = await send(body, { ...headers, "x-request-id": requestId });
      expect([requestId, answer.status, answer.headers["retry-after"]]).toEqual([requestId, 503, "5"]);
      expect(JSON.parse(answer.body ?? "")).toEqual(unavailable(id, requestId));
    }
    expect((await auditOf("down-call")).map((row) => [row["route"], row["status"]])).toEqual([
      ["tools/post_message", 503],
    ]);
    expect(await database.query("SELECT 1 FROM messages WHERE room_id = $1", [scene.roomId])).toEqual([]);
    expect(await countUnits(scene)).toBeUndefined();
  });

  test("a batch of which a part was done before the backend went down answers with each result", async () => {
    const scene = await createScene();
    vi.spyOn(burstBackend(), "take")
      .mockResolvedValueOnce({ allowed: true, used: [1, 1, 1] })
      .mockRejectedValue(new Error("connection refused"));
    const answer = await send([call("get_me", {}, 1), call("get_me", {}, 2)], bearer(scene.token));
    expect(answer.status).toBe(200);
    const replies = JSON.parse(answer.body ?? "[]") as Reply[];
    expect(new Set(replies.map(({ result }) => result?.structuredContent["code"] ?? "ok"))).toEqual(
      new Set(["ok", "rate_limit_backend_unavailable"]),
    );
  });

  test("a write that the month's last units do not cover is not made; a read that they cover is", async () => {
    const scene = await createScene();
    const limit = limitMonthlyUnits({ plan: "STANDARD", seats: 1 }) ?? 0;
    await world.useUpUnits(scene.billingEntityId, limit - 3);
    const args = { roomId: scene.roomId, body: "Hello", idempotencyKey: "k" };
    const answer = await use(scene, "post_message", args);
    expect(read(answer).result?.structuredContent).toMatchObject({
      code: "api_units_exceeded",
      details: { kind: "monthly_units", limit, remaining: 3 },
    });
    expect(answer.headers["svc-api-units-remaining"]).toBe("3");
    expect(await database.query("SELECT 1 FROM messages WHERE room_id = $1", [scene.roomId])).toEqual([]);
    expect(outcome(await use(scene, "get_me", {}))).toBe("ok");
  });
});
