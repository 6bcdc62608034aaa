import { expect, test, vi } from "vitest";
import { resetShared } from "@/e2e/support/scenes/shared-state";
import { GET } from "./route";

test("names the contact until a day within the year, and nothing where there is none", async () => {
  vi.stubEnv("SVC_SECURITY_CONTACT", "mailto:security@example.com");
  resetShared();
  const text = await (await GET()).text();
  expect(text).toContain("Contact: mailto:security@example.com\n");
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 24 * 60 * 60 * 1000);
  vi.stubEnv("SVC_SECURITY_CONTACT", undefined);
  resetShared();
  expect((await GET()).status).toBe(404);
});
