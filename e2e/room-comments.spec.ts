import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/browser";
import { watchProblems } from "./support/browser-problems";
import { makeRecordScene } from "./support/record-rows";
import { openAs } from "./support/room-scene";
import { signIn } from "./support/sign-in";
import { tabTo } from "./support/tab-to";

const thread = (page: Page) => page.getByRole("region", { name: "Discussion" });
const comment = (page: Page, text: string) => thread(page).getByRole("listitem").filter({ hasText: text });
const field = (page: Page) => thread(page).getByRole("textbox", { name: "Add to the discussion" });
const said = (page: Page, text: string) => thread(page).getByRole("status").filter({ hasText: text });

test("two people comment by keyboard, and each sees the other without reloading", async ({ page, browser, demo }) => {
  const scene = await makeRecordScene(demo);
  const id = await scene.plantRecord({ title: "Budget", content: "# Budget\n", status: "LOCKED" });
  const path = `/rooms/${scene.roomId}/records/${id}`;
  const problems = watchProblems(page);
  await signIn(page, scene.creator, path);
  const other = await openAs(browser, scene.manager, path);
  await expect(thread(page)).toContainText("No comments yet.");

  await tabTo(page, "textbox", "Add to the discussion");
  await page.keyboard.press("Enter");
  await expect(thread(page).getByText("Write something first.").first()).toBeVisible();
  await page.keyboard.type("Look, @max");
  await expect(page.getByRole("listbox", { name: "People to mention" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue("Look, @Max Manager ");
  await page.keyboard.type("the total is wrong: https://example.com/sum");
  await page.keyboard.press("Enter");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("");
  await expect(comment(page, "the total is wrong").getByRole("link", { name: "example.com/sum" })).toBeVisible();

  await expect(comment(other, "the total is wrong").locator("mark")).toHaveText("@Max Manager");
  await expect(said(other, "New comment from Cora Writer")).toHaveCount(1);
  await expect(other.getByText("Version 2")).toHaveCount(0);
  await expect(comment(other, "the total is wrong").getByRole("link", { name: /^Edit/ })).toHaveCount(0);
  await field(other).fill("I see");
  await field(other).press("Enter");
  await expect(comment(page, "I see")).toBeVisible();

  await comment(page, "the total is wrong")
    .getByRole("link", { name: "Edit the comment of Cora Writer" })
    .press("Enter");
  const editor = page.getByRole("textbox", { name: "Text of the comment" });
  await expect(editor).toBeFocused();
  await editor.fill("Look, the total is right");
  await page.keyboard.press("Enter");
  await expect(comment(page, "the total is right")).toContainText("(edited)");
  await expect(comment(page, "the total is right")).toBeFocused();
  await expect(comment(other, "the total is right")).toContainText("(edited)");

  // A manager of the room deletes it.
  await comment(other, "the total is right")
    .getByRole("link", { name: /^Delete/ })
    .press("Enter");
  await other.keyboard.press("Enter");
  await expect(comment(other, "the total is right")).toHaveCount(0);
  await expect(said(other, "Comment deleted")).toHaveCount(1);
  await expect(field(other)).toBeFocused();
  await expect(comment(page, "the total is right")).toHaveCount(0);
  expect(problems).toEqual([]);
  await other.context().close();
});

test("a comment that is not sent stays on the page, and is sent again", async ({ page, demo }) => {
  const scene = await makeRecordScene(demo);
  const id = await scene.plantRecord({ title: "Budget" });
  await signIn(page, scene.creator, `/rooms/${scene.roomId}/records/${id}`);
  await page.route("**/records/**", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await field(page).fill("Do not lose this");
  await field(page).press("Enter");
  await expect(comment(page, "Do not lose this").getByRole("alert")).toBeVisible();
  await expectAccessible(page, "en");
  await page.unroute("**/records/**");
  await comment(page, "Do not lose this").getByRole("button", { name: "Send again" }).click();
  await expect(comment(page, "Do not lose this").getByRole("link", { name: /^Edit/ })).toBeVisible();
  await expect(comment(page, "Do not lose this")).toHaveCount(1);
});

test("an address leads to a comment, and the list of records counts them", async ({ page, demo }) => {
  const scene = await makeRecordScene(demo);
  const id = await scene.plantRecord({ title: "Budget", content: "long\n\n".repeat(200) });
  const ids: string[] = [];
  for (let n = 1; n <= 60; n += 1) ids.push(await scene.plantComment(id, scene.manager, `Remark ${n}.`));
  const path = `/rooms/${scene.roomId}/records`;
  await signIn(page, scene.creator, path);
  await expect(page.getByRole("listitem").filter({ hasText: "Budget" })).toContainText("60 comments");
  await page.goto(`${path}/${id}?comment=${ids[4]}#${ids[4]}`);
  await expect(comment(page, "Remark 5.")).toBeInViewport();
  await expect(comment(page, "Remark 60.")).toHaveCount(0);
  await thread(page).getByRole("link", { name: "Newest comments" }).click();
  await expect(comment(page, "Remark 60.")).toBeVisible();
  await expect(comment(page, "Remark 5.")).toHaveCount(0);
  await thread(page).getByRole("link", { name: "Older comments" }).click();
  await expect(comment(page, "Remark 5.")).toBeVisible();
  // One that is written beside an old page leads to the newest.
  await field(page).fill("Remark at last");
  await field(page).press("Enter");
  await expect(comment(page, "Remark 60.")).toBeVisible();
  await expect(comment(page, "Remark at last")).toHaveCount(1);
});

test("guests read, and an archived record takes no comment", async ({ page, browser, demo }) => {
  const scene = await makeRecordScene(demo);
  const id = await scene.plantRecord({ title: "Kickoff", status: "ARCHIVED" });
  await scene.plantComment(id, scene.creator, "Kept for reference");
  const path = `/rooms/${scene.roomId}/records/${id}`;
  await signIn(page, scene.creator, path);
  await expect(thread(page).getByText("The record is archived.")).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  await expect(comment(page, "Kept").getByRole("link", { name: /^Edit/ })).toHaveCount(0);
  await expect(comment(page, "Kept").getByRole("link", { name: /^Delete/ })).toBeVisible();
  const guest = await openAs(browser, scene.guest, path);
  await expect(comment(guest, "Kept")).toBeVisible();
  await expect(comment(guest, "Kept").getByRole("link", { name: /^Delete/ })).toHaveCount(0);
  await expect(field(guest)).toHaveCount(0);
  await guest.context().close();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("comments are written, edited and deleted", async ({ page, demo }) => {
    const scene = await makeRecordScene(demo);
    const id = await scene.plantRecord({ title: "Budget" });
    await signIn(page, scene.creator, `/rooms/${scene.roomId}/records/${id}`);
    const send = thread(page).getByRole("button", { name: "Comment" });
    await send.click();
    await expect(thread(page).getByText("Write something first.").first()).toBeVisible();
    await field(page).fill("Frist");
    await send.click();
    await expect(comment(page, "Frist")).toHaveCount(1);
    await expect(field(page)).toHaveValue("");
    await comment(page, "Frist").getByRole("link", { name: /^Edit/ }).click();
    await page.getByRole("textbox", { name: "Text of the comment" }).fill("First");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(comment(page, "First")).toContainText("(edited)");
    await comment(page, "First")
      .getByRole("link", { name: /^Delete/ })
      .click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(comment(page, "First")).toHaveCount(0);
  });
});
