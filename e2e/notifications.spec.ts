import { expect } from "@playwright/test";
import { expectAccessible, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { tabTo, watchProblems } from "./support/browser/page";
import { beginSession, signIn } from "./support/browser/sign-in";
import { plantNotifications } from "./support/scenes/notification-rows";
import { makePerson } from "./support/scenes/people";

const INBOX = "/settings/notifications";
const KINDS = 11;

test("the bell leads to the inbox, which is read and muted by keyboard alone", async ({ page, demo }) => {
  const problems = watchProblems(page);
  // Managers would also be notified of what other tests do.
  const person = await makePerson(demo);
  await plantNotifications(demo, person);
  await signIn(page, person);
  await tabTo(page, "link", `Notifications, ${KINDS} unread`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(INBOX);
  const rows = page.getByRole("list", { name: "Inbox" }).getByRole("listitem");
  await expect(rows).toHaveCount(KINDS);
  await expect(rows.first()).toContainText("Webhook “Ticket tracker” is failing");

  // A key that is gone: what a notification tells of may have been deleted since.
  await tabTo(page, "link", /API key “Importer” expires in 7 days/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings\/developer\/api-keys\/key_/);
  await tabTo(page, "link", `Notifications, ${KINDS - 1} unread`);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Unread", { exact: true })).toHaveCount(KINDS - 1);

  await tabTo(page, "button", "Mark all as read");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Unread", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Notifications", exact: true }).first()).toBeVisible();

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
  await expect(rows).toHaveCount(KINDS - 1);
  expect(problems.filter((problem) => !problem.includes("404"))).toEqual([]);
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
    await page.goto(`/login?callbackUrl=${encodeURIComponent(INBOX)}`);
    await page.getByRole("textbox", { name: "Email" }).fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(INBOX);
    await expect(page.getByText("Unread", { exact: true })).toHaveCount(3);
    await page.getByRole("link", { name: /“Ticket tracker” is failing/ }).click();
    await page.goto(INBOX);
    await expect(page.getByText("Unread", { exact: true })).toHaveCount(2);
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await expect(page.getByText("Unread", { exact: true })).toHaveCount(0);
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
