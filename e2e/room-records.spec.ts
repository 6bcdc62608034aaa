import { expect, type Page } from "@playwright/test";
import { test } from "./support/browser/browser";
import { tabTo, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makeDesk } from "./support/scenes/connector-rows";
import { makeRecordScene } from "./support/scenes/record-rows";
import { runSql } from "./support/scenes/run-sql";
import { startGateway } from "./support/servers/gateway";

const pathOf = (roomId: string, rest = "") => `/rooms/${roomId}/records${rest}`;

const done = (page: Page, text: string | RegExp) =>
  expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();

test("two people: request, reject with a comment, change, approve; each sees the other without reloading", async ({
  page,
  browser,
  demo,
}) => {
  const scene = await makeRecordScene(demo);
  const id = await scene.plantRecord({ title: "Budget", content: "# Budget\n\n- [ ] ask Finance\n" });
  const path = pathOf(scene.roomId, `/${id}`);
  const problems = watchProblems(page);
  const other = await (await browser.newContext()).newPage();
  await signIn(page, scene.creator, path);
  await signIn(other, scene.manager, path);
  await expect(other.getByRole("button", { name: "Approve" })).toHaveCount(0);

  await page.getByRole("textbox", { name: "Comment (optional)" }).fill("Please look at the totals");
  await page.getByRole("button", { name: "Request approval" }).click();
  await done(page, "Approval is requested.");
  await expect(page.getByText("Waiting for a manager or owner to decide.")).toBeVisible();

  await expect(other.getByText("Please look at the totals")).toBeVisible();
  await other.getByRole("button", { name: "Reject" }).click();
  await expect(other.getByRole("alert").filter({ hasText: "a rejection has to say what must change" })).toBeFocused();
  const comment = other.getByRole("textbox", { name: "Comment" });
  await comment.fill("The totals are missing");
  await other.getByRole("button", { name: "Reject" }).click();
  await done(other, "The record is rejected.");

  await expect(page.getByText("The totals are missing")).toBeVisible();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill("# Budget\n\nTotal: 100\n");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await done(page, "The record is saved.");
  await page.getByRole("button", { name: "Request approval" }).click();
  await done(page, "Approval is requested.");

  await expect(other.getByText("Total: 100")).toBeVisible();
  await other.getByRole("textbox", { name: "Comment" }).fill("よくできました");
  await other.getByRole("button", { name: "Approve" }).click();
  await done(other, "The record is approved.");
  const history = page.getByRole("region", { name: "Approval history" });
  await expect(history.getByText("よくできました")).toBeVisible();
  await expect(history.getByRole("listitem").first()).toContainText("Max Manager approved");
  await expect(history.getByRole("listitem").first()).toContainText("for version 2");
  expect(problems).toEqual([]);
});

test("write, compare, restore, archive and delete by keyboard alone", async ({ page, demo }) => {
  const { creator, roomId } = await makeRecordScene(demo);
  const problems = watchProblems(page);
  await signIn(page, creator, pathOf(roomId));
  await tabTo(page, "link", "New record");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", "Title");
  await page.keyboard.type("週次定例");
  await tabTo(page, "textbox", "Text");
  await page.keyboard.type("first line\n\n<b>bold?</b> and **really bold** [out](javascript:alert(1))\n");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.locator("strong")).toHaveText("really bold");
  await expect(preview.getByText("<b>bold?</b>")).toBeVisible();
  await expect(preview.getByRole("link")).toHaveCount(0);
  await page.keyboard.press("Control+s");
  await done(page, "The record is created.");

  await tabTo(page, "link", "Edit");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", "Text");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("second line\n");
  await page.keyboard.press("Control+s");
  await done(page, "The record is saved.");
  await tabTo(page, "link", "Versions");
  await page.keyboard.press("Enter");
  await tabTo(page, "link", "Version 1");
  await page.keyboard.press("Enter");
  const diff = page.getByRole("region", { name: "Compare" }).getByRole("listitem");
  await expect(diff.filter({ hasText: "removed: first line" })).toHaveCount(1);
  await expect(diff.filter({ hasText: "added: second line" })).toHaveCount(1);
  await tabTo(page, "button", "Restore this version");
  await page.keyboard.press("Enter");
  await done(page, "Earlier text restored");
  await expect(page.getByText("first line")).toBeVisible();
  await expect(page.getByRole("link", { name: "Version 3" })).toBeVisible();

  await tabTo(page, "button", "Archive");
  await page.keyboard.press("Enter");
  await done(page, "Record archived.");
  await tabTo(page, "button", "Restore from archive");
  await page.keyboard.press("Enter");
  await done(page, "The record is restored");
  await tabTo(page, "link", "Delete");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", /to confirm/);
  await page.keyboard.type("週次");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "The name does not match" })).toBeFocused();
  await tabTo(page, "textbox", /to confirm/);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("週次定例");
  await page.keyboard.press("Enter");
  await done(page, "Record deleted");
  await expect(page.getByText("No records here yet")).toBeVisible();
  expect(problems).toEqual([]);
});

