import { expect, type Page } from "@playwright/test";
import { test } from "./support/browser/browser";
import { watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { composer, message, post } from "./support/browser/thread-pages";
import { makeRoomScene, openAs } from "./support/scenes/room-scene";

async function choose(page: Page, text: string, act: "Edit" | "Delete"): Promise<void> {
  const item = message(page, text);
  await item.getByRole("link", { name: /^Reply to/ }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(item.getByLabel(/^More for the message of/)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await expect(item.getByRole("link", { name: "Edit", exact: true })).toBeFocused();
  for (const name of act === "Delete" ? ["Copy link", "Delete"] : []) {
    await page.keyboard.press("ArrowRight");
    await expect(item.getByRole("link", { name, exact: true })).toBeFocused();
  }
  await expect(item.getByRole("link", { name: act, exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
}

test("an edit is shown at once, and to the other person", async ({ page, browser, demo }) => {
  const { ann, ben, path } = await makeRoomScene(demo);
  const problems = watchProblems(page);
  await signIn(page, ann, path);
  await post(page, "Helo, all");
  const other = await openAs(browser, ben, path);
  await expect(message(other, "Helo, all")).toBeVisible();
  await message(other, "Helo, all")
    .getByLabel(/^More for/)
    .focus();
  await other.keyboard.press("Enter");
  await expect(message(other, "Helo, all").getByRole("link", { name: "Copy link" })).toBeVisible();
  for (const name of ["Edit", "Delete"])
    await expect(message(other, "Helo, all").getByRole("link", { name, exact: true })).toHaveCount(0);

  await choose(page, "Helo, all", "Edit");
  const editor = page.getByRole("textbox", { name: "Text of the message" });
  await expect(editor).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(editor).toHaveCount(0);
  await choose(page, "Helo, all", "Edit");
  await editor.fill("Hello, all");
  await page.keyboard.press("Enter");
  await expect(message(page, "Hello, all")).toContainText("(edited)");
  await expect(page.getByRole("status").filter({ hasText: "Message edited" })).toHaveCount(1);
  await expect(message(page, "Hello, all")).toBeFocused();
  await expect(message(other, "Hello, all")).toContainText("(edited)");
  await expect(message(other, "Helo, all")).toHaveCount(0);
  expect(problems).toEqual([]);
  await other.context().close();
});

test("a deleted message is gone for everyone, and one with a reply keeps its place", async ({
  page,
  browser,
  demo,
}) => {
  const { ann, ben, path } = await makeRoomScene(demo);
  await signIn(page, ben, path);
  await post(page, "A question");
  const other = await openAs(browser, ann, path);
  await message(other, "A question").getByRole("link", { name: "Reply to Ben Baker" }).click();
  await post(other, "An answer");
  await post(other, "And a slip");
  await expect(message(page, "And a slip")).toBeVisible();

  // The owner of the room deletes the other's message and cannot edit it.
  await message(other, "A question")
    .first()
    .getByLabel(/^More for/)
    .focus();
  await other.keyboard.press("Enter");
  await expect(other.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
  await other.getByRole("link", { name: "Delete", exact: true }).press("Enter");
  const sure = other.getByRole("button", { name: "Delete", exact: true });
  await expect(sure).toBeFocused();
  await sure.press("Enter");
  await expect(composer(other)).toBeFocused();
  for (const each of [page, other]) {
    await expect(message(each, "An answer")).toContainText("Message deleted");
    await expect(each.getByText("A question")).toHaveCount(0);
  }
  await choose(other, "And a slip", "Delete");
  await other.getByRole("button", { name: "Delete", exact: true }).click();
  for (const each of [page, other]) await expect(each.getByText("And a slip")).toHaveCount(0);
  await expect(other.getByRole("status").filter({ hasText: "Message deleted" })).toHaveCount(1);
  await page.reload();
  await expect(message(page, "An answer")).toContainText("Message deleted");
  await other.context().close();
});

test("the link of a message is copied, and leads to it", async ({ page, context, demo }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { ben, path } = await makeRoomScene(demo, { messages: 70 });
  await signIn(page, ben, path);
  const line = message(page, "Line 40");
  await line.getByLabel(/^More for/).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await expect(line.getByRole("link", { name: "Copy link" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Link copied" })).toHaveCount(1);
  // It shuts by itself, and the focus stays in the tools.
  await expect(line.getByText("Copy link")).toBeHidden();
  await expect(line.getByLabel(/^More for/)).toBeFocused();
  // A second one is announced in the same words, so they are put in once more.
  const said = page.getByRole("status").filter({ hasText: "Link copied" });
  const before = await said.evaluateHandle((status) => status.firstChild);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(() => said.evaluate((status, told) => status.firstChild !== told, before)).toBe(true);
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(page.getByText("Line 40", { exact: true })).toBeInViewport();
});

test("the arrow up in the empty field edits the last message, and leads back", async ({ page, demo }) => {
  const { ann, ben, path, query, roomId } = await makeRoomScene(demo, { messages: 2 });
  await query("UPDATE messages SET author_id = $2 WHERE room_id = $1 AND body = 'Line 2'", [roomId, ben.id]);
  await signIn(page, ann, path);
  await composer(page).fill("Typed");
  await page.keyboard.press("ArrowUp");
  const editor = page.getByRole("textbox", { name: "Text of the message" });
  await expect(editor).toHaveCount(0);
  await composer(page).fill("");
  await page.keyboard.press("ArrowUp");
  await expect(editor).toHaveValue("Line 1");
  await page.keyboard.press("Escape");
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await editor.fill("The first line");
  await page.keyboard.press("Enter");
  await expect(composer(page)).toBeFocused();
  await expect(message(page, "The first line")).toContainText("(edited)");
});

test("a refused edit comes back with its text and its reason", async ({ page, demo }) => {
  const { ann, path, roomId, query } = await makeRoomScene(demo);
  await signIn(page, ann, path);
  await post(page, "Still here");
  await choose(page, "Still here", "Edit");
  await query("UPDATE messages SET author_id = NULL WHERE room_id = $1", [roomId]);
  const editor = page.getByRole("textbox", { name: "Text of the message" });
  await editor.fill("Typed with care");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Only the author can edit this message")).toBeVisible();
  await expect(editor).toHaveValue("Typed with care");
  await expect(editor).toBeFocused();
  await expect(editor).toHaveAttribute("aria-invalid", "true");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("edits and deletes a message", async ({ page, demo }) => {
    const { ann, path } = await makeRoomScene(demo, { messages: 2 });
    await signIn(page, ann, path);
    await message(page, "Line 1")
      .getByLabel(/^More for/)
      .click();
    await message(page, "Line 1").getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByRole("textbox", { name: "Text of the message" }).fill("The first line");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(message(page, "The first line")).toContainText("(edited)");
    await message(page, "Line 2")
      .getByLabel(/^More for/)
      .click();
    await message(page, "Line 2").getByRole("link", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByRole("button", { name: "Delete", exact: true })).toHaveCount(0);
    await expect(page.getByText("Line 2")).toHaveCount(0);
  });
});
