import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pickFirstPath, writeFirstCall } from "./first-call";
import { listReachable } from "./reach";

const endpoint = (path: string, scope: string) => ({ method: "GET", path, scope, isWrite: false });
const ENDPOINTS = [
  endpoint("/v1/me", "me:read"),
  endpoint("/v1/organizations", "organizations:read"),
  endpoint("/v1/rooms", "rooms:read"),
  endpoint("/v1/rooms/{roomId}/messages", "messages:read"),
];

describe("pickFirstPath", () => {
  it.each([
    ["organization", ["me:read", "rooms:read", "messages:read"], "/v1/rooms"],
    ["user", ["me:read", "rooms:read"], "/v1/rooms"],
    ["user", ["me:read"], "/v1/me"],
    ["organization", ["me:read", "organizations:read"], "/v1/organizations"],
    ["organization", ["me:read"], "/v1/rooms"],
    ["user", ["messages:read"], "/v1/rooms"],
  ] as const)("calls what a key of a %s with %j reaches", (owner, scopes, path) => {
    expect(pickFirstPath(listReachable(ENDPOINTS, scopes, owner))).toBe(path);
  });
});

describe("writeFirstCall", () => {
  it("lists rooms with the key in the shell or one shown once", () => {
    expect(writeFirstCall("https://api.test")).toBe(
      'curl https://api.test/v1/rooms \\\n  -H "Authorization: Bearer $SVC_API_KEY"',
    );
    expect(writeFirstCall("https://api.test", { path: "/v1/me", credential: "svc_test_x" })).toBe(
      'curl https://api.test/v1/me \\\n  -H "Authorization: Bearer svc_test_x"',
    );
  });
});

/** An organization's key gets 404 there, so no screen, guide or start card begins with it. */
it("finds no curl with an API key on /v1/me", () => {
  const folders = ["app", "docs/guides", "lib/docs", "lib/i18n", "scripts", "packages"];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.(?:tsx?|mjs|md|json)$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  const curl = /\bcurl\b.*(?:\\.*\n.*)*/g;
  const wrong = ["README.md", ...files.filter((file) => !file.includes("node_modules"))].filter((file) =>
    (readFileSync(file, "utf8").match(curl) ?? []).some((call) => /\/v1\/me\b/.test(call) && /api.?key/i.test(call)),
  );
  expect(wrong).toEqual([]);
});
