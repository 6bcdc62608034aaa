import type { Page } from "@playwright/test";

/**
 * From now on notes the text of each status that was there already, whenever something in it changes, as a screen reader says it.
 * Returns how often it has said what begins with a text.
 */
export async function listenTo(page: Page): Promise<(text: string) => Promise<number>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const selector = "[role=status]";
    let known = new Set(document.querySelectorAll(selector));
    new MutationObserver((changes) => {
      const touched = changes.map(({ target }) => (target instanceof Element ? target : target.parentElement));
      const told = new Set(touched.map((element) => element?.closest(selector)).filter((status) => status != null));
      for (const status of told) {
        const text = status.textContent.trim();
        if (known.has(status) && text !== "") heard.push(text);
      }
      known = new Set(document.querySelectorAll(selector));
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return async (text) => {
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    return heard.filter((said) => said.startsWith(text)).length;
  };
}
