import { expect, type Page } from "@playwright/test";
import { newId } from "../lib/platform/ids";
import { expectAccessible } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { composer, message } from "./support/browser/thread-pages";
import { makeRoomScene, openAs, type RoomScene } from "./support/scenes/room-scene";

const row = (page: Page) => page.locator("#content").getByRole("link", { name: /Workshop/ });
const entry = (page: Page) =>
  page.getByRole("navigation", { name: "Rooms" }).getByRole("listitem").filter({ hasText: "Workshop" });
const title = (page: Page) => page.locator("header").filter({ has: page.getByRole("heading", { name: "Workshop" }) });

async function choose(page: Page, choice: string): Promise<void> {
  await page.getByLabel("Room menu").click();
  await page.getByRole("button", { name: choice, exact: true }).click();
}

const say = (scene: RoomScene, text: string) =>
  scene.query(
    "INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, $4, now(), now())",
    [newId("msg"), scene.roomId, scene.ann.id, text],
  );

test("a muted room shows no badge, and @all reaches whoever did not mute it", async ({ page, browser, demo }) => {
  const scene = await makeRoomScene(demo);
  const problems = watchProblems(page);
  await signIn(page, scene.ben, scene.path);
  await page.getByLabel("Room menu").click();
  await expect(page.getByRole("button", { name: "Mentions", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page, "en");
  await page.getByRole("button", { name: "Nothing for an hour" }).click();
  await expect(title(page)).toContainText(/Muted until .+/);
  await page.goto("/rooms");

  const other = await openAs(browser, scene.ann, scene.path);
  await composer(other).pressSequentially("@al");
  await expect(other.getByRole("option", { name: "all" })).toHaveAttribute("aria-selected", "true");
  await other.keyboard.press("Enter");
  await other.keyboard.type("look");
  await other.keyboard.press("Enter");
  await expect(message(other, "@all look").locator("span", { hasText: /^@all$/ })).toBeVisible();

  await page.reload();
  await expect(row(page)).toContainText("@all look");
  await expect(row(page)).toContainText("Muted");
  await expect(row(page)).not.toContainText("unread");
  await expect(entry(page)).toContainText("Muted");
  await expect(entry(page)).not.toContainText("unread");
  await expectAccessible(page, "en");

  await page.goto(scene.path);
  await expect(message(page, "@all look")).toHaveClass(/shadow/);
  await choose(page, "Mentions");
  await expect(title(page)).not.toContainText("Muted");
  await page.goto("/rooms");
  await composer(other).fill("@all once more");
  await other.keyboard.press("Enter");
  await expect(message(other, "@all once more")).toBeVisible();
  await page.reload();
  await expect(row(page)).toContainText("1 unread message");
  await expect(row(page)).toContainText("You are mentioned");
  expect(problems).toEqual([]);
  await other.context().close();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a room is muted and heard again by its menu", async ({ page, demo }) => {
    const scene = await makeRoomScene(demo);
    await signIn(page, scene.ben, scene.path);
    await choose(page, "Nothing");
    await expect(title(page)).toContainText("Muted");
    await say(scene, "Unheard");
    await page.goto("/rooms");
    await expect(row(page)).toContainText("Unheard");
    await expect(row(page)).not.toContainText("unread");
    await page.goto(scene.path);
    await choose(page, "All messages");
    await expect(title(page)).toContainText("All messages notify you");
    await page.goto("/rooms");
    await expect(row(page)).toContainText("1 unread message");
  });
});
