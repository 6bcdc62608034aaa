import type { Page } from "@playwright/test";

/** Timers of just this length take longer on the pages opened from here on: a slow machine must not miss what they end. */
export async function stretchTimers(page: Page, fromMs: number, toMs: number): Promise<void> {
  await page.addInitScript(
    ([from, to]) => {
      const setTimeout = window.setTimeout.bind(window);
      const stretched = (act: () => void, ms?: number, ...rest: unknown[]) =>
        setTimeout(act, ms === from ? to : ms, ...rest);
      window.setTimeout = stretched as typeof setTimeout;
    },
    [fromMs, toMs] as const,
  );
}
