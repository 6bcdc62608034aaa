import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { tabTo, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makeRecordScene } from "./support/scenes/record-rows";
import { openAs } from "./support/scenes/room-scene";

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

test("new comments are counted until they are read on their record, and with them the bell", async ({ page, demo }) => {
  const scene = await makeRecordScene(demo);
  const id = await scene.plantRecord({ title: "Budget", content: "long\n\n".repeat(200) });
  const seen = await scene.plantComment(id, scene.manager, "Old remark");
  const first = await scene.plantComment(id, scene.manager, "First new remark");
  const last = await scene.plantComment(id, scene.manager, "@Cora Writer, last new remark");
  await scene.plantPlace(id, scene.creator, seen);
  await scene.plantMention(id, scene.creator, last);
  const problems = watchProblems(page);
  const navigation = page.getByRole("navigation", { name: "Rooms", exact: true });
  const bell = (name: string) => page.getByRole("link", { name, exact: true });
  await signIn(page, scene.creator, "/rooms");
  const main = page.getByRole("main");
  await expect(
    main.getByRole("link", { name: /^Minutes .*You are mentioned\s*2 unread comments on records/ }),
  ).toBeVisible();
  await expect(bell("Notifications, 1 unread")).toBeVisible();
  await navigation.getByRole("link", { name: /2 unread comments on records/ }).click();
  await page.getByRole("link", { name: /^Records.*2 unread comments on records/ }).click();
  await expect(main.getByRole("listitem").filter({ hasText: "Budget" })).toContainText("3 comments 2 new");
  await expectAccessible(page, "en");
  await page.getByRole("link", { name: "Budget" }).click();
  await expect(comment(page, "First new remark")).not.toBeInViewport();
  await expect(navigation).toContainText("2 unread comments");
  await tabTo(page, "link", "3 comments 2 new");
  await page.keyboard.press("Enter");
  await expect(thread(page).getByText("New comments")).toBeInViewport();
  await expect(page.locator(`[data-new] + li`)).toHaveAttribute("id", first);
  await expect(navigation).not.toContainText("unread comments");
  await expect(bell("Notifications")).toBeVisible();
  // The divider stays where it was when the page was opened, and one's own comment is read.
  await field(page).fill("I see");
  await field(page).press("Enter");
  await expect(comment(page, "I see")).toBeVisible();
  await expect(page.locator(`[data-new] + li`)).toHaveAttribute("id", first);
  await page.reload();
  await expect(comment(page, "I see")).toBeVisible();
  await expect(page.locator("[data-new]")).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Parts of this room" })).not.toContainText("unread");
  expect(problems).toEqual([]);
});

test("the search finds comments and records, and leads to the comment", async ({ page, browser, demo }) => {
  const scene = await makeRecordScene(demo);
  const id = await scene.plantRecord({ title: "Budget 2027 総括", content: "long\n\n".repeat(200) });
  await scene.plantComment(id, scene.manager, "予算の数字は来週に確定します");
  await signIn(page, scene.creator, `/rooms/${scene.roomId}/records/${id}`);
  await page.getByRole("link", { name: "Search in this room" }).click();
  const words = page.getByRole("searchbox", { name: "Search messages and records" });
  const hits = page.getByRole("list", { name: "Found" }).getByRole("link");
  await words.fill("総括");
  await page.keyboard.press("Enter");
  await expect(hits).toHaveCount(1);
  await expect(hits).toHaveAttribute("href", `/rooms/${scene.roomId}/records/${id}`);
  await words.fill("予算");
  await page.keyboard.press("Enter");
  await expect(hits.locator("mark")).toHaveText("予算");
  await expect(hits).toContainText("Max Manager");
  await expect(hits).toContainText("Comment on “Budget 2027 総括”");
  await expectAccessible(page, "en");
  await hits.press("Enter");
  await expect(comment(page, "予算の数字")).toBeInViewport();
  // A person without a seat finds nothing.
  const stranger = await openAs(browser, (await makeRecordScene(demo)).creator, "/rooms/search?q=予算の数字");
  await expect(stranger.getByText("Nothing found here")).toBeVisible();
  await stranger.context().close();
});

test("reading all rooms reads comments too", async ({ page, demo }) => {
  const scene = await makeRecordScene(demo);
  const id = await scene.plantRecord({ title: "Budget" });
  await signIn(page, scene.guest, "/rooms");
  await scene.plantComment(id, scene.manager, "Remark");
  await page.reload();
  const navigation = page.getByRole("navigation", { name: "Rooms", exact: true });
  await expect(navigation).toContainText("1 unread comment on records");
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(navigation).not.toContainText("unread comment");
  await expect(page.getByRole("button", { name: "Mark all as read" })).toHaveCount(0);
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

  test("new comments are marked as read by a button", async ({ page, demo }) => {
    const scene = await makeRecordScene(demo);
    const id = await scene.plantRecord({ title: "Budget" });
    await scene.plantComment(id, scene.manager, "Remark");
    await signIn(page, scene.guest, `/rooms/${scene.roomId}/records/${id}`);
    await expect(page.locator("[data-new]")).toHaveText("New comments");
    await expect(page.getByRole("link", { name: /^Records.*1 unread comment/ })).toBeVisible();
    await thread(page).getByRole("button", { name: "Mark as read" }).click();
    await expect(page.locator("[data-new]")).toHaveCount(0);
    await expect(comment(page, "Remark")).toBeVisible();
    await expect(page.getByText("unread comment")).toHaveCount(0);
  });
});
