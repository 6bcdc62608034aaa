import { expect, type Page } from "@playwright/test";
import { test } from "./support/browser/browser";
import { watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";
import { plantLoad } from "./support/scenes/service-load";

const HEALTH = "/settings/admin";
const CHARTS = ["Request rate", "Errors", "Age of the delivery queue", "p99 of /v1"];

async function expectCharts(page: Page): Promise<void> {
  for (const name of CHARTS) await expect(page.getByRole("img", { name })).toBeVisible();
}

test("charts of the load change between a day and a month, and each has a table", async ({ page, demo }) => {
  const problems = watchProblems(page);
  await plantLoad(demo);
  await signIn(page, await makePerson(demo, { isAdmin: true }), HEALTH);
  await expectCharts(page);
  const spans = page.getByRole("navigation", { name: "Time of the charts" });
  await expect(spans.getByRole("link", { name: "Last 24 hours" })).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("img", { name: /^Age of the delivery queue: Longest: 60 min/ })).toBeVisible();
  const errors = page.getByRole("table", { name: "Errors" });
  await expect(errors).toBeHidden();
  await page.getByText("As a table").nth(1).click();
  await expect(errors.getByRole("columnheader")).toHaveText(["Time", "5xx", "429"]);
  await expect(errors.getByRole("cell", { name: "4,321" })).toHaveCount(0);

  await spans.getByRole("link", { name: "Last 30 days" }).click();
  await expect(page).toHaveURL(`${HEALTH}?since=30d#load`);
  await expect(spans.getByRole("link", { name: "Last 30 days" })).toHaveAttribute("aria-current", "true");
  await expectCharts(page);
  await expect(page.getByRole("img", { name: /^Errors: / })).toBeVisible();
  await expect(errors.getByRole("cell", { name: "4,321" }).first()).toBeAttached();
  expect(problems).toEqual([]);
});

test.describe("without scripts, on a phone and in the reader's language", () => {
  test.use({ javaScriptEnabled: false, locale: "ja-JP", viewport: { width: 320, height: 640 } });

  test("the month is a link, and times say that they are UTC", async ({ page, demo }) => {
    await plantLoad(demo);
    await signIn(page, await makePerson(demo, { isAdmin: true, locale: "ja" }), HEALTH);
    await page.getByRole("link", { name: "過去 30 日間" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "負荷" })).toBeVisible();
    await page.locator("#content summary").filter({ hasText: "表で見る" }).first().click();
    await expect(page.getByRole("table", { name: "リクエスト数" }).getByRole("rowheader").first()).toContainText("UTC");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

test.describe("in another time zone", () => {
  test.use({ timezoneId: "Asia/Kathmandu" });

  test("times of the charts are the reader's", async ({ page, demo }) => {
    await plantLoad(demo);
    await signIn(page, await makePerson(demo, { isAdmin: true }), `${HEALTH}?since=30d`);
    await page.getByText("As a table").first().click();
    // Slots of six hours begin at full hours of UTC, and Nepal is 5:45 ahead.
    await expect(page.getByRole("table", { name: "Request rate" }).getByRole("rowheader").first()).toHaveText(/:45/);
  });
});

test("an unknown time shows the day", async ({ page, demo }) => {
  await plantLoad(demo);
  await signIn(page, await makePerson(demo, { isAdmin: true }), `${HEALTH}?since=<script>`);
  await expect(page.getByRole("link", { name: "Last 24 hours" })).toHaveAttribute("aria-current", "true");
});
