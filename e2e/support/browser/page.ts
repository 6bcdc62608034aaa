import { type ElementHandle, expect, type Page } from "@playwright/test";

/**
 * React marks its elements once it has hydrated them; earlier input may be lost. Pages without JavaScript have nothing
 * to wait for.
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

type Role = "button" | "link" | "textbox" | "radio" | "checkbox" | "combobox" | "spinbutton";

/** Presses Tab until the element has the focus, as people without a pointer do. */
export async function tabTo(
  page: Page,
  role: Role,
  name: string | RegExp,
  within: Pick<Page, "getByRole"> = page,
): Promise<void> {
  const target = within.getByRole(role, { name }).first();
  await expect(target).toBeVisible();
  await waitForHydration(page);
  // Finding an element by its role takes longer than pressing a key, so it is found again only when it is gone.
  let found: ElementHandle | null = null;
  for (let presses = 0; presses < 120; presses++) {
    const place: Place = found ? await found.evaluate(findPlace).catch((): Place => "gone") : "gone";
    if (place === "gone") found = await target.elementHandle();
    if (place === "focused" || (place === "gone" && (await target.evaluate(findPlace)) === "focused")) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

type Place = "focused" | "elsewhere" | "gone";

function findPlace(element: Node): Place {
  if (element === document.activeElement) return "focused";
  return element.isConnected ? "elsewhere" : "gone";
}

/**
 * Opens the command palette by its keys, which close it too: they are pressed again only while it is closed, and it is
 * open once its field has the focus.
 */
export async function openPalette(page: Page, name = "Command palette"): Promise<void> {
  const dialog = page.getByRole("dialog", { name });
  await expect(async () => {
    if (!(await dialog.isVisible())) await page.keyboard.press("Control+k");
    await expect(dialog.getByRole("combobox")).toBeFocused({ timeout: 2_000 });
  }).toPass();
}

/** Opens the menu that the account's name opens, in the sidebar or in the menu of a phone. */
export async function openAccountMenu(page: Page): Promise<void> {
  await page.locator("summary:visible", { hasText: "Account menu" }).click();
}

/** Chooses an organization, or "Personal", for this page and all later ones. */
export async function chooseArea(page: Page, name: string): Promise<void> {
  await switcher(page).click();
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.locator("button:visible", { hasText: name }).and(page.locator("button[name=area]")).click();
  await answer;
  await expect(switcher(page)).toContainText(name);
}

export const switcher = (page: Page) => page.locator("summary:visible", { hasText: "Organization or personal" });

/** Collects the browser's complaints: exceptions, content policy, failed hydration. A good page causes none. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    // A page that is not there is a 404 on purpose; the browser says so too.
    if (message.type() === "error" && !message.text().includes("404")) problems.push(message.text());
  });
  return problems;
}

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
