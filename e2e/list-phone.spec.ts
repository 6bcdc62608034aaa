import { expect, type Page } from "@playwright/test";
import type { Manifest } from "../prisma/seed/manifest";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { beginSession, signIn } from "./support/browser/sign-in";
import { PATH } from "./support/browser/webhook-pages";
import { makeBusyDesk } from "./support/scenes/connector-rows";
import { makePerson, type Person } from "./support/scenes/people";
import { runSql } from "./support/scenes/run-sql";
import { makeManager, plantAttempt, plantWebhook } from "./support/scenes/webhook-rows";

const DEVELOPER = "/settings/developer";
const NARROW = { width: 320, height: 640 };

const fold = (page: Page, name: string | RegExp = "Filters") => page.locator("summary").filter({ hasText: name });
const countRows = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll("a[data-row]")].map((row) => row.closest("tr")?.getBoundingClientRect());
    return rows.filter((row) => row && row.top >= 0 && row.bottom <= window.innerHeight).length;
  });

interface List {
  person: Person;
  path: string;
  rows: number;
}

const LISTS: Readonly<Record<string, (demo: Manifest) => Promise<List>>> = {
  async requests(demo) {
    const headers = { authorization: `Bearer ${demo.apiKeys.org.key}` };
    for (let n = 0; n < 12; n++) await fetch(`${demo.baseUrl}/v1/me`, { headers });
    const path = `${DEVELOPER}/requests?area=${demo.organizations.acme.id}`;
    return { person: await makePerson(demo, { roleAtAcme: 30 }), path, rows: 8 };
  },
  async "the audit log"(demo) {
    const headers = { authorization: `Bearer ${demo.apiKeys.org.key}` };
    for (let n = 0; n < 12; n++) await fetch(`${demo.baseUrl}/v1/me`, { headers });
    const path = `${DEVELOPER}/audit-log?area=${demo.organizations.acme.id}&kind=all`;
    return { person: await makePerson(demo, { roleAtAcme: 30 }), path, rows: 8 };
  },
  async deliveries(demo) {
    const manager = await makeManager(demo);
    const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Phone" }), roomId: manager.roomId };
    for (let n = 0; n < 12; n++) await plantAttempt(demo, webhook);
    return { person: manager, path: `${PATH}/${webhook.id}/deliveries`, rows: 6 };
  },
  async "agent runs"(demo) {
    const { manager } = await makeBusyDesk(demo, 12);
    return { person: manager, path: `${DEVELOPER}/agent-runs`, rows: 8 };
  },
};

for (const [list, plant] of Object.entries(LISTS))
  test(`on a phone the filters of ${list} are folded, and the rows are in view`, async ({ page, demo }) => {
    await page.setViewportSize(NARROW);
    const { person, path, rows } = await plant(demo);
    await runSql(demo.databaseUrl, "UPDATE users SET locale = 'ja' WHERE id = $1", [person.id]);
    await signIn(page, person, path);
    for (const [locale, name] of Object.entries({ ja: "フィルター", en: "Filters" })) {
      if (locale === "en") {
        await runSql(demo.databaseUrl, "UPDATE users SET locale = 'en' WHERE id = $1", [person.id]);
        await page.reload();
      }
      await expect(fold(page, name)).toBeVisible();
      await expect.poll(() => countRows(page)).toBeGreaterThanOrEqual(rows);
      expect([locale, await measureOverflow(page)]).toEqual([locale, 0]);
      expect([locale, await findViolations(page, locale === "ja" ? "texts" : "all rules")]).toEqual([locale, []]);
    }
    await fold(page, "Filters").click();
    await expect(page.getByRole("search").getByRole("combobox").last()).toBeVisible();
    expect(await measureOverflow(page)).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.reload();
    await expect(fold(page, "Filters")).toBeHidden();
    await expect(page.getByRole("search").getByRole("combobox").last()).toBeVisible();
  });

test("a chosen filter folds the others again, says so, and can be cleared", async ({ page, demo }) => {
  await page.setViewportSize(NARROW);
  await signIn(page, await makePerson(demo, { roleAtAcme: 30 }), `${DEVELOPER}/audit-log`);
  const outcome = page.getByRole("combobox", { name: "Outcome" });
  await expect(outcome).toBeHidden();
  await fold(page).focus();
  await page.keyboard.press("Enter");
  await expect(outcome).toBeVisible();
  await outcome.selectOption({ index: 1 });
  await expect(fold(page, "Filters: 1 set")).toBeVisible();
  await expect(outcome).toBeHidden();
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(page).not.toHaveURL(/outcome=/);
  await expect(fold(page, /^Filters$/)).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the filters unfold, and are sent by their button", async ({ page, demo }) => {
    await page.setViewportSize(NARROW);
    await signIn(page, await makePerson(demo, { roleAtAcme: 30 }), `${DEVELOPER}/audit-log`);
    const outcome = page.getByRole("combobox", { name: "Outcome" });
    await expect(outcome).toBeHidden();
    await fold(page).click();
    await outcome.selectOption({ index: 1 });
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await expect(page).toHaveURL(/outcome=/);
    await expect(fold(page, "Filters: 1 set")).toBeVisible();
    await expect(outcome).toBeHidden();
  });
});

test("a webhook's name and tabs stay where they are from tab to tab", async ({ page, demo }) => {
  const manager = await makeManager(demo);
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Still" }), roomId: manager.roomId };
  await plantAttempt(demo, webhook);
  await beginSession(page, manager.email);
  for (const width of [1800, 1280, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const places: object[] = [];
    for (const tab of ["", "/deliveries", "/test"]) {
      await page.goto(`${PATH}/${webhook.id}${tab}`);
      const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
      const tabs = await page.getByRole("link", { name: "Deliveries", exact: true }).last().boundingBox();
      places.push({ width, x: heading?.x, y: heading?.y, tabs });
    }
    expect(places).toEqual(Array.from(places, () => places[0]));
  }
});

test("on a phone the last page of a webhook is in view among its tabs", async ({ page, demo }) => {
  const manager = await makeManager(demo);
  const id = await plantWebhook(demo, manager.roomId, { name: "Tabs" });
  await page.setViewportSize(NARROW);
  await signIn(page, manager, `${PATH}/${id}/edit`);
  await expect(page.getByRole("link", { name: "Settings", exact: true })).toBeInViewport({ ratio: 1 });
});
