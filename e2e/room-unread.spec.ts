import { expect, type Page } from "@playwright/test";
import { newId } from "../lib/platform/ids";
import { test } from "./support/browser/browser";
import { watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { message, post } from "./support/browser/thread-pages";
import { makeRoomScene, openAs, type RoomScene } from "./support/scenes/room-scene";

const row = (page: Page) => page.locator("#content").getByRole("link", { name: /Workshop/ });
const navigation = (page: Page) =>
  page.getByRole("navigation", { name: "Rooms", exact: true }).getByRole("link", { name: /Workshop/ });
/** The page asks again as soon as it is looked at. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

async function findPlace({ query, ben, roomId }: RoomScene): Promise<string | undefined> {
  const rows = await query<{ id: string }>(
    "SELECT message_id AS id FROM read_places WHERE user_id = $1 AND room_id = $2",
    [ben.id, roomId],
  );
  return rows[0]?.id;
}

async function findNewest({ query, roomId }: RoomScene): Promise<string | undefined> {
  const rows = await query<{ id: string }>("SELECT max(id) AS id FROM messages WHERE room_id = $1", [roomId]);
  return rows[0]?.id;
}

test("a room shows its newest line and what is new, until it is opened", async ({ page, browser, demo }) => {
  const scene = await makeRoomScene(demo);
  const problems = watchProblems(page);
  await signIn(page, scene.ben, "/rooms");
  await expect(row(page)).toBeVisible();
  await expect(row(page)).not.toContainText("unread");
  const other = await openAs(browser, scene.ann, scene.path);
  await post(other, "The first line");
  await post(other, "The second line");
  await expect(async () => {
    await lookAgain(page);
    await expect(row(page)).toContainText("Ann Archer: The second line", { timeout: 2_000 });
  }).toPass();
  await expect(row(page)).toContainText("2 unread messages");
  await expect(navigation(page)).toContainText("2 unread messages");
  // Her own room has nothing new for the author.
  await other.goto("/rooms");
  await expect(row(other)).toContainText("You: The second line");
  await expect(row(other)).not.toContainText("unread");

  await row(page).click();
  await expect(message(page, "The second line")).toBeVisible();
  const divider = page.locator("[data-new]");
  await expect(divider).toHaveText("New messages");
  await expect(page.locator("[data-new] + li")).toContainText("The first line");
  await expect(navigation(page)).not.toContainText("unread");
  const newest = await findNewest(scene);
  await expect.poll(() => findPlace(scene)).toBe(newest);
  await page.reload();
  await expect(message(page, "The second line")).toBeVisible();
  await expect(divider).toHaveCount(0);
  expect(problems).toEqual([]);
  await other.context().close();
});

test("a message that is read as it arrives stays read", async ({ page, browser, demo }) => {
  const scene = await makeRoomScene(demo, { messages: 3 });
  await signIn(page, scene.ben, scene.path);
  await expect(message(page, "Line 3")).toBeVisible();
  const other = await openAs(browser, scene.ann, scene.path);
  await post(other, "Seen at once");
  await expect(message(page, "Seen at once")).toBeVisible();
  const newest = await findNewest(scene);
  await expect.poll(() => findPlace(scene)).toBe(newest);
  await page.goto("/rooms");
  await expect(row(page)).toContainText("Seen at once");
  await expect(row(page)).not.toContainText("unread");
  await other.context().close();
});

test("the bar leads to the first of many new messages, also beyond the page", async ({ page, demo }) => {
  const scene = await makeRoomScene(demo, { messages: 90 });
  await scene.query(
    `INSERT INTO read_places (user_id, room_id, message_id, read_at)
     SELECT $1, $2, id, now() FROM messages WHERE room_id = $2 AND body = 'Line 10'`,
    [scene.ben.id, scene.roomId],
  );
  await signIn(page, scene.ben, scene.path);
  await expect(message(page, "Line 90")).toBeInViewport();
  await expect(page.getByText("80 new messages since your last visit")).toBeVisible();
  await page.getByRole("link", { name: "Go to the first" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Line 11", { exact: true })).toBeInViewport();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("buttons mark a room and all rooms as read", async ({ page, demo }) => {
    const scene = await makeRoomScene(demo);
    const say = (text: string) =>
      scene.query(
        `INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at)
         VALUES ($1, $2, $3, $4, now(), now())`,
        [newId("msg"), scene.roomId, scene.ann.id, text],
      );
    await say("New to Ben");
    await signIn(page, scene.ben, scene.path);
    await expect(page.getByText("1 new message since your last visit")).toBeVisible();
    await page.getByRole("button", { name: "Mark as read" }).click();
    await expect(page.getByRole("button", { name: "Mark as read" })).toHaveCount(0);
    expect(await findPlace(scene)).toBe(await findNewest(scene));
    await say("Once more");
    await page.goto("/rooms");
    await expect(row(page)).toContainText("1 unread message");
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await expect(row(page)).not.toContainText("unread");
    expect(await findPlace(scene)).toBe(await findNewest(scene));
  });
});