test("two tabs: shows the other tab's save without losing input, and merges both", async ({ page, context, demo }) => {
  const scene = await makeRecordScene(demo);
  const id = await scene.plantRecord({ title: "Plan", content: "one\ntwo\nthree\nfour\nfive\n" });
  const path = pathOf(scene.roomId, `/${id}/edit`);
  await signIn(page, scene.creator, path);
  const other = await context.newPage();
  await other.goto(path);
  const [mine, theirs] = [page.getByRole("textbox", { name: "Text" }), other.getByRole("textbox", { name: "Text" })];
  await mine.fill("ONE\ntwo\nthree\nfour\nfive\n");
  await theirs.fill("one\ntwo\nthree\nfour\nFIVE\n");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await done(other, "The record is saved.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Version 2 was saved elsewhere in the meantime" })).toBeVisible();
  await expect(mine).toHaveValue("ONE\ntwo\nthree\nfour\nfive\n");
  await page.getByRole("button", { name: "Put both together" }).click();
  await expect(mine).toHaveValue("ONE\ntwo\nthree\nfour\nFIVE\n");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await done(page, "The record is saved.");
  await expect(page.getByRole("link", { name: "Version 3" })).toBeVisible();
});

test("input survives a refusal, leaving and returning", async ({ page, demo }) => {
  const { creator, roomId } = await makeRecordScene(demo);
  await signIn(page, creator, pathOf(roomId, "/new"));
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("a thought");
  await page.getByRole("button", { name: "Create record" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Enter a title." })).toBeFocused();
  await expect(text).toHaveValue("a thought");
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.message());
    void (questions.length === 1 ? dialog.dismiss() : dialog.accept());
  });
  const files = page.getByRole("navigation", { name: "Parts of this room" }).getByRole("link", { name: "Files" });
  await files.click();
  await expect.poll(() => questions).toHaveLength(1);
  await expect(page).toHaveURL(pathOf(roomId, "/new"));
  await page.getByRole("navigation", { name: "Parts of this room" }).getByRole("link", { name: "Messages" }).click();
  await expect(page).toHaveURL(`/rooms/${roomId}`);
  await page.goto(pathOf(roomId, "/new"));
  await expect(text).toHaveValue("a thought");
  await done(page, "is restored");
  await page.getByRole("textbox", { name: "Title" }).fill("Thought");
  await page.getByRole("button", { name: "Create record" }).click();
  await done(page, "The record is created.");
  await page.goto(pathOf(roomId, "/new"));
  await expect(text).toHaveValue("");
});

test("a guest can read and nothing else", async ({ page, demo }) => {
  const { guest, roomId, plantRecord } = await makeRecordScene(demo);
  const id = await plantRecord({ title: "Open to all", content: "Read me", status: "PENDING_APPROVAL" });
  await signIn(page, guest, pathOf(roomId));
  await expect(page.getByRole("link", { name: "New record" })).toHaveCount(0);
  await page.getByRole("link", { name: "Open to all" }).click();
  await expect(page.getByText("Read me")).toBeVisible();
  await expect(page.getByRole("main").getByRole("button", { name: /Approve|Reject|Lock|Archive|Request/ })).toHaveCount(
    0,
  );
  await expect(page.getByRole("link", { name: /^(Edit|Delete)$/ })).toHaveCount(0);
  await page.goto(pathOf(roomId, `/${id}?step=delete`));
  await expect(page.getByText("You are a guest in this room. Guests have read-only access.")).toBeVisible();
});

