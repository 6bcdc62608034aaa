import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SCOPES } from "../access/scopes";
import { listFailures } from "../docs/surface/error-responses";
import { REGISTRY } from "../docs/surface/registry";
import { EVENT_CATALOG } from "../events/catalog";

/** The contract's tables, §4, written out: method, path, scope, units, success, error statuses. */
const TABLE = [
  ["GET", "/v1/me", "me:read", 1, 200, [401, 404, 429]],
  ["GET", "/v1/organizations", "organizations:read", 1, 200, [401, 403, 429]],
  ["GET", "/v1/rooms", "rooms:read", 1, 200, [401, 403, 429]],
  ["GET", "/v1/rooms/{roomId}/members", "rooms:read", 1, 200, [401, 403, 404, 429]],
  ["GET", "/v1/rooms/{roomId}/messages", "messages:read", 1, 200, [401, 403, 404, 429]],
  ["GET", "/v1/rooms/{roomId}/tasks", "tasks:read", 1, 200, [401, 403, 404, 429]],
  ["GET", "/v1/rooms/{roomId}/records", "records:read", 1, 200, [401, 403, 404, 429]],
  ["GET", "/v1/rooms/{roomId}/files", "files:read", 1, 200, [401, 403, 404, 429]],
  ["GET", "/v1/rooms/{roomId}/webhooks/{webhookId}/deliveries", "webhooks:read", 1, 200, [401, 403, 404, 429]],
  ["GET", "/v1/event-types", "events:read", 1, 200, [401, 403, 429]],
  ["POST", "/v1/rooms/{roomId}/messages", "messages:write", 3, 201, [400, 401, 403, 404, 409, 429]],
  ["POST", "/v1/rooms/{roomId}/tasks", "tasks:write", 3, 201, [400, 401, 403, 404, 409, 429]],
  ["PATCH", "/v1/rooms/{roomId}/tasks/{taskId}", "tasks:write", 3, 200, [400, 401, 403, 404, 409, 429]],
  ["POST", "/v1/rooms/{roomId}/records", "records:write", 3, 201, [400, 401, 403, 404, 409, 429]],
  ["PATCH", "/v1/rooms/{roomId}/records/{recordId}", "records:write", 3, 200, [400, 401, 403, 404, 409, 429]],
  [
    "POST",
    "/v1/rooms/{roomId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver",
    "webhooks:write",
    1,
    200,
    [401, 403, 404, 409, 422, 429],
  ],
  // Additions, marked with the day they came.
  ["GET", "/v1/rooms/{roomId}", "rooms:read", 1, 200, [401, 403, 404, 429]],
  ["PATCH", "/v1/rooms/{roomId}", "rooms:write", 3, 200, [400, 401, 403, 404, 409, 429]],
  ["GET", "/v1/rooms/{roomId}/messages/{messageId}", "messages:read", 1, 200, [401, 403, 404, 429]],
  ["GET", "/v1/rooms/{roomId}/boards", "tasks:read", 1, 200, [401, 403, 404, 429]],
  ["GET", "/v1/rooms/{roomId}/tasks/{taskId}", "tasks:read", 1, 200, [401, 403, 404, 429]],
  ["GET", "/v1/rooms/{roomId}/records/{recordId}", "records:read", 1, 200, [401, 403, 404, 429]],
  ["GET", "/v1/rooms/{roomId}/files/{fileId}", "files:read", 1, 200, [401, 403, 404, 429]],
  ["GET", "/v1/rooms/{roomId}/events", "events:read", 1, 200, [401, 403, 404, 429]],
  ["GET", "/v1/search", "rooms:read", 1, 200, [400, 401, 403, 429]],
  // §4 names scope and units of these three; their paths are our own.
  ["POST", "/v1/rooms/{roomId}/files", "files:write", 5, 201, [400, 401, 403, 404, 409, 429]],
  ["POST", "/v1/rooms/{roomId}/files/{fileId}/complete", "files:write", 3, 201, [400, 401, 403, 404, 409, 429]],
  ["GET", "/v1/rooms/{roomId}/files/{fileId}/download", "files:read", 5, 200, [401, 403, 404, 429]],
] as const;

test("the registry is the contract's table", () => {
  const declared = REGISTRY.map(({ method, path, scope, units, response }) => [
    method,
    path,
    scope,
    units,
    response.status,
  ]);
  const expected = TABLE.map(([method, path, scope, units, success]) => [method, path, scope, units, success]);
  expect(new Set(declared.map(String))).toEqual(new Set(expected.map(String)));
  expect(declared).toHaveLength(expected.length);
});

test.each(TABLE)(
  "%s %s can answer each error status of the contract",
  (method, path, _scope, _units, _success, statuses) => {
    const endpoint = REGISTRY.find((candidate) => candidate.method === method && candidate.path === path);
    const declared = new Set(endpoint ? listFailures(endpoint).keys() : []);
    for (const status of statuses) expect(declared).toContain(status);
  },
);

test("every path has its route file, and no route file is without a path", () => {
  const files = readdirSync("app/v1", { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith("route.ts") && !file.startsWith("[[...unmatched]]"));
  const folders = files.map((file) => `/v1/${file.replace(/\/route\.ts$/, "")}`.replaceAll(/\[(\w+)\]/g, "{$1}"));
  expect(folders.sort()).toEqual([...new Set(REGISTRY.map(({ path }) => path))].sort());
  for (const file of files) {
    const text = readFileSync(`app/v1/${file}`, "utf8");
    const path = `/v1/${file.replace(/\/route\.ts$/, "")}`.replaceAll(/\[(\w+)\]/g, "{$1}");
    const names = REGISTRY.filter((endpoint) => endpoint.path === path).map(({ operationId }) => operationId);
    expect(/route\(([^)]*)\)/.exec(text)?.[1]?.split(", ").sort()).toEqual(names.sort());
    expect(text).toContain("{ GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS }");
  }
});

test("scopes are those of the contract, and each endpoint asks for one of them", () => {
  expect(SCOPES).toHaveLength(17);
  for (const { scope } of REGISTRY) expect(SCOPES).toContain(scope);
});

test("14 stable events and one preview", () => {
  expect(EVENT_CATALOG.filter(({ stable }) => stable)).toHaveLength(14);
  expect(EVENT_CATALOG.filter(({ stable }) => !stable).map(({ type }) => type)).toEqual(["room.created"]);
});
