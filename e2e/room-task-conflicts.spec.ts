import { expect } from "@playwright/test";
import { findViolations } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { alertOf, columnOf, field, openAs } from "./support/browser/task-pages";
import { makeMate, makeTaskRoom, plantBoard, plantTask, readStoredTask } from "./support/scenes/task-rows";

test("two people edit one task: both versions side by side, merged field by field, nothing lost", async ({
  browser,
  demo,
}) => {
  const room = await makeTaskRoom(demo);
  const boardId = await plantBoard(demo, room.id);
  const id = await plantTask(
    demo,
    { roomId: room.id, boardId },
    { title: "Plan", description: "As it was", dueDate: "2026-11-20T12:00:00Z" },
  );
  const path = `${room.path}/${id}`;
  const ada = await openAs(browser, await makeMate(demo, room, { name: "Ada" }), path);
  const ben = await openAs(browser, await makeMate(demo, room, { name: "Ben" }), path);

  await field(ada, "Title").fill("Plan of Ada");
  await field(ada, "Description").fill("Ada's\nlines");
  await field(ada, "Start").fill("2026-11-10");

  await field(ben, "Title").fill("Plan of Ben");
  await field(ben, "Description").fill("Ben's lines");
  await field(ben, "Status").selectOption("In progress");
  await ben.getByRole("button", { name: "Save changes" }).click();
  await expect(ben.getByText("Your changes are saved.")).toBeVisible();

  // The change arrives by itself and leaves the input alone.
  await expect(ada.getByText("Someone else just changed this task.")).toBeVisible();
  await expect(field(ada, "Title")).toHaveValue("Plan of Ada");
  await ada.getByRole("button", { name: "Save changes" }).click();
  await expect(alertOf(ada)).toBeFocused();
  await expect(alertOf(ada)).toContainText("Someone else changed this task too");
  const title = ada.getByRole("group", { name: "Title" });
  await expect(title).toContainText("Plan of Ben");
  await expect(field(ada, "Title")).toHaveValue("Plan of Ada");
  await expect(ada.getByRole("group", { name: "Description" })).toContainText("Ben's lines");
  await expect(field(ada, "Description")).toHaveValue("Ada's\nlines");
  // A field that only one of them changed needs no decision.
  await expect(ada.locator("main form").getByRole("group")).toHaveCount(2);
  await expect(field(ada, "Status")).toHaveValue("IN_PROGRESS");
  await expect(field(ada, "Start")).toHaveValue("2026-11-10");
  expect(await readStoredTask(demo, id)).toMatchObject({ title: "Plan of Ben", version: 2 });
  expect(await findViolations(ada)).toEqual([]);

  await title.getByRole("radio", { name: "Take theirs" }).check();
  await field(ada, "Description").fill("Ada's and Ben's lines");
  await ada.getByRole("button", { name: "Save the merged task" }).click();
  await expect(ada.getByText("Your changes are saved.")).toBeVisible();
  expect(await readStoredTask(demo, id)).toMatchObject({
    title: "Plan of Ben",
    description: "Ada's and Ben's lines",
    status: "IN_PROGRESS",
    startDate: "2026-11-10T05:00:00.000Z",
    dueDate: "2026-11-20T12:00:00.000Z",
    version: 3,
  });
  // Ben typed nothing since: his form follows.
  await expect(field(ben, "Description")).toHaveValue("Ada's and Ben's lines");

  // Different fields are no conflict.
  await field(ada, "Title").fill("Plan of both");
  await field(ben, "Status").selectOption("Completed");
  await ben.getByRole("button", { name: "Save changes" }).click();
  await expect(ben.getByText("Your changes are saved.")).toBeVisible();
  await ada.getByRole("button", { name: "Save changes" }).click();
  await expect(ada.getByText("Saved, together with changes that someone else made meanwhile.")).toBeVisible();
  expect(await readStoredTask(demo, id)).toMatchObject({ title: "Plan of both", status: "COMPLETED", version: 5 });
});

test("a board follows other people's changes, and a card that two people move stays where the first put it", async ({
  browser,
  demo,
}) => {
  const room = await makeTaskRoom(demo);
  const boardId = await plantBoard(demo, room.id);
  const id = await plantTask(demo, { roomId: room.id, boardId }, { title: "Ours" });
  const ada = await openAs(browser, await makeMate(demo, room), room.path);
  const ben = await openAs(browser, await makeMate(demo, room), room.path);
  // Ada holds the card while Ben moves it.
  const box = await ada.getByRole("listitem").filter({ hasText: "Ours" }).boundingBox();
  const to = await columnOf(ada, "Completed").boundingBox();
  await ada.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await ada.mouse.down();
  await ada.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 40, { steps: 3 });
  await ben.getByRole("link", { name: "Ours" }).focus();
  await ben.keyboard.press("Alt+ArrowRight");
  await expect(ben.getByText("“Ours” is now in In progress.")).toBeAttached();
  await ada.mouse.move((to?.x ?? 0) + 60, (to?.y ?? 0) + 90, { steps: 3 });
  await ada.mouse.up();
  await expect(ada.getByText("Someone else changed “Ours” in the meantime.")).toBeVisible();
  await expect(columnOf(ada, "In progress")).toContainText("Ours");
  expect(await readStoredTask(demo, id)).toMatchObject({ status: "IN_PROGRESS", version: 2 });

  await ben.keyboard.press("Alt+ArrowRight");
  await expect(columnOf(ada, "Completed")).toContainText("Ours");
});
