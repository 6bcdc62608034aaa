import { describe, expect, test } from "vitest";
import { bearer, errorOf } from "../../../e2e/support/scenes/ask-endpoint";
import { call, outcome, type Reply, read, request, send, useToolScenes } from "../../../e2e/support/scenes/tool-scene";
import { newId } from "../../platform/ids";
import { MCP_BATCH_MAX, REQUEST_BODY_MAX_BYTES } from "../../platform/limits";

const { createScene, auditOf, countUnits } = useToolScenes();
const _METADATA = 'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp"';
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
    ["a cursor that no list gave", request("tools/list", { cursor: "MQ" }), 200, -32602],
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

  test.each([
    ["", 200],
    ["*/*", 200],
    ["application/*;q=0.8", 200],
    ["application/json", 200],
    ["text/html, application/JSON; q=1, text/event-stream", 200],
    ["text/event-stream", 406],
    ["application/jsonl", 406],
  ])("a client that accepts %j gets %s: every response is JSON", async (accept, status) => {
    const { token } = await createScene();
    const answer = await send(request("ping"), { ...bearer(token), accept });
    expect(answer.status).toBe(status);
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
    expect([answer.status, errorOf(answer).code]).toEqual([413, "validation_error"]);
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
