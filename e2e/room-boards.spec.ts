import { expect } from "@playwright/test";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { tabTo, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { openAs } from "./support/browser/task-pages";
import { makeMate, makeTaskRoom, plantBoard, plantTask } from "./support/scenes/task-rows";

test("a board is renamed, archived and brought back by keyboard; its tasks stay readable", async ({ page, demo }) => {
  const problems = watchProblems(page);
  const room = await makeTaskRoom(demo);
  const boardId = await plantBoard(demo, room.id, "Launch");
  await plantBoard(demo, room.id, "Other", 1);
  await plantTask(demo, { roomId: room.id, boardId }, { title: "Write the notes" });
  await signIn(page, await makeMate(demo, room, { role: 30 }), room.path);
  await tabTo(page, "link", "All boards");
  await page.keyboard.press("Enter");
  await tabTo(page, "link", "Settings of Launch");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Settings of Launch" })).toBeVisible();
  await tabTo(page, "textbox", "Name");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Autumn launch");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The board’s name is saved.")).toBeVisible();

  await tabTo(page, "link", "Settings of Autumn launch");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Settings of Autumn launch" })).toBeVisible();
  await tabTo(page, "button", "Archive board");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The board is archived.")).toBeVisible();
  const archived = page.getByRole("region", { name: "Archived" });
  await expect(archived.getByText("1 task", { exact: true })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await archived.getByRole("link", { name: "Autumn launch", exact: true }).press("Enter");
  await expect(page.getByText("This board is archived")).toBeVisible();
  await expect(page.getByRole("link", { name: "Write the notes" })).toBeVisible();
  await expect(page.getByRole("link", { name: "New task" })).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);

  // The one that is left cannot be archived.
  await page.goto(`${room.path}?step=boards`);
  await page.getByRole("link", { name: "Settings of Other" }).press("Enter");
  await expect(page.getByText("This is the only open board")).toBeVisible();
  await expect(page.getByRole("button", { name: "Archive board" })).toHaveCount(0);
  await page.goto(`${room.path}?board=${boardId}&step=board`);
  await tabTo(page, "button", "Restore board");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The board is restored.")).toBeVisible();
  expect(problems).toEqual([]);
});

test("members rename and do not archive, guests only read, and it fits 320 px in Japanese and dark", async ({
  page,
  browser,
  demo,
}) => {
  const room = await makeTaskRoom(demo);
  const boardId = await plantBoard(demo, room.id, "x".repeat(100));
  await plantBoard(demo, room.id, "Other", 1);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, await makeMate(demo, room, { locale: "ja" }), `${room.path}?step=boards`);
  await expect(page.getByRole("heading", { name: "すべてのボード" })).toBeVisible();
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
  await page.goto(`${room.path}?board=${boardId}&step=board`);
  await expect(page.getByRole("button", { name: "名前を保存" })).toBeVisible();
  await expect(page.getByRole("button", { name: "アーカイブする" })).toHaveCount(0);
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
  const guest = await openAs(
    browser,
    await makeMate(demo, room, { role: 10 }),
    `${room.path}?board=${boardId}&step=board`,
  );
  await expect(guest.getByRole("link", { name: "All boards" })).toBeVisible();
  await expect(guest.getByRole("dialog")).toHaveCount(0);
  await guest.getByRole("link", { name: "All boards" }).click();
  await expect(guest.getByRole("link", { name: "Other", exact: true })).toBeVisible();
  await expect(guest.getByRole("link", { name: "Settings of Other" })).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a board is renamed and archived by plain forms; a refusal keeps what was typed", async ({ page, demo }) => {
    const room = await makeTaskRoom(demo);
    const boardId = await plantBoard(demo, room.id, "Launch");
    await plantBoard(demo, room.id, "Other", 1);
    await signIn(page, await makeMate(demo, room, { role: 40 }), `${room.path}?board=${boardId}&step=board`);
    await page.getByRole("textbox", { name: "Name" }).fill("x".repeat(101));
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("x".repeat(101));
    await page.getByRole("textbox", { name: "Name" }).fill("Summer");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("The board’s name is saved.")).toBeVisible();
    await page.getByRole("link", { name: "Settings of Summer" }).click();
    await page.getByRole("button", { name: "Archive board" }).click();
    await expect(page.getByText("The board is archived.")).toBeVisible();
  });
});
