import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { composer, message, post } from "./support/browser/thread-pages";
import { makeRoomScene, openAs } from "./support/scenes/room-scene";

const people = (page: Page) => page.getByRole("listbox", { name: "People to mention" });
const ben = (page: Page) => people(page).getByRole("option", { name: "Ben Baker" });

test("a name is completed by keyboard, and highlighted for the person whom it names", async ({
  page,
  browser,
  demo,
}) => {
  const scene = await makeRoomScene(demo);
  const problems = watchProblems(page);
  const other = await openAs(browser, scene.ben, scene.path);
  await signIn(page, scene.ann, scene.path);
  await composer(page).pressSequentially("Hello @be");
  await expect(ben(page)).toHaveAttribute("aria-selected", "true");
  await expect(composer(page)).toHaveAttribute("aria-activedescendant", (await ben(page).getAttribute("id")) ?? "");
  await expect(page.getByRole("status").filter({ hasText: "1 person found" })).toHaveCount(1);
  await expectAccessible(page, "en");
  // Escape is for the list alone, and Enter sends no half-written message.
  await page.keyboard.press("Escape");
  await expect(people(page)).toHaveCount(0);
  await expect(composer(page)).toHaveValue("Hello @be");
  await page.keyboard.press("n");
  await expect(ben(page)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(composer(page)).toHaveValue("Hello @Ben Baker ");
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type("!");
  await page.keyboard.press("Enter");

  await expect(message(page, "Hello @Ben Baker !").locator("span", { hasText: /^@Ben Baker$/ })).toBeVisible();
  await expect(message(other, "Hello @Ben Baker !").locator("mark")).toHaveText("@Ben Baker");
  await expectAccessible(other, "en");
  await scene.query("UPDATE users SET name = 'Ben Smith' WHERE id = $1", [scene.ben.id]);
  await other.reload();
  await expect(message(other, "Hello @Ben Smith !").locator("mark")).toBeVisible();
  expect(problems).toEqual([]);
});

test("a mention shows in the list of rooms until the room is opened, and an edit may add one", async ({
  page,
  browser,
  demo,
}) => {
  const scene = await makeRoomScene(demo);
  await signIn(page, scene.ann, scene.path);
  await post(page, "Look at this");
  const other = await openAs(browser, scene.ben, "/rooms");
  const row = other.locator("#content").getByRole("link", { name: /Workshop/ });
  await expect(row).toContainText("1 unread message");
  await expect(row).not.toContainText("You are mentioned");

  await message(page, "Look at this")
    .getByLabel(/^More for/)
    .focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Edit", exact: true }).press("Enter");
  const editor = page.getByRole("textbox", { name: "Text of the message" });
  await editor.press("End");
  await editor.pressSequentially(" @Ben");
  await ben(page).click();
  await expect(editor).toHaveValue("Look at this @Ben Baker ");
  await editor.press("Enter");
  await expect(message(page, "Look at this")).toContainText("(edited)");
  await other.reload();
  await expect(row).toContainText("You are mentioned");
  await expectAccessible(other, "en");
  await row.click();
  await expect(message(other, "Look at this").locator("mark")).toBeVisible();
  const navigation = other
    .getByRole("navigation", { name: "Rooms", exact: true })
    .getByRole("link", { name: /Workshop/ });
  await expect(navigation).not.toContainText("You are mentioned");
});

test("reading a mention in its room reads its notice, and the bell follows", async ({ page, demo }) => {
  const scene = await makeRoomScene(demo, { messages: 2 });
  await scene.query(
    `INSERT INTO notifications (key, kind, audience, subject_id, facts, created_at, spread_at)
     SELECT 'message.mentioned:' || m.id || ':' || $2, 'message.mentioned', 'seat:' || m.room_id || ':' || $2, m.id,
       jsonb_build_object('by', 'Ann Archer', 'roomId', m.room_id, 'room', 'Workshop'), now(), now()
     FROM messages m WHERE m.room_id = $1 AND m.body = 'Line 1'`,
    [scene.roomId, scene.ben.id],
  );
  const bell = (name: string) => page.getByRole("link", { name, exact: true });
  await signIn(page, scene.ben, "/rooms");
  await expect(bell("Notifications, 1 unread")).toBeVisible();
  await page.goto(`${scene.path}/members`);
  await expect(bell("Notifications, 1 unread")).toBeVisible();
  await page.getByRole("link", { name: "Messages", exact: true }).click();
  await expect(message(page, "Line 1")).toBeVisible();
  await expect(bell("Notifications")).toBeVisible();
  await page.goto("/settings/notifications");
  await expect(page.getByRole("list", { name: "People" }).getByRole("listitem")).toContainText("Ann Archer");
  await expect(page.getByText("Unread", { exact: true })).toHaveCount(0);
});

test("on a phone a finger chooses, and the keyboard stays", async ({ browser, demo }) => {
  const scene = await makeRoomScene(demo);
  const context = await browser.newContext({
    baseURL: process.env["SVC_TEST_BASE_URL"] ?? "",
    viewport: { width: 320, height: 560 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await signIn(page, scene.ann, scene.path);
  await composer(page).pressSequentially("@");
  await expect(ben(page)).toBeVisible();
  const [list, height] = [await people(page).boundingBox(), await ben(page).evaluate((option) => option.clientHeight)];
  expect([list?.x ?? -1, (list?.x ?? 0) + (list?.width ?? 999)].every((edge) => edge >= 0 && edge <= 320)).toBe(true);
  expect(height).toBeGreaterThanOrEqual(44);
  await ben(page).tap();
  await expect(composer(page)).toHaveValue("@Ben Baker ");
  await expect(composer(page)).toBeFocused();
});

test("without JavaScript a typed name mentions", async ({ browser, demo }) => {
  const scene = await makeRoomScene(demo);
  const context = await browser.newContext({
    baseURL: process.env["SVC_TEST_BASE_URL"] ?? "",
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await signIn(page, scene.ann, scene.path);
  await composer(page).fill("@ben baker, hello");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(message(page, "@Ben Baker, hello").locator("span", { hasText: /^@Ben Baker$/ })).toBeVisible();
});
