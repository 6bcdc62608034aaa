import { expect } from "@playwright/test";
import { test } from "./support/browser/browser";
import { stretchTimers, tabTo, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { alertOf, barOf, columnOf, drag, field, openAs, ZONE } from "./support/browser/task-pages";
import { makeMate, makeTaskRoom, plantBoard, plantTask, readStoredTask } from "./support/scenes/task-rows";
import { openDemoWorld } from "./support/scenes/world";

test.describe("in a zone of its own", () => {
  test.use({ timezoneId: ZONE });

  test("a first board, a task and its moves by keyboard alone; the focus stays with the card", async ({
    page,
    demo,
  }) => {
    const problems = watchProblems(page);
    const room = await makeTaskRoom(demo);
    await signIn(page, await makeMate(demo, room), room.path);
    await tabTo(page, "textbox", "Name");
    await page.keyboard.press("Enter");
    await expect(alertOf(page)).toContainText("Use 1 to 100 characters for the board’s name.");
    await tabTo(page, "textbox", "Name");
    await page.keyboard.type("Launch");
    await page.keyboard.press("Enter");

    await tabTo(page, "link", "New task");
    await page.keyboard.press("Enter");
    await tabTo(page, "textbox", "Title");
    await page.keyboard.type("Write the notes");
    await field(page, "Start").fill("2026-11-05");
    await field(page, "Due").fill("2026-11-04");
    await tabTo(page, "button", "Create task");
    await page.keyboard.press("Enter");
    await expect(alertOf(page)).toContainText("The start date is after the due date.");
    await expect(field(page, "Title")).toHaveValue("Write the notes");
    await field(page, "Due").fill("2026-11-08");
    await tabTo(page, "button", "Create task");
    await page.keyboard.press("Enter");

    const card = page.getByRole("link", { name: "Write the notes" });
    await expect(columnOf(page, "Not started")).toContainText("Write the notes");
    const id = /card-(task_\w+)/.exec((await card.getAttribute("id")) ?? "")?.[1] ?? "";
    // The clock goes back on 1 November: both are days of New York, an offset of five hours.
    expect(await readStoredTask(demo, id)).toMatchObject({
      startDate: "2026-11-05T05:00:00.000Z",
      dueDate: "2026-11-09T04:59:59.999Z",
      events: ["task.created"],
    });

    await tabTo(page, "link", "Write the notes");
    await page.keyboard.press("Alt+ArrowLeft");
    await page.keyboard.press("Alt+ArrowRight");
    await expect(columnOf(page, "In progress").getByRole("link", { name: "Write the notes" })).toBeFocused();
    await expect(page.getByText("“Write the notes” is now in In progress.")).toBeAttached();
    await page.keyboard.press("Alt+ArrowRight");
    await expect(page.getByText("“Write the notes” is now in Completed.")).toBeAttached();
    await expect(card).toBeFocused();

    await tabTo(page, "button", "Move “Write the notes”");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Move to Not started" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("“Write the notes” is now in Not started.")).toBeAttached();
    await expect(card).toBeFocused();
    expect(await readStoredTask(demo, id)).toMatchObject({
      status: "NOT_STARTED",
      version: 4,
      events: ["task.created", "task.updated", "task.updated", "task.updated"],
    });
    expect(problems).toEqual([]);
  });

  test("keys and the pointer move and stretch a bar; keys in a row are one change", async ({ page, demo }) => {
    const problems = watchProblems(page);
    // The time after which the next key is another change.
    await stretchTimers(page, 900, 6_000);
    const room = await makeTaskRoom(demo);
    const boardId = await plantBoard(demo, room.id);
    const id = await plantTask(
      demo,
      { roomId: room.id, boardId },
      // 10:00 and 17:00 in New York, while its clock is still on summer time.
      { title: "Ship it", startDate: "2026-10-28T14:00:00.000Z", dueDate: "2026-10-30T21:00:00.000Z" },
    );
    await signIn(page, await makeMate(demo, room), `${room.path}?view=timeline&from=2026-10-26`);
    const bar = barOf(page, "Ship it");
    await expect(bar).toHaveAccessibleName(/Oct 28 – Oct 30, 3 days, Not started/);

    await bar.focus();
    for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
    await expect(page.getByText("“Ship it”: Oct 31 – Nov 2. Saved.")).toBeAttached();
    // Past the change of the clock the time of day is the same.
    expect(await readStoredTask(demo, id)).toMatchObject({
      startDate: "2026-10-31T14:00:00.000Z",
      dueDate: "2026-11-02T22:00:00.000Z",
      version: 2,
      events: ["task.updated"],
    });
    await expect(bar).toBeFocused();

    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Alt+ArrowLeft");
    await expect(page.getByText("“Ship it”: Oct 30 – Nov 3. Saved.")).toBeAttached();
    expect(await readStoredTask(demo, id)).toMatchObject({
      startDate: "2026-10-30T04:00:00.000Z",
      dueDate: "2026-11-04T04:59:59.999Z",
      version: 3,
    });
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Escape");
    await expect(page.getByText("Back to Oct 30 – Nov 3.")).toBeAttached();

    const width = ((await bar.boundingBox())?.width ?? 0) / 5;
    await drag(page, bar, { dx: -2 * width });
    await expect(page.getByText("“Ship it”: Oct 28 – Nov 1. Saved.")).toBeAttached();
    await expect(page).toHaveURL(/view=timeline/);
    await page.locator('[data-handle="right"]').hover();
    await drag(page, page.locator('[data-handle="right"]'), { dx: 3 * width });
    await expect(page.getByText("“Ship it”: Oct 28 – Nov 4. Saved.")).toBeAttached();
    await drag(page, page.locator('[data-handle="left"]'), { dx: 20 * width });
    await expect(page.getByText("“Ship it”: Nov 4. Saved.")).toBeAttached();
    expect(await readStoredTask(demo, id)).toMatchObject({
      startDate: "2026-11-04T05:00:00.000Z",
      dueDate: "2026-11-05T04:59:59.999Z",
      version: 6,
    });
    expect(problems).toEqual([]);
  });
});

test("drags a card into another column, cancels a drag with Escape and adds a task by its title", async ({
  page,
  demo,
}) => {
  const room = await makeTaskRoom(demo);
  const boardId = await plantBoard(demo, room.id);
  const id = await plantTask(demo, { roomId: room.id, boardId }, { title: "Drag me", dueDate: "2026-01-05T12:00:00Z" });
  await signIn(page, await makeMate(demo, room), room.path);
  const card = page.getByRole("listitem").filter({ hasText: "Drag me" });
  await expect(card).toContainText("Overdue · Jan 5");
  await field(page, "Add a task…").fill("One more");
  await page.keyboard.press("Enter");
  await expect(columnOf(page, "Not started").getByRole("link", { name: "One more" })).toBeVisible();
  await expect(field(page, "Add a task…")).toHaveValue("");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The title must be one line of 1 to 200 characters.")).toBeVisible();
  await expect(field(page, "Add a task…")).toBeFocused();
  const [from, to] = [await card.boundingBox(), await columnOf(page, "Completed").boundingBox()];
  const dx = (to?.x ?? 0) - (from?.x ?? 0);

  await page.mouse.move((from?.x ?? 0) + 40, (from?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move((from?.x ?? 0) + 40 + dx, (from?.y ?? 0) + 30, { steps: 5 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(columnOf(page, "Not started")).toContainText("Drag me");
  await expect(page).toHaveURL(room.path);

  await drag(page, card, { dx, dy: 30, at: "left" });
  await expect(columnOf(page, "Completed")).toContainText("Drag me");
  await expect(page.getByText("“Drag me” is now in Completed.")).toBeAttached();
  await expect(card).not.toContainText("Overdue");
  expect(await readStoredTask(demo, id)).toMatchObject({ status: "COMPLETED", events: ["task.updated"] });
});

test("a task is given to a member, found by its filter, and not given to someone who has left", async ({
  page,
  demo,
}) => {
  const room = await makeTaskRoom(demo);
  await plantBoard(demo, room.id);
  const [ada, ben] = [await makeMate(demo, room), await makeMate(demo, room)];
  await signIn(page, ada, `${room.path}/new`);
  await field(page, "Title").fill("For Ben");
  await field(page, "Assignee").selectOption(ben.id);
  await page.getByRole("button", { name: "Create task" }).click();
  await expect(columnOf(page, "Not started")).toContainText("Assigned to");
  await page.getByRole("checkbox", { name: "Assigned to me" }).check();
  await expect(page).toHaveURL(/assigned=1/);
  await expect(page.getByText("No task matches")).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Assigned to me" }).uncheck();
  await page.getByRole("link", { name: "For Ben" }).click();
  await expect(field(page, "Assignee")).toHaveValue(ben.id);
  await field(page, "Assignee").selectOption(ada.id);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Your changes are saved.")).toBeVisible();
  await page.goto(`${room.path}?assigned=1`);
  await expect(page.getByRole("link", { name: "For Ben" })).toBeVisible();
  await page.goto(`${room.path}/new`);
  await field(page, "Title").fill("Too late");
  await field(page, "Assignee").selectOption(ben.id);
  const seat = [room.id, ben.id];
  await openDemoWorld(demo).query("DELETE FROM room_members WHERE room_id = $1 AND user_id = $2", seat);
  await page.getByRole("button", { name: "Create task" }).click();
  await expect(alertOf(page)).toContainText("This person is not a member of the room.");
});

test("guests can only read, in Japanese too, and a member who becomes a guest cannot save", async ({
  browser,
  page,
  demo,
}) => {
  const room = await makeTaskRoom(demo);
  const boardId = await plantBoard(demo, room.id);
  const id = await plantTask(
    demo,
    { roomId: room.id, boardId },
    { title: "見るだけ", dueDate: "2026-12-01T12:00:00Z" },
  );
  const guest = await makeMate(demo, room, { role: 10, locale: "ja" });
  await signIn(page, guest, room.path);
  await expect(page.getByRole("heading", { name: "未着手" })).toBeVisible();
  await expect(page.getByRole("button", { name: "「見るだけ」を移動" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "新しいタスク" })).toHaveCount(0);
  await page.getByRole("link", { name: "見るだけ" }).click();
  await expect(page.getByText("説明はありません。")).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await page.goto(`${room.path}/new`);
  await expect(page).toHaveURL(room.path);
  await page.goto(`${room.path}?view=timeline`);
  await expect(barOf(page, "見るだけ")).toHaveAccessibleName(/12月1日/);
  await expect(page.locator("[data-handle]")).toHaveCount(0);

  // A member whose page is still open when they become a guest.
  const late = await makeMate(demo, room);
  const open = await openAs(browser, late, `${room.path}/${id}`);
  await field(open, "Title").fill("Not any more");
  await room.demote(late);
  await open.getByRole("button", { name: "Save changes" }).click();
  await expect(alertOf(open)).toContainText("read-only access");
  expect(await readStoredTask(demo, id)).toMatchObject({ title: "見るだけ", version: 1 });
});

test("without JavaScript: a board, a task, a filter, a move, and a conflict that is merged", async ({
  browser,
  demo,
}) => {
  const room = await makeTaskRoom(demo);
  const page = await openAs(browser, await makeMate(demo, room), room.path, { javaScriptEnabled: false });
  await field(page, "Name").fill("Plain");
  await page.getByRole("button", { name: "Create board" }).click();
  await page.getByRole("link", { name: "New task" }).click();
  await field(page, "Title").fill("Plain task");
  await field(page, "Due").fill("2026-03-01");
  await page.getByRole("button", { name: "Create task" }).click();
  await page.getByRole("checkbox", { name: "Overdue" }).check();
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(/overdue=1/);
  const card = page.getByRole("link", { name: "Plain task" });
  const id = /card-(task_\w+)/.exec((await card.getAttribute("id")) ?? "")?.[1] ?? "";
  await card.click();
  await field(page, "Status").selectOption("Completed");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Your changes are saved.")).toBeVisible();
  expect(await readStoredTask(demo, id)).toMatchObject({
    status: "COMPLETED",
    dueDate: "2026-03-01T23:59:59.999Z",
    version: 2,
  });

  const other = await openAs(browser, await makeMate(demo, room), `${room.path}/${id}`);
  await field(page, "Title").fill("Mine");
  await field(other, "Title").fill("Theirs");
  await other.getByRole("button", { name: "Save changes" }).click();
  await expect(other.getByText("Your changes are saved.")).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("group", { name: "Title" })).toContainText("Theirs");
  await expect(field(page, "Title")).toHaveValue("Mine");
  await page.getByRole("button", { name: "Save the merged task" }).click();
  await expect(page.getByText("Your changes are saved.")).toBeVisible();
  expect(await readStoredTask(demo, id)).toMatchObject({ title: "Mine", version: 4 });
});

test("a task that ended before the days of the timeline is named beside its title", async ({ page, demo }) => {
  const room = await makeTaskRoom(demo);
  const at = { roomId: room.id, boardId: await plantBoard(demo, room.id) };
  const [startDate, dueDate] = ["2020-01-06T12:00:00.000Z", "2020-01-08T12:00:00.000Z"];
  await plantTask(demo, at, { title: "Long ago", startDate, dueDate });
  await signIn(page, await makeMate(demo, room), `${room.path}?view=timeline`);
  const titles = await page.locator("[data-sticky]").boundingBox();
  const end = await page.getByText("Ends Jan 8, 2020, before the visible range").boundingBox();
  expect(end?.x).toBeGreaterThanOrEqual((titles?.x ?? Number.NaN) + (titles?.width ?? Number.NaN) - 1);
});
