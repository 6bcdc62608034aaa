import { describe, expect, test, vi } from "vitest";
import { bearer, errorOf } from "../../../e2e/support/scenes/ask-endpoint";
import {
  call,
  outcome,
  type Reply,
  read,
  request,
  send,
  use,
  useToolScenes,
} from "../../../e2e/support/scenes/tool-scene";
import { limitMonthlyUnits } from "../../platform/limits";
import { burstBackend } from "../../usage/limit-burst";

const { database, world, createScene, auditOf, countUnits } = useToolScenes();
const METADATA = 'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp"';
describe("who is let in", () => {
  test.each([
    ["no credential", {}, 401, "unauthenticated"],
    ["nonsense", { authorization: "Bearer nonsense" }, 401, "unauthenticated"],
    ["another scheme", { authorization: "Basic YTpi" }, 401, "unauthenticated"],
  ])("%s", async (what, headers, status, code) => {
    const answer = await send(request("ping"), { ...headers, "x-request-id": what.replaceAll(" ", "-") });
    expect([answer.status, errorOf(answer).code]).toEqual([status, code]);
    expect(answer.headers["www-authenticate"]).toContain(METADATA);
    expect(answer.headers["www-authenticate"]).toMatch(/, scope="me:read [a-z: ]+ mcp:tools"$/);
    expect(await auditOf(what.replaceAll(" ", "-"))).toMatchObject([
      { surface: "mcp", route: "/mcp", status, error_code: code },
    ]);
  });

  test("rejects an API key in either header", async () => {
    const user = await world.user();
    const { key } = await world.apiKey({ userId: user.id, billingEntityId: user.billingEntityId });
    for (const headers of [bearer(key), { "x-api-key": key }]) {
      const answer = await send(request("ping"), headers);
      expect([answer.status, errorOf(answer).code]).toEqual([401, "unauthenticated"]);
    }
  });

  test("a token for another audience is 403; one that ended is 401", async () => {
    const { token, grantId, appId, tokenId } = await createScene({ audience: "http://localhost:3000/v1" });
    const answer = await send(request("ping"), { ...bearer(token), "x-request-id": "other-audience" });
    expect([answer.status, errorOf(answer).code]).toEqual([403, "forbidden"]);
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
    expect([answer.status, errorOf(answer).code]).toEqual([403, "insufficient_scope"]);
    expect(answer.headers["www-authenticate"]).toMatch(/error="insufficient_scope", scope="me:read mcp:tools"$/);
  });

  test("a tool without its scope is 403, and names all scopes that the token should have", async () => {
    const { token } = await createScene({ scopes: ["mcp:tools", "messages:read", "rooms:read"] });
    const answer = await send(call("create_task", {}), bearer(token));
    expect([answer.status, outcome(answer)]).toEqual([403, "insufficient_scope"]);
    const challenge = answer.headers["www-authenticate"];
    expect(challenge).toContain(METADATA);
    expect(challenge).toMatch(/error="insufficient_scope", scope="rooms:read messages:read tasks:write mcp:tools"$/);
    const batch = await send([call("create_task", {}), call("list_rooms", {}, 2)], bearer(token));
    expect([batch.status, batch.headers["www-authenticate"]]).toEqual([200, undefined]);
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
    expect([answer.status, errorOf(answer).code]).toEqual([403, "forbidden"]);
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
    expect([list.status, errorOf(list).code, list.headers["retry-after"]]).toEqual([429, "rate_limit_exceeded", "55"]);
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

  test("returns 503 and does nothing while the limits backend is down", async () => {
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

  test("answers each call of a batch when the limits backend fails midway", async () => {
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
