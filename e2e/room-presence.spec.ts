import { expect } from "@playwright/test";
import { expectAccessible } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { composer, message } from "./support/browser/thread-pages";
import { makeRoomScene, openAs } from "./support/scenes/room-scene";

test("people see who is here and who is writing, until the message is there", async ({ page, browser, demo }) => {
  const scene = await makeRoomScene(demo, { messages: 1 });
  const problems = watchProblems(page);
  await signIn(page, scene.ann, scene.path);
  const other = await openAs(browser, scene.ben, scene.path);
  const roll = page.getByText("2 here", { exact: true });
  await expect(roll).toBeVisible();
  await roll.press("Enter");
  const list = page.getByRole("list", { name: "People in this room now" });
  await expect(list.getByRole("listitem")).toHaveText([/Ann Archer \(you\)/, /Ben Baker/]);
  await expectAccessible(page, "en");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, "en");
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();

  const writing = page.getByRole("status").filter({ hasText: "Ben Baker is writing…" });
  // Signals expire while a slow machine looks: then the next letter signals again.
  await expect(async () => {
    await composer(other).pressSequentially("a");
    await expect(writing).toHaveCount(1, { timeout: 4_000 });
  }).toPass();
  await expect(other.getByText(/is writing…/)).toHaveCount(0);
  await composer(other).fill("All done");
  await composer(other).press("Enter");
  await expect(message(page, "All done")).toBeVisible();
  await expect(writing).toHaveCount(0);
  await other.context().close();
  await expect(roll).toHaveCount(0);
  expect(problems).toEqual([]);
});

test("someone who does not want to be seen is not shown, from the moment they say so", async ({
  page,
  browser,
  demo,
}) => {
  const scene = await makeRoomScene(demo);
  await signIn(page, scene.ann, scene.path);
  const other = await openAs(browser, scene.ben, scene.path);
  await expect(page.getByText("2 here", { exact: true })).toBeVisible();
  const settings = await other.context().newPage();
  await settings.goto("/settings/account");
  await settings.getByRole("checkbox", { name: "Do not show others when I am in a room" }).check();
  await settings.getByRole("button", { name: "Save changes" }).click();
  await expect(settings.getByRole("status").first()).toBeVisible();
  await expect(page.getByText("2 here", { exact: true })).toHaveCount(0);
  await settings.reload();
  await expect(settings.getByRole("checkbox", { name: "Do not show others when I am in a room" })).toBeChecked();
  await other.context().close();
});

test("on a phone the list of people fits", async ({ browser, demo }) => {
  const scene = await makeRoomScene(demo, { messages: 1, locale: "ja" });
  const context = await browser.newContext({
    baseURL: process.env["SVC_TEST_BASE_URL"] ?? "",
    viewport: { width: 320, height: 560 },
  });
  const page = await context.newPage();
  await signIn(page, scene.ann, scene.path);
  const other = await openAs(browser, scene.ben, scene.path);
  await page.getByText("2 人が閲覧中").click();
  const box = await page.getByRole("list", { name: "今このルームにいる人" }).boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 320).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectAccessible(page, "ja");
  await Promise.all([context.close(), other.context().close()]);
});
