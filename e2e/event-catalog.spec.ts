import { expect, type Page } from "@playwright/test";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";

const PATH = "/settings/developer/event-catalog";
const contents = (page: Page) => page.getByRole("navigation", { name: "Event types" });
const article = (page: Page, type: string) => page.locator(`article[id="${type}"]`);

test("the catalog is searched by keyboard, and its contents follow", async ({ page, demo }) => {
  await signIn(page, demo.users.owner, PATH);
  const search = page.getByRole("searchbox", { name: "Search events" });
  await expect(article(page, "record.created")).toBeInViewport();
  const delivery = page.getByRole("region", { name: "Headers of a v2 delivery" });
  await expect(delivery).toHaveCount(0);
  await page.getByRole("heading", { name: "Every delivery" }).click();
  await expect(delivery).toContainText("Svc-Webhook-Signature");
  await search.focus();
  await page.keyboard.type("task CREATED");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(article(page, "task.created")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "1 event" })).toHaveCount(1);
  await expect(contents(page).getByRole("link")).toHaveText(["task.created"]);
  await expect(page.getByRole("heading", { level: 2, name: "Records" })).toHaveCount(0);
  await search.fill("nothing like it");
  await expect(page.getByText("No event matches")).toBeVisible();
  await search.fill("");
  await expect(contents(page).getByRole("link")).toHaveCount(18);
});

test("samples are folded, coloured, and open for an address that names their event", async ({ page, demo }) => {
  await signIn(page, demo.users.owner, PATH);
  const sample = (type: string) => page.getByRole("region", { name: new RegExp(`^${type}, body v2`) });
  await expect(sample("record.created")).toHaveCount(0);
  await article(page, "record.created").getByText("Sample body").click();
  await expect(sample("record.created")).toBeVisible();
  expect(await sample("record.created").locator(".code-string").count()).toBeGreaterThan(3);
  await contents(page).getByRole("link", { name: "task.updated" }).click();
  await expect(sample("task.updated")).toBeVisible();
  await expect(article(page, "task.updated")).toBeInViewport();
});

for (const path of [PATH, "/docs/event-catalog"])
  test(`the list of contents of ${path} follows the scroll`, async ({ page, demo }) => {
    await signIn(page, demo.users.owner, path);
    const links = page.locator("nav[data-contents] a");
    const current = page.locator("nav[data-contents] [aria-current]");
    await expect(current).toHaveText((await links.first().textContent()) ?? "");
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(current).toHaveText((await links.last().textContent()) ?? "");
    await expect(current).toBeInViewport();
    await page.evaluate(() => scrollTo(0, 0));
    await expect(current).toHaveText((await links.first().textContent()) ?? "");
    expect(await findViolations(page)).toEqual([]);
  });

test("fits a narrow screen, in Japanese and dark", async ({ page, demo }) => {
  const person = await makePerson(demo, { locale: "ja", roleAtAcme: 20 });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, person, PATH);
  await expect(page.getByRole("searchbox", { name: "イベントを検索" })).toBeVisible();
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("everything is there, and no search that does nothing", async ({ page, demo }) => {
    await signIn(page, demo.users.owner, PATH);
    await expect(page.getByRole("article")).toHaveCount(18);
    await expect(page.getByRole("searchbox", { name: "Search events" })).toHaveCount(0);
    await article(page, "task.created").getByText("Sample body").click();
    await expect(page.getByRole("region", { name: /^task\.created, body v2/ })).toBeVisible();
  });
});
