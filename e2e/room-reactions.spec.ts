import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { composer, message, post } from "./support/browser/thread-pages";
import { makeRoomScene, openAs } from "./support/scenes/room-scene";

const THUMBS = "👍";
const chip = (item: Locator, emoji = THUMBS) =>
  item.getByRole("list", { name: "Reactions" }).getByRole("button", { name: new RegExp(`^${emoji}`) });
const picker = (page: Page) => page.getByRole("dialog", { name: "Choose a reaction" });
const search = (page: Page) => page.getByRole("searchbox", { name: "Search emoji" });
const form = (page: Page) => page.getByRole("group", { name: "Choose a reaction" });

async function openPicker(page: Page, text: string): Promise<void> {
  await message(page, text)
    .getByRole("link", { name: /^Reply to/ })
    .focus();
  await page.keyboard.press("ArrowLeft");
  await expect(message(page, text).getByRole("link", { name: /^React to/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(picker(page)).toBeVisible();
}

test("a reaction is put and taken back by keyboard, and the other person sees it arrive", async ({
  page,
  browser,
  demo,
}) => {
  const scene = await makeRoomScene(demo);
  const problems = watchProblems(page);
  await signIn(page, scene.ann, scene.path);
  await post(page, "Shall we ship?");
  const other = await openAs(browser, scene.ben, scene.path);
  const [mine, theirs] = [message(page, "Shall we ship?"), message(other, "Shall we ship?")];
  await expect(theirs).toBeVisible();

  await openPicker(page, "Shall we ship?");
  await expect(picker(page).getByRole("button", { name: "thumbs up" })).toBeFocused();
  await expectAccessible(page, "en");
  await page.keyboard.press("Escape");
  await expect(picker(page)).toHaveCount(0);
  await expect(mine).toBeFocused();
  await openPicker(page, "Shall we ship?");
  await page.keyboard.press("Enter");
  await expect(picker(page)).toHaveCount(0);
  await expect(chip(mine)).toHaveAttribute("aria-pressed", "true");
  await expect(chip(mine)).toHaveAccessibleName(`${THUMBS} 1: you`);

  await expect(chip(theirs)).toHaveAccessibleName(`${THUMBS} 1: Ann Archer`);
  await expect(chip(theirs)).toHaveAttribute("aria-pressed", "false");
  await chip(theirs).focus();
  await other.keyboard.press("Space");
  await expect(chip(theirs)).toHaveAttribute("aria-pressed", "true");
  await expect(chip(mine)).toHaveAccessibleName(`${THUMBS} 2: you and Ben Baker`);
  await expectAccessible(page, "en");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, "en");

  // The names are shown with the focus, and Escape puts them away.
  await mine.focus();
  await page.keyboard.press("Tab");
  await expect(chip(mine)).toBeFocused();
  const people = mine.getByText("you and Ben Baker");
  await expect(people).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(people).toBeHidden();

  await page.keyboard.press("Enter");
  await expect(chip(mine)).toHaveAccessibleName(`${THUMBS} 1: Ben Baker`);
  await chip(theirs).click();
  await expect(chip(mine)).toHaveCount(0);
  expect(problems).toEqual([]);
  await other.context().close();
});

test("an emoji is found by its name or typed, and the picker pushes nothing away", async ({ page, demo }) => {
  const scene = await makeRoomScene(demo, { messages: 2 });
  await signIn(page, scene.ann, scene.path);
  const line = message(page, "Line 1");
  const place = await line.boundingBox();
  await openPicker(page, "Line 1");
  expect(await line.boundingBox()).toEqual(place);
  await page.keyboard.press("ArrowRight");
  await expect(picker(page).getByRole("button", { name: "red heart" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(picker(page).getByRole("button", { name: "blush" })).toBeFocused();
  await page.keyboard.type("bug");
  await expect(search(page)).toHaveValue("bug");
  await expect(picker(page).getByRole("button")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(chip(line, "🐛")).toHaveAttribute("aria-pressed", "true");

  await openPicker(page, "Line 1");
  await search(page).fill("qqq");
  await search(page).press("Enter");
  await expect(picker(page).getByText("No emoji found.")).toBeVisible();
  await search(page).fill("👩🏽‍💻");
  await search(page).press("Enter");
  await expect(chip(line, "👩🏽‍💻")).toHaveAttribute("aria-pressed", "true");
  // Both are shown before they are sent, and a reload would break off what is under way.
  const saved = "SELECT FROM message_reactions r JOIN messages m ON m.id = r.message_id WHERE m.room_id = $1";
  await expect.poll(async () => (await scene.query(saved, [scene.roomId])).length).toBe(2);
  await page.reload();
  await expect(chip(line, "👩🏽‍💻")).toHaveAttribute("aria-pressed", "true");

  // A press beside it closes it and goes where it was aimed.
  await openPicker(page, "Line 1");
  await composer(page).click();
  await expect(picker(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
});

test("an emoji is inserted at the cursor of a message, by keyboard and by pointer", async ({ page, demo }) => {
  const scene = await makeRoomScene(demo);
  await signIn(page, scene.ann, scene.path);
  const button = page.getByRole("button", { name: "Insert an emoji" });
  const choice = page.getByRole("dialog", { name: "Insert an emoji" });
  await composer(page).fill("Good morning");
  for (let n = 0; n < " morning".length; n += 1) await page.keyboard.press("ArrowLeft");
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(choice.getByRole("button", { name: "thumbs up" })).toBeFocused();
  await expectAccessible(page, "en");
  await page.keyboard.press("Escape");
  await expect(choice).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("sun,");
  await page.keyboard.press("Enter");
  await expect(composer(page)).toHaveValue("Good☀️ morning");
  await expect(composer(page)).toBeFocused();
  await button.click();
  await expect(choice).toBeVisible();
  await button.click();
  await expect(choice).toHaveCount(0);
  await button.click();
  await choice.getByRole("button", { name: "coffee" }).click();
  await expect(composer(page)).toHaveValue("Good☀️☕ morning");
  await composer(page).press("Enter");
  await expect(message(page, "Good☀️☕ morning")).toBeVisible();
});

test("a refused reaction is taken back with its reason", async ({ page, demo }) => {
  const scene = await makeRoomScene(demo, { messages: 1 });
  await signIn(page, scene.ben, scene.path);
  await openPicker(page, "Line 1");
  await scene.query("UPDATE room_members SET role = 10 WHERE room_id = $1 AND user_id = $2", [
    scene.roomId,
    scene.ben.id,
  ]);
  await page.keyboard.press("Enter");
  await expect(message(page, "Line 1").getByText(/Guests have read-only access/)).toBeVisible();
  await expect(chip(message(page, "Line 1"))).toHaveCount(0);
});

test("a guest sees reactions and gets no button", async ({ page, demo }) => {
  const scene = await makeRoomScene(demo, { messages: 1, benRole: 10 });
  await scene.query(
    `INSERT INTO message_reactions (message_id, emoji, user_id, created_at) SELECT id, $2, author_id, now() FROM messages WHERE room_id = $1`,
    [scene.roomId, THUMBS],
  );
  await signIn(page, scene.ben, scene.path);
  await expect(message(page, "Line 1").getByText(`${THUMBS} 1: Ann Archer`)).toHaveCount(1);
  await expect(message(page, "Line 1").getByRole("button")).toHaveCount(0);
  await expectAccessible(page, "en");
});

test("on a phone the choice fits, and a finger hits it", async ({ browser, demo }) => {
  const scene = await makeRoomScene(demo, { messages: 1, locale: "ja" });
  const context = await browser.newContext({
    baseURL: process.env["SVC_TEST_BASE_URL"] ?? "",
    viewport: { width: 320, height: 560 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await signIn(page, scene.ann, scene.path);
  await message(page, "Line 1").getByRole("button").tap();
  await page.getByRole("dialog").getByRole("button", { name: "ほかの絵文字" }).tap();
  const choice = page.getByRole("dialog", { name: "リアクションを選ぶ" });
  await expect(choice).toBeVisible();
  const box = await choice.boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 320).toBe(true);
  await choice.getByRole("button", { name: "クラッカー" }).tap();
  await expect(page.getByRole("button", { name: "🎉 1 件：自分" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await context.close();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("reactions are put, typed and taken back", async ({ page, demo }) => {
    const scene = await makeRoomScene(demo, { messages: 2 });
    await signIn(page, scene.ann, scene.path);
    const line = message(page, "Line 1");
    await line.getByRole("link", { name: /^React to/ }).click();
    await form(page).getByRole("button", { name: THUMBS }).click();
    await expect(chip(line)).toHaveAttribute("aria-pressed", "true");
    await line.getByRole("link", { name: /^React to/ }).click();
    await form(page).getByRole("textbox", { name: "Another emoji" }).fill("no emoji");
    await form(page).getByRole("button", { name: "React" }).click();
    // The choice stays open.
    await expect(page.getByText("Choose a single emoji")).toBeVisible();
    await form(page).getByRole("textbox", { name: "Another emoji" }).fill("🚲");
    await form(page).getByRole("button", { name: "React" }).click();
    await expect(chip(line, "🚲")).toHaveAttribute("aria-pressed", "true");
    await chip(line).click();
    await expect(chip(line)).toHaveCount(0);
    await expect(chip(line, "🚲")).toHaveCount(1);
  });
});
