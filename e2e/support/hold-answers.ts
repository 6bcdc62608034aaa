import type { Page } from "@playwright/test";

/** Holds the page data that Next's router asks for, until the test lets it go: what is tested is the order of states, not time. */
export async function holdAnswers(page: Page): Promise<{ release: () => void }> {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    async (route) => {
      await held;
      // The router may have dropped the request for a later one.
      await route.fallback().catch(() => undefined);
    },
  );
  return { release: letGo };
}
