import { expect, type Page } from "@playwright/test";
import type { Manifest } from "../prisma/seed/manifest";
import { test } from "./support/browser/browser";
import { waitForHydration } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { composer } from "./support/browser/thread-pages";
import { PATH } from "./support/browser/webhook-pages";
import { makePerson } from "./support/scenes/people";
import { makeRecordScene } from "./support/scenes/record-rows";
import { openAs } from "./support/scenes/room-scene";
import { makeManager, plantAttempt, plantWebhook } from "./support/scenes/webhook-rows";

async function listenTo(page: Page): Promise<(text: string) => Promise<number>> {
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

test.use({ viewport: { width: 1280, height: 900 } });

const status = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const pane = (page: Page) => page.getByRole("region", { name: "The selected delivery" });
const row = (page: Page, name: string) => page.getByRole("table").getByRole("link", { name });

/** A webhook with three deliveries, the newest first: task.updated, task.created, record.created. */
async function openDeliveries(page: Page, demo: Manifest): Promise<string> {
  const { roomId, ...manager } = await makeManager(demo);
  const webhook = { id: await plantWebhook(demo, roomId, { name: "Heard" }), roomId };
  await plantAttempt(demo, webhook);
  await plantAttempt(demo, webhook, { event: "task.created" });
  await plantAttempt(demo, webhook, { event: "task.updated", statusCode: 503, error: "http_status", state: "FAILED" });
  const path = `${PATH}/${webhook.id}/deliveries`;
  await signIn(page, manager, path);
  return path;
}

test("a filter keeps the focus and says how many rows it has left, each time", async ({ page, demo }) => {
  const path = await openDeliveries(page, demo);
  const state = page.getByRole("combobox", { name: "Status" });
  await state.focus();
  await state.selectOption("SUCCEEDED");
  await expect(status(page, "2 entries shown")).toHaveCount(1);
  await expect(state).toBeFocused();
  await expect(state).toHaveValue("SUCCEEDED");
  await state.selectOption("FAILED");
  await expect(status(page, "1 entry shown")).toHaveCount(1);
  await state.selectOption("HELD");
  await expect(status(page, "Nothing matches")).toHaveCount(1);
  await expect(state).toBeFocused();
  await page.getByRole("link", { name: "Clear" }).focus();
  await page.keyboard.press("Enter");
  await expect(status(page, "3 entries shown")).toHaveCount(1);
  await expect(state).toBeFocused();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("button", { name: "Filter", exact: true })).toBeHidden();
  await page.getByText("From, to").click();
  await page.getByLabel("From (UTC)").fill("2099-01-01T00:00");
  await expect(status(page, "Nothing matches")).toHaveCount(1);
  await expect(page.getByLabel("From (UTC)")).toBeFocused();
});

test("an opened row is no filter: its pane is announced, and a second Enter goes there", async ({ page, demo }) => {
  await openDeliveries(page, demo);
  await row(page, "task.created").focus();
  await page.keyboard.press("Enter");
  await expect(status(page, "Details open.")).toHaveCount(1);
  await expect(status(page, "shown")).toHaveCount(0);
  await expect(row(page, "task.created")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(pane(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Close the delivery" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(pane(page)).toHaveCount(0);
  await expect(status(page, "Details open.")).toHaveCount(0);
  await expect(row(page, "task.created")).toBeFocused();
});

test("a second row that is opened is announced in the same words, and so is a number of rows", async ({
  page,
  demo,
}) => {
  await openDeliveries(page, demo);
  const heard = await listenTo(page);
  for (const name of ["task.created", "record.created"]) {
    await row(page, name).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/open=/);
    await expect(pane(page)).toContainText(name);
  }
  await expect.poll(() => heard("Details open.")).toBe(2);
  await page.keyboard.press("Escape");
  await expect(pane(page)).toHaveCount(0);
  for (const name of ["task.created", "task.updated"]) {
    await page.getByRole("combobox", { name: "Event" }).selectOption(name);
    await expect(page).toHaveURL(new RegExp(`event=${name}`));
    await expect(row(page, name)).toHaveCount(1);
  }
  await expect.poll(() => heard("1 entry shown")).toBe(2);
});

test("a copy button that is pressed twice says so twice", async ({ page, context, demo }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { roomId, ...manager } = await makeManager(demo);
  await signIn(page, manager, `${PATH}/${await plantWebhook(demo, roomId, { name: "Heard" })}`);
  const heard = await listenTo(page);
  const copy = page.getByRole("button", { name: "Copy endpoint URL" });
  await copy.click();
  await copy.click();
  await expect.poll(() => heard("endpoint URL copied")).toBe(2);
});

test("a form that stays says each time that it has saved", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo), "/settings/account");
  const heard = await listenTo(page);
  for (const count of [1, 2]) {
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(() => heard("Your changes are saved")).toBe(count);
  }
});

test("two comments and two messages in a row by one person are both announced", async ({ page, browser, demo }) => {
  const scene = await makeRecordScene(demo);
  const id = await scene.plantRecord({ title: "Budget" });
  await signIn(page, scene.creator, `/rooms/${scene.roomId}/records/${id}`);
  const other = await openAs(browser, scene.manager, `/rooms/${scene.roomId}/records/${id}`);
  const heard = await listenTo(page);
  const comment = other.getByRole("textbox", { name: "Add to the discussion" });
  for (const count of [1, 2]) {
    await comment.fill("Agreed");
    await comment.press("Enter");
    await expect.poll(() => heard("New comment from Max Manager")).toBe(count);
  }
  await page.goto(`/rooms/${scene.roomId}`);
  await waitForHydration(page);
  await other.goto(`/rooms/${scene.roomId}`);
  await waitForHydration(other);
  const heardMessages = await listenTo(page);
  const message = composer(other);
  for (const count of [1, 2]) {
    await message.fill("Yes");
    await message.press("Enter");
    await expect.poll(() => heardMessages("Max Manager: Yes")).toBe(count);
  }
  await other.context().close();
});

test("each row opens itself in a browser that does not position rows, as WebKit", async ({ page, demo }) => {
  await openDeliveries(page, demo);
  await expect(page.locator("a[data-row]")).toHaveCount(3);
  const ofItself = await page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>("tr:has(a[data-row])")];
    for (const { style } of rows) style.position = "static";
    return rows.map((shown) => {
      const { left, top, height } = shown.getBoundingClientRect();
      return shown.contains(document.elementFromPoint(left + 4, top + height / 2)?.closest("a[data-row]") ?? null);
    });
  });
  expect(ofItself).toEqual([true, true, true]);
});

test("that something is done arrives within a status that is there already", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo), "/settings/notifications/preferences");
  const heard = await listenTo(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/saved=1/);
  await expect.poll(() => heard("Your preferences are saved.")).toBe(1);
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => heard("Your preferences are saved.")).toBe(2);
});

test("the palette names its results in the language of the page", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo, { locale: "ja" }));
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("listbox", { name: "結果" })).toBeVisible();
});
