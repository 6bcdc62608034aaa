import { expect } from "@playwright/test";
import { test } from "./support/browser/browser";
import { watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { message, post } from "./support/browser/thread-pages";
import { makeRoomScene } from "./support/scenes/room-scene";

test("a search in all rooms leads to the message in its place", async ({ page, demo }) => {
  const { ann, path } = await makeRoomScene(demo, { messages: 120 });
  const problems = watchProblems(page);
  await signIn(page, ann, path);
  await post(page, "会議の予算は 100% です");
  await page
    .getByRole("navigation", { name: "Rooms", exact: true })
    .getByRole("link", { name: "Search in rooms" })
    .click();
  await page.getByRole("searchbox", { name: "Search messages and records" }).fill("予算");
  await page.keyboard.press("Enter");
  const hits = page.getByRole("list", { name: "Found" }).getByRole("link");
  await expect(hits).toHaveCount(1);
  await expect(hits.locator("mark")).toHaveText("予算");
  await expect(hits).toContainText("Workshop");

  await page.getByRole("searchbox", { name: "Search messages and records" }).fill("line 11 in:workshop");
  await page.keyboard.press("Enter");
  await expect(hits.first()).toContainText("Line 119");
  await expect(hits).toHaveCount(11);
  await hits.last().press("Enter");
  await expect(message(page, "Line 11").first()).toBeInViewport();
  expect(problems).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("searches the room from its own page, page by page", async ({ page, demo }) => {
    const { ann, path } = await makeRoomScene(demo, { messages: 60 });
    await signIn(page, ann, path);
    await page.getByRole("link", { name: "Search in this room" }).click();
    await expect(page.getByRole("combobox", { name: "Room" })).toHaveValue(path.replace("/rooms/", ""));
    await page.getByRole("searchbox", { name: "Search messages and records" }).fill("LINE");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    const hits = page.getByRole("list", { name: "Found" }).getByRole("link");
    await expect(hits).toHaveCount(50);
    await page.getByRole("link", { name: "Search further back" }).click();
    await expect(hits).toHaveCount(10);
    await expect(page.getByRole("link", { name: "Search further back" })).toHaveCount(0);
    await page.getByRole("searchbox", { name: "Search messages and records" }).fill("zzz");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page.getByText("Nothing found here")).toBeVisible();
  });
});
