import { expect, type Page } from "@playwright/test";
import { expectAccessible, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { tabTo, watchProblems } from "./support/browser/page";
import { beginSession, signIn } from "./support/browser/sign-in";
import { plantGroups, plantNotifications } from "./support/scenes/notification-rows";
import { makePerson } from "./support/scenes/people";
import { makeRecordScene } from "./support/scenes/record-rows";

const INBOX = "/settings/notifications";
const [FROM_PEOPLE, FROM_SERVICE] = [5, 7];
const KINDS = FROM_PEOPLE + FROM_SERVICE;

const listFrom = (page: Page, source: "People" | "Machines and security") =>
  page.getByRole("list", { name: source, exact: true });
const unread = (page: Page) => page.getByRole("main").getByText("Unread", { exact: true });
const bellOf = (page: Page, name: string) => page.locator(`summary[aria-label="${name}"]:visible`);

test("the bell leads to the inbox, which is read and muted by keyboard alone", async ({ page, demo }) => {
  const problems = watchProblems(page);
  // Managers would also be notified of what other tests do.
  const person = await makePerson(demo);
  await plantNotifications(demo, person);
  await signIn(page, person);
  await tabTo(page, "link", `Notifications, ${KINDS} unread`);
  await page.keyboard.press("Enter");
  const newest = page.getByRole("list", { name: "Notifications", exact: true }).getByRole("listitem");
  await expect(newest).toHaveCount(6);
  await expect(newest.first()).toContainText("Acme invited you");
  await expect(bellOf(page, `Notifications, ${KINDS} unread`)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(newest.first()).toBeHidden();
  await page.keyboard.press("Enter");
  await tabTo(page, "link", "Open the inbox");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(INBOX);
  await expect(listFrom(page, "People").getByRole("listitem")).toHaveCount(FROM_PEOPLE);
  const rows = listFrom(page, "Machines and security").getByRole("listitem");
  await expect(rows).toHaveCount(FROM_SERVICE);
  await expect(rows.first()).toContainText("Webhook “Ticket tracker” is failing");

  // A key that is gone: what a notification tells of may have been deleted since.
  await tabTo(page, "link", /API key “Importer” expires in 7 days/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings\/developer\/api-keys\/key_/);
  await tabTo(page, "link", `Notifications, ${KINDS - 1} unread`);
  await page.keyboard.press("Enter");
  await tabTo(page, "link", "Open the inbox");
  await page.keyboard.press("Enter");
  await expect(unread(page)).toHaveCount(KINDS - 1);

  await tabTo(page, "button", "Mark all as read");
  await page.keyboard.press("Enter");
  await expect(unread(page)).toHaveCount(0);
  await expect(bellOf(page, "Notifications")).toBeVisible();

  await tabTo(page, "link", "Preferences");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("checkbox", { name: /^A client waits for approval/ })).toHaveCount(0);
  await tabTo(page, "checkbox", "A webhook fails, in the app");
  await page.keyboard.press("Space");
  await tabTo(page, "checkbox", "An API key expires, by email");
  await page.keyboard.press("Space");
  await tabTo(page, "button", "Save preferences");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your preferences are saved.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "A webhook fails, in the app" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "A webhook fails, by email" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "An API key expires, in the app" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "An API key expires, by email" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "A sign-in on a new device, in the app" })).toHaveCount(0);
  await page.goto(INBOX);
  await expect(rows).toHaveCount(FROM_SERVICE - 1);
  expect(problems.filter((problem) => !problem.includes("404"))).toEqual([]);
});

