import { test as base, type Locator, type Page } from "@playwright/test";
import type { Manifest } from "../../../prisma/seed/manifest";
import { readManifest } from "../scenes/manifest";
import { waitForHydration } from "./page";

type Method<Owner> = (this: Owner, ...args: unknown[]) => Promise<unknown>;

const OPENING = ["goto", "reload", "goBack", "goForward"] as const;
const ACTING = [
  "click",
  "dblclick",
  "fill",
  "clear",
  "press",
  "pressSequentially",
  "check",
  "uncheck",
  "setChecked",
  "selectOption",
  "setInputFiles",
  "dragTo",
  "focus",
];

/**
 * A busy machine shows a page long before its scripts have run, and a click in between can be lost. All pages of a worker
 * are of one class, so that this holds for those that a test, a link or a form opens, too.
 */
function makePagesPatient(page: Page): void {
  const pages = Object.getPrototypeOf(page) as Record<string, Method<Page>>;
  for (const name of OPENING)
    replace(
      pages,
      name,
      (open) =>
        async function openPatiently(...target) {
          const response = await open.apply(this, target);
          await waitForHydration(this);
          return response;
        },
    );
  const locators = Object.getPrototypeOf(page.locator("body")) as Record<string, Method<Locator>>;
  for (const name of ACTING)
    replace(
      locators,
      name,
      (act) =>
        async function actPatiently(...args) {
          // The page before it may still be shown.
          await this.waitFor({ state: "attached" });
          await waitForHydration(this.page());
          return act.apply(this, args);
        },
    );
}

function replace<Owner>(
  owner: Record<string, Method<Owner>>,
  name: string,
  make: (original: Method<Owner>) => Method<Owner>,
): void {
  const original = owner[name];
  if (!original) throw new Error(`Playwright has no ${name}.`);
  owner[name] = make(original);
}

/**
 * Playwright's test with the demo of the running service.
 *
 *   import { expect } from "@playwright/test";      // e2e/sign-in.spec.ts
 *   import { test } from "./support/browser/browser";
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
