import { expect, type Page } from "@playwright/test";
import { findViolations } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { message } from "./support/browser/thread-pages";
import { makeRoomScene } from "./support/scenes/room-scene";

/** Holds the page data that Next's router asks for, until the test lets it go: what is tested is the order of states, not time. */
async function holdAnswers(page: Page): Promise<{ release: () => void }> {
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

const DEVELOPER = "/settings/developer";
const sections = (page: Page) => page.getByRole("navigation", { name: "Sections" });
const outline = (page: Page) => page.locator("[data-skeleton]");
const loading = (page: Page) => page.getByRole("status").filter({ hasText: "Loading…" });

test("a slow section: its entry is marked at once, its outline is shown and announced, and gives way to the page", async ({
  page,
  demo,
}) => {
  const problems = watchProblems(page);
  await signIn(page, demo.users.owner, DEVELOPER);
  const entry = sections(page).getByRole("link", { name: "API keys" });
  const answers = await holdAnswers(page);
  await entry.focus();
  await page.keyboard.press("Enter");
  await expect(entry).toHaveAttribute("aria-current", "page");
  await expect(outline(page)).toBeVisible();
  await expect(loading(page)).toHaveCount(1);
  await expect(sections(page)).toBeVisible();
  await expect(page).toHaveURL(DEVELOPER);
  expect(await findViolations(page)).toEqual([]);
  answers.release();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  await expect(outline(page)).toHaveCount(0);
  await expect(loading(page)).toHaveCount(0);
  await expect(entry).toHaveAttribute("aria-current", "page");
  expect(problems).toEqual([]);
});

test("a second choice takes the place of the first one while it is on its way", async ({ page, demo }) => {
  await signIn(page, demo.users.owner, DEVELOPER);
  const answers = await holdAnswers(page);
  await sections(page).getByRole("link", { name: "API keys" }).click();
  await sections(page).getByRole("link", { name: "Webhooks" }).click();
  await expect(sections(page).locator("[aria-current]")).toHaveText(["Webhooks"]);
  await expect(outline(page)).toHaveAttribute("data-skeleton", "list");
  answers.release();
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  await expect(outline(page)).toHaveCount(0);
});

test("a filter keeps its new value while the list is dimmed, and the old rows stay readable", async ({
  page,
  demo,
}) => {
  await signIn(page, demo.users.owner, `${DEVELOPER}/api-keys`);
  const state = page.getByRole("combobox", { name: "Status" });
  const rows = page.getByRole("main").getByRole("table");
  const opacity = () =>
    rows.evaluate((table) => {
      let shown = 1;
      for (let element: Element | null = table; element; element = element.parentElement)
        shown *= Number(getComputedStyle(element).opacity);
      return shown;
    });
  expect(await opacity()).toBe(1);
  const answers = await holdAnswers(page);
  await state.selectOption("revoked");
  await expect.poll(opacity).toBeLessThan(0.6);
  await expect(state).toHaveValue("revoked");
  await expect(page.getByRole("status").filter({ hasText: "Updating the list…" })).toHaveCount(1);
  await expect(outline(page)).toHaveCount(0);
  answers.release();
  await expect(page).toHaveURL(/state=revoked/);
  await expect.poll(opacity).toBe(1);
  await expect(state).toHaveValue("revoked");
});

test("a slow tab keeps the room's name and tabs; another room brings its own", async ({ page, demo }) => {
  const { ann, path } = await makeRoomScene(demo, { messages: 3 });
  await signIn(page, ann, path);
  const tabs = page.getByRole("navigation", { name: "Parts of this room" });
  const answers = await holdAnswers(page);
  await tabs.getByRole("link", { name: "Tasks" }).click();
  await expect(tabs.locator("[aria-current]")).toHaveText(["Tasks"]);
  await expect(outline(page)).toBeVisible();
  await expect(tabs).toBeVisible();
  const box = await outline(page).boundingBox();
  const tabsBox = await tabs.boundingBox();
  expect(box?.y ?? 0).toBeGreaterThanOrEqual((tabsBox?.y ?? 0) + (tabsBox?.height ?? 0) - 1);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 900 });
  answers.release();
  await expect(outline(page)).toHaveCount(0);
  const rooms = page.getByRole("navigation", { name: "Rooms" }).first();
  const later = await holdAnswers(page);
  await rooms.getByRole("link", { name: "All rooms" }).click();
  await expect(outline(page)).toHaveAttribute("data-skeleton", "list");
  later.release();
  await page.getByRole("main").getByRole("link", { name: "Workshop" }).click();
  await expect(message(page, "Line 3")).toBeVisible();
  await expect(outline(page)).toHaveCount(0);
});

test.describe("in Japanese, dark and with reduced motion", () => {
  test.use({ colorScheme: "dark", contextOptions: { reducedMotion: "reduce" } });

  test("the outline does not move", async ({ page, demo }) => {
    const { ann } = await makeRoomScene(demo, { locale: "ja" });
    await signIn(page, ann, "/rooms");
    const answers = await holdAnswers(page);
    await page.getByRole("main").getByRole("link", { name: "Workshop" }).click();
    await expect(outline(page)).toHaveAttribute("data-skeleton", "thread");
    await expect(page.getByRole("status").filter({ hasText: "読み込んでいます…" })).toHaveCount(1);
    const animated = await outline(page).evaluate(
      (element) => [...element.querySelectorAll("*")].filter((part) => part.getAnimations().length > 0).length,
    );
    expect(animated).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    answers.release();
    await expect(page.getByRole("heading", { level: 1, name: "Workshop" })).toBeVisible();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a filter is a form, and a page is drawn whole", async ({ page, demo }) => {
    await signIn(page, demo.users.owner, `${DEVELOPER}/api-keys`);
    await page.getByRole("combobox", { name: "Status" }).selectOption("revoked");
    await page.getByRole("button", { name: "Filter" }).click();
    await expect(page).toHaveURL(/state=revoked/);
    await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
    await expect(outline(page)).toHaveCount(0);
  });
});

test("a page for everyone says that the next one is on its way, and forgets it on the way back", async ({ page }) => {
  let tell = (): void => undefined;
  const shown = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await page.exposeFunction("tellShown", () => tell());
  await page.addInitScript(() => {
    const look = () => document.querySelector("[data-leaving]") && (Reflect.get(window, "tellShown") as () => void)();
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/");
  // The next page comes only after the line: a locator would wait for the page.
  await page.route("**/docs", async (route) => {
    await shown;
    await route.continue();
  });
  const line = page.locator("[data-leaving]");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Docs" }).click();
  await expect(page).toHaveURL("/docs");
  await expect(line).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Rooms that software can work in" })).toBeVisible();
  await expect(line).toHaveCount(0);
});