test("equals share a row that opens, leads from the bell, and is read as a whole", async ({ page, demo }) => {
  const person = await makePerson(demo);
  await plantGroups(demo, person);
  await signIn(page, person, "/settings/account");
  const bell = page.getByRole("link", { name: "Notifications, 16 unread" });
  const badge = bell.getByText("16");
  const [icon, number] = [await bell.locator("svg").boundingBox(), await badge.boundingBox()];
  if (!icon || !number) throw new Error("The bell is not shown.");
  expect(number.y + number.height).toBeGreaterThan(icon.y);
  expect(number.x).toBeLessThan(icon.x + icon.width);
  await bell.click();
  const newest = page.getByRole("list", { name: "Notifications", exact: true });
  await expect(newest.getByRole("link")).toHaveText([/^Ada and 3 others mentioned you in General/, /^12 new sign-ins/]);
  await expectAccessible(page, "en");
  await newest.getByRole("link").first().click();
  const people = listFrom(page, "People");
  await expect(people.getByRole("link", { name: "Bob mentioned you" })).toBeVisible();
  await people.getByText("Ada and 3 others mentioned you in General").click();
  await expect(people.getByRole("link", { name: "Bob mentioned you" })).toBeHidden();

  await page.getByRole("button", { name: "Mark as read: 12 new sign-ins" }).click();
  await expect(page.getByRole("link", { name: "Notifications, 4 unread" })).toBeVisible();
  await expect(listFrom(page, "Machines and security").getByText("Unread", { exact: true })).toHaveCount(0);
  await people.getByText("Ada and 3 others mentioned you in General").click();
  await people.getByRole("link", { name: "Cy mentioned you" }).click();
  await expect(page).toHaveURL(/\/rooms\//);
  await page.goto(INBOX);
  await expect(people.getByRole("listitem").filter({ hasText: "Cy mentioned you" })).toContainText("General");
  await expect(people.getByText("Ada and 2 others mentioned you in General")).toBeVisible();
});

test("a record is approved from its row, and a request that was answered says so", async ({ page, demo }) => {
  const { world, roomId, manager, plantRecord } = await makeRecordScene(demo);
  const ids = [
    await plantRecord({ title: "Budget", status: "PENDING_APPROVAL" }),
    await plantRecord({ title: "Plan", status: "PENDING_APPROVAL" }),
  ];
  for (const id of ids) {
    const request = await world.insert("approvals", { record_id: id });
    await world.insert("notifications", {
      key: `record.approval_requested:${id}:${request}:${manager.id}`,
      kind: "record.approval_requested",
      audience: `seat:${roomId}:${manager.id}`,
      subject_id: id,
      facts: { by: "Cora Writer", roomId, room: "Minutes" },
    });
  }
  await signIn(page, manager, INBOX);
  const approve = listFrom(page, "People").getByRole("button", { name: "Approve" });
  await expect(approve).toHaveCount(2);
  await approve.first().click();
  await expect(page.getByRole("status").filter({ hasText: "The record is approved." })).toBeVisible();
  await expect(approve).toHaveCount(1);
  await world.query("UPDATE records SET status = 'LOCKED' WHERE id = $1", [ids[0]]);
  await approve.click();
  await expect(page.getByRole("alert").filter({ hasText: "That was not possible" })).toBeVisible();
});

test("an open page learns of a new one when it is looked at again", async ({ page, demo }) => {
  const person = await makePerson(demo);
  await signIn(page, person, "/settings/account");
  await expect(page.getByRole("link", { name: "Notifications", exact: true })).toBeVisible();
  await plantNotifications(demo, person, 1);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByRole("link", { name: "Notifications, 1 unread" })).toBeVisible();
});

for (const language of ["en", "ja"] as const)
  test(`the inbox and the preferences have no violations, ${language}, also at 320 px and in the dark`, async ({
    page,
    demo,
  }) => {
    const person = await makePerson(demo, { locale: language, isAdmin: true });
    await plantNotifications(demo, person);
    await beginSession(page, person.email);
    for (const path of [INBOX, `${INBOX}/preferences`]) {
      await page.goto(path);
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page, language);
        expect(await measureOverflow(page)).toBe(0);
      }
    }
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("one is opened, the rest are marked as read, and a kind is muted", async ({ page, demo }) => {
    const person = await makePerson(demo);
    await plantNotifications(demo, person, 3);
    await page.goto(`/login?callbackUrl=${encodeURIComponent("/settings/account")}`);
    await page.getByRole("textbox", { name: "Email" }).fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("link", { name: "Notifications, 3 unread" }).click();
    await expect(page).toHaveURL(INBOX);
    await expect(unread(page)).toHaveCount(3);
    await page.getByRole("link", { name: /“Ticket tracker” is failing/ }).click();
    await expect(page).not.toHaveURL(INBOX);
    await page.goto(INBOX);
    await expect(unread(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await expect(unread(page)).toHaveCount(0);
    await page.getByRole("link", { name: "Preferences" }).click();
    await page.getByRole("checkbox", { name: "An API key expires, in the app" }).uncheck();
    await page.getByRole("checkbox", { name: "You are invited, by email" }).uncheck();
    await page.getByRole("button", { name: "Save preferences" }).click();
    await expect(page.getByText("Your preferences are saved.")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "An API key expires, in the app" })).not.toBeChecked();
    await expect(page.getByRole("checkbox", { name: "You are invited, by email" })).not.toBeChecked();
    await expect(page.getByRole("checkbox", { name: "You are invited, in the app" })).toBeChecked();
  });
});
