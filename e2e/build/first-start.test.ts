import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { startService, TEST_BUILD_DIR } from "../support/service";

test("the first start of a fresh clone builds, and serves pages and the API alike", async () => {
  rmSync(TEST_BUILD_DIR, { recursive: true, force: true });
  const service = await startService();
  const statuses = [];
  for (const path of ["/", "/login", "/api/readyz", "/v1/me"]) {
    statuses.push((await fetch(`${service.baseUrl}${path}`)).status);
  }
  expect(service.readOutput()).toContain("building");
  expect(await service.stop()).toBe(0);
  expect(statuses).toEqual([200, 200, 200, 401]);
});
