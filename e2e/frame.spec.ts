import { expect, type Page } from "@playwright/test";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { chooseArea, openAccountMenu, switcher, waitForHydration } from "./support/browser/page";
import { signIn, signInWithPassword } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";
import { makeManager, plantAttempt, plantWebhook } from "./support/scenes/webhook-rows";

/** Each step is one click on a link of this name. */
async function follow(page: Page, from: string, steps: readonly (string | RegExp)[]): Promise<void> {
  expect(steps.length).toBeLessThanOrEqual(3);
  await page.goto(from);
  await waitForHydration(page);
  for (const name of steps) {
    await page
      .getByRole("link", typeof name === "string" ? { name, exact: true } : { name })
      .first()
      .click();
  }
}

test("a key, a failing endpoint, an audit row and a notification setting are three clicks away", async ({
  page,
  demo,
}) => {
  const manager = await makeManager(demo);
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Broken" }), roomId: manager.roomId };
  await plantAttempt(demo, webhook, { statusCode: 503, error: "http_status", state: "FAILED" });
  await signInWithPassword(page, manager, "/settings/account");
  await chooseArea(page, "Personal");
  for (const from of [`/rooms/${manager.roomId}`, "/settings/account"]) {
    await follow(page, from, ["Settings", "API keys"]);
    await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
    await follow(page, from, ["Settings", "Webhooks", /^Broken/]);
    await expect(page.getByRole("main").getByText("503").first()).toBeVisible();
    await follow(page, from, ["Settings", "Audit log", /Signed in/]);
    await expect(page.getByRole("region", { name: "Row of the audit log" })).toBeVisible();
    await follow(page, from, ["Settings", "Notification settings"]);
    await expect(page.getByRole("main").getByRole("checkbox").first()).toBeVisible();
  }
});

test("the organization chosen in a room is that of every screen", async ({ page, demo }) => {
  const { roomId, ...manager } = await makeManager(demo);
  await signIn(page, manager, `/rooms/${roomId}`);
  await chooseArea(page, "Personal");
  await expect(page).toHaveURL(`/rooms/${roomId}`);
  for (const screen of ["usage", "requests", "audit-log"]) {
    await page.goto(`/settings/developer/${screen}`);
    await expect(switcher(page)).toContainText("Personal");
    await expect(page.locator("main input[name=area]").first()).toHaveValue(manager.id);
  }
  await page.goto(`/settings/developer/usage?area=${demo.organizations.acme.id}`);
  await expect(switcher(page)).toContainText("Acme");
  await chooseArea(page, "Personal");
  await expect(page).toHaveURL("/settings/developer/usage");
  await expect(page.locator("main input[name=area]").first()).toHaveValue(manager.id);
});

test("the menus of the frame work by keyboard, and are accessible while open", async ({ page, demo }) => {
  const person = await makePerson(demo, { roleAtAcme: 30 });
  await signIn(page, person, "/settings/account");
  const account = page.locator("summary:visible", { hasText: "Account menu" });
  await account.focus();
  await page.keyboard.press("Enter");
  const signOut = page.getByRole("button", { name: "Sign out", exact: true });
  await expect(signOut).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(signOut).toBeHidden();
  await expect(account).toBeFocused();
  await switcher(page).press("Enter");
  await expect(page.getByRole("button", { name: "Personal" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await account.focus();
  await expect(page.getByRole("button", { name: "Personal" })).toBeHidden();
});

for (const width of [320, 390, 1024]) {
  test(`everything of the frame is there at ${width} px`, async ({ page, demo }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, await makePerson(demo, { roleAtAcme: 30 }), "/settings/account");
    await switcher(page).click();
    await expect(page.getByRole("button", { name: "Personal" })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    if (width < 1024) await page.locator("summary", { hasText: /^Menu$/ }).click();
    await expect(page.getByRole("link", { name: "Rooms", exact: true })).toBeVisible();
    await openAccountMenu(page);
    await expect(page.getByRole("button", { name: "Sign out", exact: true })).toBeInViewport({ ratio: 1 });
    expect(await measureOverflow(page)).toBe(0);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an organization is chosen and a person signs out", async ({ page, demo }) => {
    await signIn(page, await makePerson(demo, { roleAtAcme: 30 }), "/settings/developer/usage");
    await chooseArea(page, "Personal");
    await chooseArea(page, "Acme");
    await expect(page).toHaveURL("/settings/developer/usage");
    await openAccountMenu(page);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page.getByText("You are signed out.")).toBeVisible();
  });
});
