import { test as base, type Page } from "@playwright/test";
import type { Manifest } from "../../prisma/seed/manifest";
import { waitForHydration } from "./hydration";
import { readManifest } from "./manifest";

type Open = (this: Page, ...target: unknown[]) => Promise<unknown>;
const OPENING = ["goto", "reload", "goBack", "goForward"] as const;

/**
 * Playwright's test with the demo of the running service.
 *
 *   import { expect } from "@playwright/test";      // e2e/sign-in.spec.ts
 *   import { test } from "./support/browser";
 *   test("signs in", async ({ page, demo }) => { await page.goto("/login"); … demo.users.owner.email … });
 */
export const test = base.extend<{ closeContexts: undefined }, { demo: Manifest; hydratePages: undefined }>({
  // Playwright closes the contexts that a test opens by itself only with the browser; their pages would go on working.
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  // A busy machine opens a page long before React takes over, and a click in between can be lost. All pages of the worker are
  // of one class, so that this holds for those that a test opens by itself, too.
  hydratePages: [
    async ({ browser }, use) => {
      const probe = await browser.newPage();
      const pages = Object.getPrototypeOf(probe) as Record<(typeof OPENING)[number], Open>;
      await probe.close();
      for (const name of OPENING) {
        const open = pages[name];
        pages[name] = async function openHydrated(this: Page, ...target: unknown[]) {
          const response = await open.apply(this, target);
          await waitForHydration(this);
          return response;
        };
      }
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
