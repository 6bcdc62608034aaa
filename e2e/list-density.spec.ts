import { expect, type Page } from "@playwright/test";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { signIn } from "./support/browser/sign-in";
import { PATH } from "./support/browser/webhook-pages";
import { makeBusyDesk } from "./support/scenes/connector-rows";
import { makePerson } from "./support/scenes/people";
import { runSql } from "./support/scenes/run-sql";
import { makeManager, plantAttempt, plantWebhook } from "./support/scenes/webhook-rows";

const PLANTED = 30;
const LANGUAGES = ["en", "ja"] as const;

test.use({ viewport: { width: 1280, height: 900 } });

/** Rows that are in the window from top to bottom, before anyone scrolls. */
function countWholeRows(page: Page): Promise<number> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll("a[data-row]")].map((row) => row.closest("tr")?.getBoundingClientRect());
    return rows.filter((row) => row && row.top >= 0 && row.bottom <= window.innerHeight).length;
  });
}

async function expectDense(page: Page, userId: string, { databaseUrl }: { databaseUrl: string }, least: number) {
  for (const locale of LANGUAGES) {
    await runSql(databaseUrl, "UPDATE users SET locale = $2 WHERE id = $1", [userId, locale]);
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await expect.poll(() => countWholeRows(page)).toBeGreaterThanOrEqual(least);
    expect([locale, await measureOverflow(page)]).toEqual([locale, 0]);
    expect([locale, await findViolations(page, "texts")]).toEqual([locale, []]);
  }
}

test("deliveries show 25 rows in a window of 1280 × 900, below the webhook's name and tabs", async ({ page, demo }) => {
  const manager = await makeManager(demo);
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Dense" }), roomId: manager.roomId };
  for (let n = 0; n < PLANTED; n++) await plantAttempt(demo, webhook);
  // Something is under way, so the list says that it follows.
  await plantAttempt(demo, webhook, { statusCode: 503, error: "http_status", state: "RETRYING" });
  await signIn(page, manager, `${PATH}/${webhook.id}/deliveries`);
  await expectDense(page, manager.id, demo, 25);
});

test("requests and the audit log show 25 rows, with all their filters in one line", async ({ page, demo }) => {
  const person = await makePerson(demo, { roleAtAcme: 30 });
  const headers = { authorization: `Bearer ${demo.apiKeys.org.key}` };
  for (let n = 0; n < PLANTED; n++) await page.request.get("/v1/me", { headers });
  for (const path of ["requests?", "audit-log?kind=all&"]) {
    const area = `/settings/developer/${path}area=${demo.organizations.acme.id}`;
    await signIn(page, person, area);
    await expectDense(page, person.id, demo, 25);
  }
});

test("agent runs show 25 rows", async ({ page, demo }) => {
  const { manager } = await makeBusyDesk(demo, PLANTED);
  await signIn(page, manager, "/settings/developer/agent-runs");
  await expectDense(page, manager.id, demo, 25);
});

test("a long name and URL of a webhook leave its tabs in their line, and are cut nowhere on a narrow screen", async ({
  page,
  demo,
}) => {
  const manager = await makeManager(demo);
  const name = `Auftragsbestätigungen ${"und Lieferavise ".repeat(4)}受注確認`.slice(0, 80);
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name }), roomId: manager.roomId };
  const url = `https://hooks.example.com/${"a-long-path/".repeat(20)}`;
  await runSql(demo.databaseUrl, "UPDATE webhooks SET url = $2 WHERE id = $1", [webhook.id, url]);
  for (let n = 0; n < PLANTED; n++) await plantAttempt(demo, webhook);
  await signIn(page, manager, `${PATH}/${webhook.id}/deliveries`);
  await expectDense(page, manager.id, demo, 25);
  const heading = page.getByRole("heading", { level: 1 });
  const address = page.locator("header[data-endpoint]").getByText(url);
  const isWhole = (part: typeof heading) =>
    part.evaluate(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth <= clientWidth && scrollHeight <= clientHeight,
    );
  await expect(heading).toHaveText(name);
  // The name is cut, but not to a few letters.
  expect((await heading.boundingBox())?.width).toBeGreaterThan(100);
  await page.setViewportSize({ width: 320, height: 900 });
  await expect.poll(() => isWhole(heading)).toBe(true);
  expect(await isWhole(address)).toBe(true);
  expect(await measureOverflow(page)).toBe(0);
});

test("a short name of a webhook is whole beside its tabs in each language, and its URL has the rest", async ({
  page,
  demo,
}) => {
  const manager = await makeManager(demo);
  for (const name of ["Ticket tracker", "Notifications of the helpdesk", "受付システムへの通知を送る先"]) {
    const id = await plantWebhook(demo, manager.roomId, { name });
    await signIn(page, manager, `${PATH}/${id}`);
    for (const locale of LANGUAGES) {
      await runSql(demo.databaseUrl, "UPDATE users SET locale = $2 WHERE id = $1", [manager.id, locale]);
      await page.reload();
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      const [isCut, height] = await page.getByRole("heading", { level: 1, name }).evaluate((heading) => {
        const needed = document.createRange();
        needed.selectNodeContents(heading);
        const isWider = needed.getBoundingClientRect().width > heading.getBoundingClientRect().width;
        return [isWider, heading.closest("header")?.clientHeight];
      });
      expect([name, locale, isCut, height]).toEqual([name, locale, false, 32]);
    }
  }
});

test("the head of a list stays above its rows, and a row that gets the focus is not behind it", async ({
  page,
  demo,
}) => {
  const manager = await makeManager(demo);
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Sticky" }), roomId: manager.roomId };
  for (let n = 0; n < PLANTED; n++) await plantAttempt(demo, webhook);
  await page.setViewportSize({ width: 1280, height: 420 });
  await signIn(page, manager, `${PATH}/${webhook.id}/deliveries`);
  const rows = page.locator("a[data-row]");
  await rows.last().focus();
  const head = page.getByRole("columnheader", { name: "Event" });
  await expect(head).toBeInViewport({ ratio: 1 });
  for (let n = 0; n < 20; n++) await page.keyboard.press("k");
  const [row, above] = [await page.locator("a[data-row]:focus").boundingBox(), await head.boundingBox()];
  expect(row?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
});
