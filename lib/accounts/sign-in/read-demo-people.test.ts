import { afterEach, expect, test, vi } from "vitest";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { isDemoAtHand } from "./read-demo-people";

afterEach(() => {
  vi.unstubAllEnvs();
  resetShared();
});

function ask(address: string, headers: Record<string, string>, variables: Record<string, string> = {}): boolean {
  const wanted = { SVC_DEMO: "true", SVC_ENVIRONMENT: "development", ...variables };
  for (const [name, value] of Object.entries(wanted)) vi.stubEnv(name, value);
  resetShared();
  return isDemoAtHand(address, new Headers(headers));
}

const HERE = { host: "localhost:3000" };

test.each([
  ["127.0.0.1", HERE],
  ["::1", { host: "[::1]:3000" }],
  ["127.0.0.1", { host: "127.0.0.1:3000", "x-forwarded-for": "127.0.0.1" }],
])("a browser on this machine may sign in by one click: %s %o", (address, headers) => {
  expect(ask(address, headers)).toBe(true);
});

test.each([
  ["another machine", "192.0.2.1", HERE],
  ["a tunnel that keeps its host", "127.0.0.1", { host: "abc.tunnel.example" }],
  ["a tunnel that names its client", "127.0.0.1", { ...HERE, "x-forwarded-for": "203.0.113.9" }],
  ["a tunnel through a local proxy", "127.0.0.1", { ...HERE, "x-forwarded-for": "203.0.113.9, 127.0.0.1" }],
  ["a name that begins like an address of loopback", "127.0.0.1", { host: "127.example.com" }],
  ["no host", "127.0.0.1", {}],
  ["an unknown address", "unknown", HERE],
])("%s may not", (_, address, headers) => {
  expect(ask(address, headers)).toBe(false);
});

test.each([{ SVC_ENVIRONMENT: "staging" }, { SVC_DEMO: "false" }])(
  "nobody may where the service is no developer's demo: %o",
  (variables) => {
    expect(ask("127.0.0.1", HERE, variables)).toBe(false);
  },
);
