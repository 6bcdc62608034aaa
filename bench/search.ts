import { chromium, type Page } from "@playwright/test";
import { findBrowser } from "../e2e/support/browser/find-browser";
import { startService } from "../e2e/support/service";

/**
 * npm run bench:search: how long the search of the docs takes for each key, from the key to the painted list, in a
 * browser. Keys that the browser paints within 16 ms are counted as 16.
 */
const QUERIES = {
  en: ["list rooms", "webhook signature", "idempotancy", "api_units_exceeded", "task.created", "refresh token"],
  ja: ["署名を確かめる", "取り消し", "冪等性", "レート制限", "webhook_inactive", "アクセストークン"],
} as const;
const KEY_GAP_MS = 120;
const UNSEEN_MS = 16;

async function measureKeys(page: Page, locale: keyof typeof QUERIES): Promise<number[]> {
  const field = page.getByRole("combobox");
  await field.fill("a");
  await page.getByRole("listbox").waitFor();
  await field.fill("");
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { seenMs: seen });
    const observer = new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === "input") seen.push(duration);
    });
    observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  let keys = 0;
  for (const query of QUERIES[locale]) {
    for (const key of query) {
      await page.keyboard.insertText(key);
      await page.waitForTimeout(KEY_GAP_MS);
      keys += 1;
    }
    await page.getByRole("listbox").waitFor();
    await field.fill("");
  }
  const seen = await page.evaluate(() => (globalThis as unknown as { seenMs: number[] }).seenMs);
  return [...seen, ...Array<number>(Math.max(0, keys - seen.length)).fill(UNSEEN_MS)].sort((a, b) => a - b);
}

const service = await startService();
const browser = await chromium.launch(await findBrowser());
try {
  console.log("| Language | keys | median | 95 % | slowest |\n|---|---|---|---|---|");
  for (const locale of ["en", "ja"] as const) {
    const context = await browser.newContext({ baseURL: service.baseUrl, locale });
    const page = await context.newPage();
    await page.goto("/docs/errors");
    const keysMs = await measureKeys(page, locale);
    const at = (share: number) => `${Math.round(keysMs[Math.ceil(share * keysMs.length) - 1] ?? 0)} ms`;
    console.log(`| ${locale} | ${keysMs.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`);
    await context.close();
  }
} finally {
  await browser.close();
  await service.stop();
}
