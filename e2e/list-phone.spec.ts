import { expect, type Page } from "@playwright/test";
import type { Manifest } from "../prisma/seed/manifest";
import { findViolations, measureOverflow } from "./support/accessibility";
import { test } from "./support/browser";
import { makeBusyDesk } from "./support/connector-rows";
import { makePerson, type Person } from "./support/people";
import { runSql } from "./support/run-sql";
import { signIn } from "./support/sign-in";
import { PATH } from "./support/webhook-pages";
import { makeManager, plantAttempt, plantWebhook } from "./support/webhook-rows";

const DEVELOPER = "/settings/developer";
const NARROW = { width: 320, height: 640 };

const fold = (page: Page, name: string | RegExp = "Filters") => page.locator("summary").filter({ hasText: name });
const countRows = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll("a[data-row]")].map((row) => row.closest("tr")?.getBoundingClientRect());
    return rows.filter((row) => row && row.top >= 0 && row.bottom <= window.innerHeight).length;
  });

async function makeLists(demo: Manifest): Promise<{ person: Person; path: string; rows: number }[]> {
  const person = await makePerson(demo, { roleAtAcme: 30 });
  const manager = await makeManager(demo);
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Phone" }), roomId: manager.roomId };
  for (let n = 0; n < 12; n++) await plantAttempt(demo, webhook);
  const desk = await makeBusyDesk(demo, 12);
  const area = `area=${demo.organizations.acme.id}`;
  return [
    { person, path: `${DEVELOPER}/requests?${area}`, rows: 8 },
    { person, path: `${DEVELOPER}/audit-log?${area}&kind=all`, rows: 8 },
    { person: manager, path: `${PATH}/${webhook.id}/deliveries`, rows: 6 },
    { person: desk.manager, path: `${DEVELOPER}/agent-runs`, rows: 8 },
  ];
}

test("on a phone the filters of a list are folded, and its rows are in view", async ({ page, demo }) => {
  const headers = { authorization: `Bearer ${demo.apiKeys.org.key}` };
  for (let n = 0; n < 12; n++) await page.request.get("/v1/me", { headers });
  await page.setViewportSize(NARROW);
  for (const { person, path, rows } of await makeLists(demo)) {
    await signIn(page, person, path);
    for (const [locale, name] of Object.entries({ ja: "フィルター", en: "Filters" })) {
      await runSql(demo.databaseUrl, "UPDATE users SET locale = $2 WHERE id = $1", [person.id, locale]);
      await page.reload();
      await expect(fold(page, name)).toBeVisible();
      await expect.poll(() => countRows(page), path).toBeGreaterThanOrEqual(rows);
      expect([path, locale, await measureOverflow(page)]).toEqual([path, locale, 0]);
      expect([path, locale, await findViolations(page)]).toEqual([path, locale, []]);
    }
    await fold(page, "Filters").click();
    await expect(page.getByRole("search").getByRole("combobox").last()).toBeVisible();
    expect([path, "open", await measureOverflow(page)]).toEqual([path, "open", 0]);
    expect([path, "open", await findViolations(page)]).toEqual([path, "open", []]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.reload();
    await expect(fold(page, "Filters")).toBeHidden();
    await expect(page.getByRole("search").getByRole("combobox").last()).toBeVisible();
    await page.setViewportSize(NARROW);
  }
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
  for (const width of [1800, 1280, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const places: object[] = [];
    for (const tab of ["", "/deliveries", "/test"]) {
      await signIn(page, manager, `${PATH}/${webhook.id}${tab}`);
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
