import { expect, type Page } from "@playwright/test";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { signIn } from "./support/browser/sign-in";
import { PATH, test } from "./support/browser/webhook-pages";
import { runSql } from "./support/scenes/run-sql";
import { makeManager, plantAttempt, plantWebhook } from "./support/scenes/webhook-rows";

const rows = (page: Page) => page.locator("a[data-row]");
const paneOf = (page: Page) => page.getByRole("region", { name: "The selected delivery" });

test("J, K, Enter and Escape go through the list, and the pane follows", async ({ page, demo }) => {
  const manager = await makeManager(demo);
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Keys" }), roomId: manager.roomId };
  for (const event of ["record.created", "record.updated", "task.created"])
    await plantAttempt(demo, webhook, { event });
  await signIn(page, manager, `${PATH}/${webhook.id}/deliveries`);
  await page.keyboard.press("j");
  await expect(rows(page).nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(rows(page).nth(1)).toBeFocused();
  await expect(paneOf(page)).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(paneOf(page).getByRole("heading", { level: 2 })).toHaveText("record.updated");
  await expect(page).toHaveURL(/[?&]open=evt_/);
  await page.keyboard.press("ArrowDown");
  await expect(paneOf(page).getByRole("heading", { level: 2 })).toHaveText("record.created");
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await expect(paneOf(page).getByRole("heading", { level: 2 })).toHaveText("task.created");
  await expect(rows(page).nth(0)).toHaveAttribute("aria-current", "true");
  await expect(paneOf(page)).toContainText("Your receiver accepted it.");
  await expect(paneOf(page).getByRole("region", { name: "Raw body" })).toContainText("task.created");
  await expect(paneOf(page)).toContainText("what came back");
  await page.keyboard.press("Escape");
  await expect(paneOf(page)).toBeHidden();
  await expect(rows(page).nth(0)).toBeFocused();
  // One step back is the list as it was before a row was opened.
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${webhook.id}/deliveries$`));
});

test("rows that come while someone reads wait at the top, and come by themselves otherwise", async ({ page, demo }) => {
  const manager = await makeManager(demo);
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Reading" }), roomId: manager.roomId };
  for (let n = 0; n < 14; n++) await plantAttempt(demo, webhook);
  await page.setViewportSize({ width: 1280, height: 420 });
  await signIn(page, manager, `${PATH}/${webhook.id}/deliveries`);
  await expect(rows(page)).toHaveCount(14);
  await plantAttempt(demo, webhook, { event: "task.updated" });
  await expect(rows(page)).toHaveCount(15);
  const read = rows(page).nth(12);
  await read.scrollIntoViewIfNeeded();
  const before = await read.boundingBox();
  await plantAttempt(demo, webhook, { event: "task.created" });
  await plantAttempt(demo, webhook, { event: "task.created" });
  const waiting = page.getByRole("button", { name: "2 new" });
  await expect(waiting).toBeVisible();
  await expect(rows(page)).toHaveCount(15);
  expect(await read.boundingBox()).toEqual(before);
  await waiting.click();
  await expect(rows(page)).toHaveCount(17);
  await expect(waiting).toBeHidden();
});

test("a blocked address is mended by another URL, and the attempts are counted in words", async ({ page, demo }) => {
  const manager = await makeManager(demo);
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Blocked" }), roomId: manager.roomId };
  await plantAttempt(demo, webhook, { statusCode: null, error: "target_refused", state: "FAILED" });
  await plantAttempt(demo, webhook, {
    statusCode: 503,
    error: "http_status",
    state: "RETRYING",
    event: "task.created",
  });
  await signIn(page, manager, `${PATH}/${webhook.id}/deliveries`);
  await expect(page.getByRole("row", { name: /task\.created/ })).toContainText("1 attempt, 1 failed, up to 3 more");
  await rows(page).nth(0).click();
  await expect(paneOf(page)).toContainText("Next attempt: in progress or queued");
  await rows(page).nth(1).click();
  await expect(paneOf(page)).toContainText("Blocked address.");
  const actions = paneOf(page)
    .locator("a, button")
    .filter({ hasText: /Edit URL|Redeliver|Verify/ });
  await expect(actions).toHaveText(["Edit URL", "Redeliver"]);
  await actions.first().click();
  await expect(page).toHaveURL(`${PATH}/${webhook.id}/edit#url`);
});

test("times tick, and a row whose delivery is late says so", async ({ page, demo }) => {
  const manager = await makeManager(demo);
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Late" }), roomId: manager.roomId };
  await plantAttempt(demo, webhook);
  await page.clock.install();
  await signIn(page, manager, `${PATH}/${webhook.id}/deliveries`);
  await page.clock.fastForward(5 * 60_000);
  await expect(page.getByRole("row").last()).toContainText(/minutes ago/);
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/[?&]open=evt_/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await rows(page).click();
  await expect(rows(page).locator("span").last()).toHaveCSS("opacity", "1");
  await expect(paneOf(page)).toHaveCount(0);
  release();
  await expect(paneOf(page)).toBeVisible();
});

test("the open delivery is a page of its own at 320 px", async ({ page, demo }) => {
  const manager = await makeManager(demo);
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Narrow" }), roomId: manager.roomId };
  await plantAttempt(demo, webhook);
  await page.setViewportSize({ width: 320, height: 800 });
  await signIn(page, manager, `${PATH}/${webhook.id}/deliveries`);
  await rows(page).focus();
  await page.keyboard.press("Enter");
  await expect(paneOf(page)).toBeFocused();
  await expect(page.getByRole("table")).toBeHidden();
  expect(await measureOverflow(page)).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(rows(page)).toBeFocused();
});

test("another tenant's event opens nothing", async ({ page, demo }) => {
  const [manager, other] = [await makeManager(demo), await makeManager(demo)];
  const own = await plantWebhook(demo, manager.roomId, { name: "Own" });
  const foreign = { id: await plantWebhook(demo, other.roomId, { name: "Foreign" }), roomId: other.roomId };
  const attempt = await plantAttempt(demo, foreign);
  const [row] = await runSql<{ id: string }>(
    demo.databaseUrl,
    "SELECT event_id AS id FROM delivery_attempts WHERE id = $1",
    [attempt],
  );
  await signIn(page, manager, `${PATH}/${own}/deliveries?open=${row?.id}`);
  await expect(page.getByText("No deliveries yet")).toBeVisible();
  await expect(paneOf(page)).toHaveCount(0);
  expect((await page.goto(`${PATH}/verify?webhook=${foreign.id}&attempt=${attempt}`))?.status()).toBe(404);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a row opens its delivery, another attempt of it, and closes again", async ({ page, demo }) => {
    const manager = await makeManager(demo);
    const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Plain" }), roomId: manager.roomId };
    await plantAttempt(demo, webhook, { statusCode: 404, error: "http_status", state: "FAILED" });
    await signIn(page, manager, `${PATH}/${webhook.id}/deliveries`);
    await rows(page).click();
    await expect(paneOf(page)).toContainText("Nothing exists at this path.");
    await paneOf(page)
      .getByRole("link", { name: /First attempt/ })
      .click();
    await expect(page).toHaveURL(/attempt=whd_/);
    await page.getByRole("link", { name: "Close the delivery" }).click();
    await expect(paneOf(page)).toHaveCount(0);
    await expect(rows(page)).toHaveCount(1);
  });
});
