import { expect, type Page } from "@playwright/test";
import { expectAccessible, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { tabTo, waitForHydration, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { composer, message, post } from "./support/browser/thread-pages";
import { makeRoomScene, openAs } from "./support/scenes/room-scene";

test("a message appears for the other person at once, exactly as written", async ({ page, browser, demo }) => {
  const { ann, ben, path } = await makeRoomScene(demo);
  const problems = watchProblems(page);
  await signIn(page, ann, path);
  await expect(page.getByRole("heading", { level: 1, name: "Workshop" })).toBeVisible();
  await expect(page).toHaveTitle("Workshop · Lintel");
  const other = await openAs(browser, ben, path);
  await composer(other).fill("a draft of Ben's");

  await composer(page).pressSequentially('<img src=x onerror="alert(1)"> see https://example.com/x.');
  await page.keyboard.press("Shift+Enter");
  await composer(page).pressSequentially("second line");
  await page.keyboard.press("Enter");
  await expect(composer(page)).toHaveValue("");
  await expect(composer(page)).toBeFocused();

  const seen = message(other, "second line");
  await expect(seen).toContainText('<img src=x onerror="alert(1)">');
  await expect(seen).toContainText("Ann Archer");
  await expect(seen.getByRole("link", { name: "https://example.com/x", exact: true })).toHaveAttribute(
    "rel",
    "noopener noreferrer nofollow",
  );
  await expect(other.getByRole("status").filter({ hasText: "Ann Archer:" })).toHaveCount(1);
  // The other person keeps focus and draft.
  await expect(composer(other)).toBeFocused();
  await expect(composer(other)).toHaveValue("a draft of Ben's");
  await other.reload();
  await expect(composer(other)).toHaveValue("a draft of Ben's");
  expect(problems).toEqual([]);
  await other.context().close();
});

test("markup looks alike on its way, for the other person and after a reload", async ({ page, browser, demo }) => {
  const { ann, ben, path } = await makeRoomScene(demo);
  const problems = watchProblems(page);
  await signIn(page, ann, path);
  const other = await openAs(browser, ben, path);
  const body = (of: Page) => message(of, "bold").locator('[dir="auto"]').innerHTML();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/rooms/**", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await composer(page).fill(
    `**bold** and \`code\`, see [the docs](https://example.com/docs)\n\n\`\`\`\n${"wide ".repeat(60)}\n\`\`\`\n\n- <b>one</b>\n- [x](javascript:alert(1))`,
  );
  await page.keyboard.press("Enter");
  await expect(message(page, "bold").getByText("Sending")).toBeVisible();
  await expect(message(page, "bold").locator("strong")).toHaveText("bold");
  const sent = await body(page);
  release();
  await expect(message(other, "bold").locator("strong")).toHaveText("bold");
  await expect(message(other, "bold").getByRole("link", { name: "the docs" })).toHaveAttribute("target", "_blank");
  await expect(message(other, "bold").locator('a[href^="javascript:"], b')).toHaveCount(0);
  expect(await body(other)).toBe(sent);
  await page.unrouteAll();
  await page.reload();
  expect(await body(page)).toBe(sent);
  // A wide block scrolls in itself.
  const block = message(page, "bold").locator("pre");
  expect(await block.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  expect(await measureOverflow(page)).toBe(0);
  await expectAccessible(page, "en");
  expect(problems).toEqual([]);
  await other.context().close();
});

test("whoever opens a room can type, but a link to a message and a focus elsewhere stay", async ({ page, demo }) => {
  const { ann, path } = await makeRoomScene(demo, { messages: 3 });
  await signIn(page, ann, "/rooms");
  await page
    .getByRole("main")
    .getByRole("link", { name: /Workshop/ })
    .click();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Messages of this room" })).toBeFocused();
  await page.getByRole("link", { name: "Members", exact: true }).click();
  // The tab is marked before its page is there, and going back before that opens no room.
  await expect(composer(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Messages", exact: true }).click();
  await expect(composer(page)).toBeFocused();

  const id = await message(page, "Line 2").getAttribute("id");
  await page.goto(`${path}?message=${id}`);
  await waitForHydration(page);
  await expect(composer(page)).not.toBeFocused();
  // The skip link has the focus before the scripts of the page run.
  await page.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () =>
      document.querySelector<HTMLElement>('a[href="#content"]')?.focus(),
    ),
  );
  await page.goto(path);
  await waitForHydration(page);
  await expect(page.locator('a[href="#content"]')).toBeFocused();
});

test("the button loads older messages", async ({ page, demo }) => {
  const { ann, path } = await makeRoomScene(demo, { messages: 130 });
  // The button scrolls into sight when it gets the focus, which would read on by itself.
  await page.addInitScript(() => {
    IntersectionObserver.prototype.observe = () => undefined;
  });
  await signIn(page, ann, path);
  const older = page.getByRole("link", { name: "Show older messages" });
  const line = (n: number) => page.getByText(`Line ${n}`, { exact: true });
  await older.focus();
  await page.keyboard.press("Enter");
  await expect(line(80)).toHaveCount(1);
  await older.focus();
  await page.keyboard.press("Enter");
  const beginning = page.getByText("This is the beginning of the room.");
  await expect(beginning).toHaveCount(1);
  const thread = page.getByRole("region", { name: "Messages of this room" });
  await thread.evaluate((element) => element.scrollTo(0, -element.scrollHeight));
  await expect(beginning).toBeInViewport();
  await expect(line(1)).toBeInViewport();
});

test("new messages do not move the text being read, and scrolling loads older ones", async ({
  page,
  browser,
  demo,
}) => {
  const { ann, ben, path } = await makeRoomScene(demo, { messages: 130 });
  await signIn(page, ben, path);
  const thread = page.getByRole("region", { name: "Messages of this room" });
  await expect(message(page, "Line 130")).toBeInViewport();
  await expect(message(page, "Line 80")).toHaveCount(0);
  const line = (n: number) => page.getByText(`Line ${n}`, { exact: true });
  const goUp = () => thread.evaluate((element) => element.scrollTo(0, -element.scrollHeight));
  const beginning = page.getByText("This is the beginning of the room.");
  await goUp();
  await expect(line(70)).toHaveCount(1);
  // The older messages appear above and move nothing.
  await expect(line(81)).toBeInViewport();
  await expect(line(31)).not.toBeInViewport();
  await goUp();
  await expect(beginning).toHaveCount(1);
  await expect(line(31)).toBeInViewport();
  await expect(beginning).not.toBeInViewport();
  await goUp();
  await expect(beginning).toBeInViewport();

  await thread.evaluate((element) => element.scrollTo(0, -1_000));
  const placeOf = () => line(115).boundingBox();
  const before = await placeOf();
  const other = await openAs(browser, ann, path);
  await post(other, "A new one");
  await expect(page.getByRole("button", { name: "1 new message" })).toBeVisible();
  expect((await placeOf())?.y).toBeCloseTo(before?.y ?? Number.NaN, 0);
  await page.getByRole("button", { name: "1 new message" }).click();
  await expect(message(page, "A new one")).toBeInViewport();
  await expect(page.getByRole("button", { name: "1 new message" })).toHaveCount(0);
  await other.context().close();
});

test("holds a conversation by keyboard alone, with replies and their originals", async ({ page, demo }) => {
  const { ann, path } = await makeRoomScene(demo, { messages: 60 });
  await signIn(page, ann, path);
  await tabTo(page, "textbox", "Message");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  // The focus returns to the composer from the elements before it.
  await tabTo(page, "textbox", "Message");
  const answer = message(page, "Line 60").getByRole("link", { name: "Reply to Ann Archer" });
  await answer.focus();
  await page.keyboard.press("Enter");
  await expect(composer(page)).toBeFocused();
  await expect(page.getByText("Reply to Ann Archer", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Reply to Ann Archer", { exact: true })).toHaveCount(0);
  await answer.focus();
  await page.keyboard.press("Enter");
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type("An answer");
  await page.keyboard.press("Enter");
  // Saving replaces the element, so focus in it would be lost. Its quote is named "In reply to Ann Archer".
  const saved = { name: "Reply to Ann Archer", exact: true };
  await expect(message(page, "An answer").getByRole("link", saved)).toBeAttached();
  const quote = message(page, "An answer").getByRole("link", { name: /In reply to.*Line 60/ });
  await quote.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#msg_/);
  await expect(page.getByText("Reply to Ann Archer", { exact: true })).toHaveCount(0);
});

test("a reply leads to an old message, and from there back to the newest", async ({ page, demo }) => {
  const { ann, path, roomId, query } = await makeRoomScene(demo, { messages: 160 });
  await query(
    `UPDATE messages SET reply_to_message_id = (SELECT min(id) FROM messages WHERE room_id = $1)
     WHERE id = (SELECT max(id) FROM messages WHERE room_id = $1)`,
    [roomId],
  );
  await signIn(page, ann, path);
  await page.getByRole("link", { name: /In reply to.*Line 1/ }).click();
  await expect(page.getByText("Line 1", { exact: true })).toBeInViewport();
  await page.getByRole("link", { name: "To the newest messages" }).click();
  await expect(message(page, "Line 160")).toBeInViewport();
});

test("a message that comes before the browser has told of a scrolling moves nobody", async ({
  page,
  browser,
  demo,
}) => {
  const { ann, ben, path, roomId, query } = await makeRoomScene(demo, { messages: 45 });
  await query(
    `UPDATE messages SET reply_to_message_id = (SELECT id FROM messages WHERE room_id = $1 AND body = 'Line 20')
     WHERE room_id = $1 AND body = 'Line 45'`,
    [roomId],
  );
  // It never tells.
  await page.addInitScript(() => {
    const add = Reflect.get(EventTarget.prototype, "addEventListener") as () => void;
    const addAllButScroll = function addAllButScroll(this: unknown, ...given: unknown[]) {
      if (given[0] !== "scroll") Reflect.apply(add, this, given);
    };
    Reflect.set(EventTarget.prototype, "addEventListener", addAllButScroll);
  });
  await signIn(page, ann, path);
  await page.getByRole("link", { name: /In reply to.*Line 20/ }).click();
  // The first of two: the reply quotes it.
  const original = page.getByText("Line 20", { exact: true }).first();
  await expect(original).toBeInViewport();
  const other = await openAs(browser, ben, path);
  await post(other, "just now");
  await expect(message(page, "just now")).toHaveCount(1);
  await expect(original).toBeInViewport();
  await other.context().close();
});

test("Enter that ends a Japanese composition sends nothing", async ({ page, demo }) => {
  const { ann, path } = await makeRoomScene(demo, { locale: "ja" });
  await signIn(page, ann, path);
  const field = page.getByRole("textbox", { name: "メッセージ" });
  await field.fill("了解です");
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    await field.evaluate((element, init) => {
      element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...init }));
    }, composing);
  await expect(field).toHaveValue("了解です");
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await expect(page.getByRole("listitem").filter({ hasText: "了解です" })).toHaveCount(1);
});

test("a message that is too long stays in the composer", async ({ page, demo }) => {
  const { ann, path } = await makeRoomScene(demo);
  await signIn(page, ann, path);
  await composer(page).fill("長".repeat(10_001));
  await expect(page.getByText("10,001 of 10,000 characters")).toBeVisible();
  await composer(page).press("Enter");
  await expect(page.getByText("10,000 characters at most", { exact: false }).first()).toBeVisible();
  expect((await composer(page).inputValue()).length).toBe(10_001);
});

test("a guest can only read, and loses the open room when removed", async ({ page, demo }) => {
  const { ben, path, roomId, query } = await makeRoomScene(demo, { benRole: 10, messages: 2 });
  await signIn(page, ben, path);
  await expect(page.getByText("You are a guest here: you can read, but not write.")).toBeVisible();
  await expect(message(page, "Line 2")).toBeVisible();
  await expect(composer(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Reply to/ })).toHaveCount(0);
  await query("DELETE FROM room_members WHERE room_id = $1 AND user_id = $2", [roomId, ben.id]);
  await expect(page.getByRole("heading", { name: "Room not found" })).toBeVisible();
  const unknown = await page.request.get(`/rooms/room_${"0".repeat(26)}`);
  const removed = await page.request.get(path);
  expect([unknown.status(), removed.status()]).toEqual([404, 404]);
});

test("direct messages start with a colleague, stay between two people and are never part of the API", async ({
  page,
  browser,
  demo,
}) => {
  const { ann, ben, query } = await makeRoomScene(demo);
  await signIn(page, ann, "/rooms");
  await page.getByRole("main").getByRole("link", { name: "New message" }).click();
  await page.getByRole("searchbox", { name: "Search people" }).fill(ben.email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Message / })).toHaveCount(1);
  await page.getByRole("button", { name: "Message Ben Baker" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ben Baker" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Parts of this room" }).getByRole("link")).toHaveText([
    "Messages",
    "Files",
  ]);
  await post(page, "Between us");
  const path = new URL(page.url()).pathname;
  const other = await openAs(browser, ben, "/rooms");
  await other
    .getByRole("main")
    .getByRole("link", { name: /^Ann Archer/ })
    .click();
  // The list of rooms shows the line too.
  await expect(other).toHaveURL(path);
  await expect(message(other, "Between us")).toBeVisible();
  expect((await other.request.get(`${path}/members`)).status()).toBe(404);
  await other.context().close();

  const answer = await page.request.get(`/v1${path}/messages`, {
    headers: { "x-api-key": demo.apiKeys.org.key },
  });
  expect([answer.status(), (await answer.json()).error.code]).toEqual([404, "room_not_found"]);
  const rooms = await query(
    "SELECT 1 FROM rooms r JOIN room_members m ON m.room_id = r.id WHERE m.user_id = $1 AND r.room_type = 1",
    [ann.id],
  );
  expect(rooms).toHaveLength(1);
});

test("the room's menu has its id to copy on every tab, and none for direct messages", async ({
  page,
  context,
  demo,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { ben, path, roomId, query } = await makeRoomScene(demo);
  await signIn(page, ben, path);
  for (const tab of ["Members", "Messages"]) {
    await page.getByRole("link", { name: tab, exact: true }).click();
    await expect(page.getByRole("link", { name: tab, exact: true })).toHaveAttribute("aria-current", "page");
    await page.getByLabel("Room menu").click();
    await expect(page.getByText(roomId)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText(roomId)).toBeHidden();
    await expect(page.getByLabel("Room menu")).toBeFocused();
  }
  await page.getByLabel("Room menu").click();
  await page.getByRole("button", { name: "Copy Room ID" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Room ID" })).toHaveCount(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(roomId);
  await query("UPDATE rooms SET room_type = 1 WHERE id = $1", [roomId]);
  await page.goto(path);
  await expect(page.getByRole("main").getByText("Direct messages").filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Copy Room ID" })).toHaveCount(0);
});

test("an empty list of files leads to the message that takes one", async ({ page, demo }) => {
  const { ben, path } = await makeRoomScene(demo);
  await signIn(page, ben, `${path}/files`);
  await page.getByRole("link", { name: "Attach files to a message" }).click();
  await expect(composer(page)).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("posts a message and a reply, reads older messages and finds a room", async ({ page, demo }) => {
    const { ann, path } = await makeRoomScene(demo, { messages: 70 });
    await signIn(page, ann, "/rooms?q=work");
    await page.getByRole("main").getByRole("link", { name: "Workshop" }).click();
    await expect(page).toHaveURL(path);
    // The thread opens at its end without a script.
    await expect(page.getByText("Line 70", { exact: true })).toBeInViewport();
    await composer(page).fill("plain form");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(message(page, "plain form")).toBeVisible();
    await expect(composer(page)).toHaveValue("");
    await composer(page).fill("  ");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("Write something first.").first()).toBeVisible();
    await message(page, "plain form").getByRole("link", { name: "Reply to Ann Archer" }).click();
    await composer(page).fill("and its answer");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(message(page, "and its answer").getByText("plain form")).toBeVisible();
    await page.getByRole("link", { name: "Show older messages" }).click();
    await expect(page.getByText("Line 1", { exact: true })).toHaveCount(1);
  });
});
