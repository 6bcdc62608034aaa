import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadSettings } from "./settings.mjs";

const TARGETS = ["SVC_ALLOWED_PRIVATE_TARGETS", "SVC_CONNECTOR_PRIVATE_TARGETS"] as const;

beforeEach(() => {
  vi.stubEnv("SVC_ENV_FILE", join("no", "such", "file"));
  vi.stubEnv("__NEXT_PROCESSED_ENV", "");
  for (const name of TARGETS) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

const load = (environment: string) => {
  vi.stubEnv("SVC_ENVIRONMENT", environment);
  loadSettings();
  return TARGETS.map((name) => process.env[name]);
};

test("on a developer's machine receivers and gateways may be on loopback", () => {
  expect(load("development")).toEqual(["127.0.0.1", "all,127.0.0.0/8,::1"]);
});

test("a list of one's own is kept, an empty one too", () => {
  vi.stubEnv("SVC_CONNECTOR_PRIVATE_TARGETS", "");
  expect(load("development")).toEqual(["127.0.0.1", ""]);
});

test.each(["production", "staging"])("in %s nothing private is open unless the operator lists it", (environment) => {
  expect(load(environment)).toEqual([undefined, undefined]);
});
