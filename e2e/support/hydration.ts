import type { Page } from "@playwright/test";

/**
 * Until React has taken over the page: it marks its elements then, and reports problems of hydration. Input that comes
 * earlier may be lost. Without JavaScript there is nothing to wait for.
 */
export async function waitForHydration(page: Page): Promise<void> {
  if (await page.evaluate(() => matchMedia("(scripting: none)").matches)) return;
  await page.waitForFunction(() => Object.keys(document.body).some((name) => name.startsWith("__reactFiber")));
}
