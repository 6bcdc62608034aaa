import type { Locator, Page } from "@playwright/test";
import { waitForHydration } from "./hydration";

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
export function makePagesPatient(page: Page): void {
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
