import { test as base } from "@playwright/test";
import type { Manifest } from "../../prisma/seed/manifest";
import { waitForHydration } from "./hydration";
import { readManifest } from "./manifest";

/**
 * Playwright's test with the demo of the running service.
 *
 *   import { expect } from "@playwright/test";      // e2e/sign-in.spec.ts
 *   import { test } from "./support/browser";
 *   test("signs in", async ({ page, demo }) => { await page.goto("/login"); … demo.users.owner.email … });
 */
export const test = base.extend<{ closeContexts: undefined }, { demo: Manifest }>({
  // Playwright closes the contexts that a test opens by itself only with the browser; their pages would go on working.
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  // A busy machine opens a page long before React takes over, and a click in between can be lost.
  page: async ({ page }, use) => {
    const open = page.goto.bind(page);
    page.goto = async (...target) => {
      const response = await open(...target);
      await waitForHydration(page);
      return response;
    };
    await use(page);
  },
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from this pattern.
    async ({}, use) => {
      await use(readManifest(process.env["SVC_TEST_MANIFEST"] ?? ""));
    },
    { scope: "worker" },
  ],
});
