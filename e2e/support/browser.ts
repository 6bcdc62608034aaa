import { test as base } from "@playwright/test";
import type { Manifest } from "../../prisma/seed/manifest";
import { readManifest } from "./manifest";
import { makePagesPatient } from "./patient-pages";

/**
 * Playwright's test with the demo of the running service.
 *
 *   import { expect } from "@playwright/test";      // e2e/sign-in.spec.ts
 *   import { test } from "./support/browser";
 *   test("signs in", async ({ page, demo }) => { await page.goto("/login"); … demo.users.owner.email … });
 */
export const test = base.extend<{ closeContexts: undefined }, { demo: Manifest; patientPages: undefined }>({
  // Playwright closes the contexts that a test opens by itself only with the browser; their pages would go on working.
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  patientPages: [
    async ({ browser }, use) => {
      const page = await browser.newPage();
      makePagesPatient(page);
      await page.close();
      await use(undefined);
    },
    { scope: "worker", auto: true },
  ],
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from this pattern.
    async ({}, use) => {
      await use(readManifest(process.env["SVC_TEST_MANIFEST"] ?? ""));
    },
    { scope: "worker" },
  ],
});
