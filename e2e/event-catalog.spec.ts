import { expect } from "@playwright/test";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { signIn } from "./support/browser/sign-in";
import { makeManager } from "./support/scenes/webhook-rows";

const PATH = "/docs/event-catalog";

test("the list of contents follows the scroll", async ({ page }) => {
  await page.goto(PATH);
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

test("the samples of both versions are folded", async ({ page }) => {
  await page.goto(PATH);
  const sample = page.getByRole("region", { name: "record.created, body v1 (2025-10-23)" });
  await expect(sample).toHaveCount(0);
  await page.getByText("record.created, body v1").first().click();
  await expect(sample).toContainText('"event": "record.created"');
  expect(await measureOverflow(page)).toBe(0);
});

test("the settings lead to the catalog, and an event to a webhook that receives it", async ({ page, demo }) => {
  await signIn(page, await makeManager(demo), "/settings/developer/webhooks");
  await page.getByRole("link", { name: "Event catalog" }).click();
  await expect(page).toHaveURL(PATH);
  await page.locator('a[href$="/webhooks/new?event=task.created"]').click();
  await expect(page.getByRole("checkbox", { name: /task\.created/ })).toBeChecked();
});
