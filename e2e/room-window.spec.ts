import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./support/browser/browser";
import { watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { message, post } from "./support/browser/thread-pages";
import { makeRoomScene, openAs } from "./support/scenes/room-scene";

const NODES_MAX = 1_500;
const NODES_OF_MESSAGE_MAX = 20;

const thread = (page: Page) => page.getByRole("region", { name: "Messages of this room" });
const line = (page: Page, n: number) => page.getByText(`Line ${n}`, { exact: true });
const row = (page: Page, n: number) => page.getByRole("listitem").filter({ has: line(page, n) });
const countNodes = (box: Locator) => box.evaluate((element) => element.querySelectorAll("*").length);

async function scrollTo(page: Page, n: number, count: number): Promise<void> {
  await thread(page).evaluate((box, share) => box.scrollTo(0, -share * box.scrollHeight), 1 - n / count);
}

/** Reads page after page, as a reader does who scrolls to the beginning. */
async function goToBeginning(page: Page): Promise<number> {
  return thread(page).evaluate(async (box) => {
    let most = 0;
    while (!/beginning of the room/.test(box.textContent)) {
      box.scrollTo(0, -box.scrollHeight);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      most = Math.max(most, box.querySelectorAll("*").length);
    }
    box.scrollTo(0, -box.scrollHeight);
    return most;
  });
}

test("three thousand messages: nodes stay few, and a place is found again", async ({ page, browser, demo }) => {
  const { ann, ben, path } = await makeRoomScene(demo, { messages: 3_000 });
  const problems = watchProblems(page);
  await signIn(page, ann, path);
  await expect(line(page, 3_000)).toBeInViewport();
  expect(await goToBeginning(page)).toBeLessThanOrEqual(NODES_MAX);
  await expect(line(page, 1)).toBeInViewport();
  await expect(line(page, 3_000)).toHaveCount(0);
  const ofMessage = await thread(page)
    .locator("li[id^=msg_]")
    .evaluateAll((rows) => rows.map((row) => row.querySelectorAll("*").length + 1));
  expect(Math.max(...ofMessage)).toBeLessThanOrEqual(NODES_OF_MESSAGE_MAX);

  // Space far away becomes messages as soon as it is scrolled to.
  await scrollTo(page, 1_500, 3_000);
  const shown = thread(page).locator("li[id^=msg_]").filter({ visible: true });
  await expect(thread(page)).toContainText(/Line 1[45]\d\d/);
  expect(await countNodes(thread(page))).toBeLessThanOrEqual(NODES_MAX);
  expect(await shown.count()).toBeLessThan(100);
  const middle = await findInMiddle(thread(page));
  const placeOf = async () => Math.round((await page.locator(`#${middle}`).boundingBox())?.y ?? Number.NaN);
  const before = await placeOf();
  const other = await openAs(browser, ben, path);
  await post(other, "Said meanwhile");
  await expect(page.getByRole("button", { name: "1 new message" })).toBeVisible();
  expect(await placeOf()).toBe(before);
  await scrollTo(page, 1_490, 3_000);
  await scrollTo(page, 1_400, 3_000);
  await expect(page.locator(`#${middle}`)).toHaveCount(0);

  await page.getByRole("button", { name: "1 new message" }).click();
  await expect(message(page, "Said meanwhile")).toBeInViewport();
  await expect(message(page, "Said meanwhile")).toBeFocused();
  expect(await countNodes(thread(page))).toBeLessThanOrEqual(NODES_MAX);
  expect(problems).toEqual([]);
  await other.context().close();
});

function findInMiddle(box: Locator): Promise<string> {
  return box.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("li[id]")?.id ?? "";
  });
}

test("what is focused or open stays, and a link leads to a message that was put away", async ({ page, demo }) => {
  const { ann, path, roomId, query } = await makeRoomScene(demo, { messages: 300 });
  await query(
    `UPDATE messages SET reply_to_message_id = (SELECT id FROM messages WHERE room_id = $1 AND body = 'Line 30')
     WHERE room_id = $1 AND body = 'Line 299'`,
    [roomId],
  );
  await signIn(page, ann, path);
  const focused = message(page, "Line 300").getByRole("link", { name: /^Reply to/ });
  await focused.focus();
  await goToBeginning(page);
  await expect(line(page, 1)).toBeInViewport();
  await expect(focused).toBeFocused();
  await expect(line(page, 250)).toHaveCount(0);

  await row(page, 5)
    .getByRole("link", { name: /^Reply to/ })
    .focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await row(page, 5).getByRole("link", { name: "Edit", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Text of the message" });
  await field.fill("Line five");
  await scrollTo(page, 300, 300);
  const quote = page.getByRole("link", { name: /In reply to.*Line 30/ });
  await expect(quote).toBeInViewport();
  await expect(field).toHaveValue("Line five");
  await expect(line(page, 150)).toHaveCount(0);

  await quote.click();
  const original = page.locator("li:target");
  await expect(original).toContainText("Line 30");
  await expect(original).toBeInViewport();
  await expect(page).toHaveURL(/#msg_/);
  await expect(line(page, 33)).toBeInViewport();
  await field.press("Enter");
  await expect(message(page, "Line five")).toContainText("edited");
});

test("the keyboard reads the whole thread", async ({ page, demo }) => {
  const { ann, path } = await makeRoomScene(demo, { messages: 200 });
  await signIn(page, ann, path);
  await goToBeginning(page);
  await expect(line(page, 1)).toBeInViewport();
  await thread(page).focus();
  await page.keyboard.press("End");
  await expect(line(page, 200)).toBeInViewport();
  await page.keyboard.press("Home");
  await expect(line(page, 1)).toBeInViewport();
  await expect(line(page, 200)).toHaveCount(0);
});