test("filters are part of the URL, and a lock binds the creator too", async ({ page, demo }) => {
  const { creator, roomId, plantRecord } = await makeRecordScene(demo);
  const locked = await plantRecord({ title: "Locked one", status: "LOCKED" });
  await plantRecord({ title: "From the meeting", origin: "TRANSCRIPT" });
  await plantRecord({ title: "Put away", status: "ARCHIVED" });
  await signIn(page, creator, pathOf(roomId));
  const items = page.getByRole("main").getByRole("listitem").filter({ hasText: "updated" });
  await expect(items).toHaveCount(2);
  await page.getByRole("combobox", { name: "Status" }).selectOption("ARCHIVED");
  await expect(items).toHaveText([/Put away/]);
  await expect(page).toHaveURL(/status=ARCHIVED/);
  await page.goto(`${pathOf(roomId)}?origin=TRANSCRIPT&q=MEETING`);
  await expect(items).toHaveText([/From the meeting/]);
  await page.goto(pathOf(roomId, `/${locked}/edit`));
  await expect(page.getByText("This record is locked. A manager of this room can unlock it.")).toBeVisible();
});

test("appends an agent's summary, shows its tasks before they are created and keeps transcripts here", async ({
  page,
  demo,
}) => {
  const gateway = await startGateway();
  const { manager, rooms, records } = await makeDesk(demo);
  await signIn(page, manager, "/settings/developer/connectors/new");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Scribe");
  await page.getByRole("textbox", { name: "Gateway URL" }).fill(`${gateway.url}/honest`);
  await page.getByRole("textbox", { name: "Gateway token" }).fill(gateway.token);
  await page.getByRole("textbox", { name: "ID or name" }).fill("main");
  await page.getByRole("checkbox", { name: /^Desk/ }).check();
  await page.getByRole("radio", { name: /^Writes tasks and messages/ }).check();
  await page.getByRole("button", { name: "Create connector" }).click();
  await expect(page).toHaveURL(/\/test\?created=1$/);

  await page.goto(pathOf(rooms.desk, `/${records.notes}`));
  await page.getByRole("button", { name: "Summarize" }).click();
  await expect(page.getByText("A short summary.")).toBeVisible();
  await page.getByRole("button", { name: "Append to the record" }).click();
  await done(page, "The record is saved.");
  await expect(page.getByRole("article").getByText("A short summary.")).toBeVisible();

  const countTasks = () => runSql(demo.databaseUrl, "SELECT 1 FROM tasks WHERE room_id = $1", [rooms.desk]);
  await page.getByRole("button", { name: "Extract tasks" }).click();
  await expect(page.getByText("Call the printer")).toBeVisible();
  expect(await countTasks()).toHaveLength(0);
  await page.getByRole("button", { name: "Create these 2 tasks" }).click();
  await done(page, "2 tasks were created.");
  expect(await countTasks()).toHaveLength(2);

  await page.goto(pathOf(rooms.desk, `/${records.transcript}`));
  await expect(page.getByRole("link", { name: "your account" })).toHaveAttribute("href", "/settings/account");
  await expect(page.getByRole("button", { name: "Summarize" })).toHaveCount(0);
  expect(gateway.calls.filter(({ body }) => JSON.stringify(body).includes("Call with a customer"))).toEqual([]);
  await gateway.close();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("a record is written, refused, saved and put up for approval", async ({ page, demo }) => {
    const { creator, roomId } = await makeRecordScene(demo);
    await signIn(page, creator, pathOf(roomId, "/new"));
    await page.locator("#text").fill("plain *text*\nsecond");
    await page.getByRole("button", { name: "Create record" }).click();
    await expect(page.getByText("Enter a title.").first()).toBeVisible();
    await expect(page.locator("#text")).toHaveValue("plain *text*\nsecond");
    await page.locator("#title").fill("By hand");
    await page.getByRole("button", { name: "Create record" }).click();
    await expect(page.getByText("The record is created.")).toBeVisible();
    await expect(page.getByRole("article").locator("em", { hasText: "text" })).toBeVisible();
    await page.getByRole("button", { name: "Request approval" }).click();
    await expect(page.getByText("Approval is requested.")).toBeVisible();
  });
});
