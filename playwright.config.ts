import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "./e2e/support/browser/find-browser";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  testIgnore: process.env["SVC_TEST_ALL"] === "true" ? [] : "**/*.nightly.spec.ts",
  globalSetup: "./e2e/support/browser-setup.ts",
  fullyParallel: true,
  // Two keep two processors busy only while none of them waits for mail, a timer or a retry.
  workers: 3,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env["CI"] === "true",
  reporter: "list",
  use: {
    // Workers read this file again, after the setup has started the service.
    baseURL: process.env["SVC_TEST_BASE_URL"],
    locale: "en-US",
    timezoneId: "UTC",
    // A trace slows every step of every test. `npx playwright test --trace retain-on-failure` records one.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: await findBrowser(),
  },
  projects: [{ name: "chromium", use: { ...devices["Desktop Chrome"] } }],
});
