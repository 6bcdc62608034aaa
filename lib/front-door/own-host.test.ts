import { afterEach, expect, test, vi } from "vitest";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { isOwnHost } from "./admit";

function runAs(environment: string): void {
  vi.stubEnv("SVC_ENVIRONMENT", environment);
  vi.stubEnv("SVC_BASE_URL", "https://svc.example.com");
  vi.stubEnv("SVC_SESSION_SECRET", "s".repeat(40));
  vi.stubEnv("SVC_ENCRYPTION_KEY", `k1:${"A".repeat(43)}=`);
  vi.stubEnv("SVC_ALLOWED_HOSTS", "Svc.internal:3000, backend, [::1]");
  resetShared();
}
afterEach(() => {
  vi.unstubAllEnvs();
  resetShared();
});

test.each([
  ["svc.example.com", true],
  ["SVC.example.com:443", true],
  ["svc.internal:3000", true],
  ["backend", true],
  ["backend:8080", true],
  ["[::1]:3000", true],
  ["svc.internal", false],
  ["svc.example.com:8443", false],
  ["evil.test", false],
  ["svc.example.com.evil.test", false],
  ["svc.example.com@evil.test", false],
  ["evil.test/svc.example.com", false],
  ["10.0.0.5", false],
  ["", false],
  ["[", false],
])("in production %j is ours: %s", (host, isOurs) => {
  runAs("production");
  expect(isOwnHost(host, "/login")).toBe(isOurs);
});

test("probes may ask by address, and outside production everyone may", () => {
  runAs("production");
  for (const path of ["/api/healthz", "/api/readyz"]) expect(isOwnHost("10.0.0.5:3000", path)).toBe(true);
  expect(isOwnHost("10.0.0.5:3000", "/api/healthz/more")).toBe(false);
  runAs("staging");
  expect(isOwnHost("10.0.0.5", "/login")).toBe(true);
});
