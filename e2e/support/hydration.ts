import type { Page } from "@playwright/test";

/**
 * Until the page's own script has run, and React has taken over: it marks its elements then, and reports problems of
 * hydration. Input that comes earlier may be lost. Without JavaScript there is nothing to wait for.
 */
export async function waitForHydration(page: Page): Promise<void> {
  // Most pages are ready. One question then takes the place of three.
  if (await page.evaluate(isReady).catch(() => false)) return;
  await page.waitForLoadState("domcontentloaded");
  const hasReact = () => "__next_f" in globalThis && !matchMedia("(scripting: none)").matches;
  // A page that leads on at once is gone before it can be asked.
  if (!(await page.evaluate(hasReact).catch(() => false))) return;
  await page.waitForFunction(() => Object.keys(document.body).some((name) => name.startsWith("__reactFiber")));
}

function isReady(): boolean {
  if (document.readyState === "loading") return false;
  if (!("__next_f" in globalThis) || matchMedia("(scripting: none)").matches) return true;
  return Object.keys(document.body).some((name) => name.startsWith("__reactFiber"));
}
