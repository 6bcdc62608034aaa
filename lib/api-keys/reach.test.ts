import { describe, expect, it } from "vitest";
import { REGISTRY } from "../docs/surface/registry";
import { listKeyScopes, listReachable } from "./reach";

const endpoint = (method: string, path: string, scope: string, isWrite = false) => ({ method, path, scope, isWrite });
const ENDPOINTS = [
  endpoint("GET", "/v1/me", "me:read"),
  endpoint("GET", "/v1/rooms", "rooms:read"),
  endpoint("GET", "/v1/rooms/{roomId}/members", "rooms:read"),
  endpoint("POST", "/v1/rooms/{roomId}/messages", "messages:write", true),
  endpoint("POST", "/v1/rooms/{roomId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver", "webhooks:write"),
];
const paths = (...args: Parameters<typeof listReachable>) => listReachable(...args).map(({ path }) => path);

describe("listReachable", () => {
  it("follows the scopes", () => {
    expect(paths(ENDPOINTS, ["rooms:read"], "user")).toEqual(["/v1/rooms", "/v1/rooms/{roomId}/members"]);
    expect(paths(ENDPOINTS, [], "user")).toEqual([]);
  });

  it("lists no write except redelivery", () => {
    expect(listReachable(ENDPOINTS, ["messages:write", "webhooks:write"], "user")).toEqual([ENDPOINTS[4]]);
  });

  it("leaves the profile out for an organization's key", () => {
    expect(paths(ENDPOINTS, ["me:read", "rooms:read"], "organization")).not.toContain("/v1/me");
  });
});

describe("listKeyScopes", () => {
  const declared = REGISTRY.map(({ method, path, scope, kind }) => ({
    method,
    path,
    scope,
    isWrite: kind === "write",
  }));
  const reading = ["rooms:read", "messages:read", "tasks:read", "records:read", "files:read", "webhooks:read"];

  it("lists scopes with a reachable endpoint: the reading ones and redelivery", () => {
    const personal = ["me:read", "organizations:read", ...reading, "webhooks:write", "events:read"];
    expect(listKeyScopes(declared, "user")).toEqual(personal);
    expect(listKeyScopes(declared, "organization")).toEqual(personal.filter((scope) => scope !== "me:read"));
  });
});
