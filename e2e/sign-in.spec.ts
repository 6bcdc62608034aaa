import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "./support/browser/browser";
import { openAccountMenu, waitForHydration, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";

const REFUSED = "The email or the password is not right.";

async function tryToSignIn(page: Page, email: string, password: string) {
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("the right password leads to the page that was asked for", async ({ page, demo }) => {
  const problems = watchProblems(page);
  await page.goto("/settings/developer/usage");
  await expect(page).toHaveURL("/login?callbackUrl=%2Fsettings%2Fdeveloper%2Fusage");
  await tryToSignIn(page, demo.users.owner.email.toUpperCase(), demo.users.owner.password);
  await expect(page).toHaveURL("/settings/developer/usage");
  await expect(page.getByRole("heading", { name: "Usage", level: 1 })).toBeVisible();
  expect(problems).toEqual([]);
});

test("the session cookie is out of reach for scripts and other sites", async ({ page, demo, context }) => {
  await page.goto("/login");
  await tryToSignIn(page, demo.users.owner.email, demo.users.owner.password);
  await expect(page).toHaveURL("/rooms");
  const cookie = (await context.cookies()).find(({ name }) => name === "svc-session");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/", secure: false });
});

test("a wrong password and an unknown account give the same error", async ({ page, demo }) => {
  await page.goto("/login");
  for (const email of [demo.users.guest.email, `nobody-${randomUUID()}@nowhere.test`]) {
    await tryToSignIn(page, email, "not the password");
    const alert = page.getByRole("alert").filter({ hasText: REFUSED });
    await expect(alert).toBeFocused();
    await expect(alert).toHaveText(`Sign-in failed${REFUSED}`);
    await expect(page.locator("#email")).toHaveValue(email);
    await page.reload();
  }
});

test("locks an account after too many failures, whether it exists or not", async ({ page }) => {
  const email = `crowd-${randomUUID()}@nowhere.test`;
  await page.goto("/login");
  const csrf = await page.request.get("/api/auth/csrf");
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  for (let attempt = 0; attempt < 10; attempt++) {
    const form = { csrfToken, email, password: `guess ${attempt}`, json: "true" };
    expect((await page.request.post("/api/auth/callback/credentials", { form })).status()).toBe(401);
  }
  await tryToSignIn(page, email, "one more");
  // Fifteen from the first failure.
  await expect(
    page.getByRole("alert").filter({ hasText: /Too many attempts\. Try again in \d+ minutes?\./ }),
  ).toBeVisible();
});

test("sign-in does not redirect to another site", async ({ page, demo }) => {
  await page.goto(`/login?callbackUrl=${encodeURIComponent("/\\evil.example")}`);
  await tryToSignIn(page, demo.users.owner.email, demo.users.owner.password);
  await expect(page).toHaveURL("/rooms");
});

test("ignores a forged callback URL in the form", async ({ page, demo }) => {
  await page.goto("/login");
  // Hydration would put the honest value back.
  await waitForHydration(page);
  await page.locator("form:has(#password) input[name=callbackUrl]").evaluate((input: HTMLInputElement) => {
    input.value = "//evil.example";
  });
  await tryToSignIn(page, demo.users.owner.email, demo.users.owner.password);
  await expect(page).toHaveURL("/rooms");
});

test("sign-in and the logo lead to the last room, and never to one that this person does not see", async ({
  page,
  demo,
}) => {
  const { owner, outsider } = demo.users;
  const room = `/rooms/${demo.rooms.general.id}`;
  await signIn(page, owner, room);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/settings/developer");
  await page
    .getByRole("link", { name: /^Lintel/ })
    .first()
    .click();
  await expect(page).toHaveURL(room);
  for (const [person, path] of [
    [owner, room],
    [outsider, "/rooms"],
  ] as const) {
    await openAccountMenu(page);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page.getByText("You are signed out.")).toBeVisible();
    await page.goto("/login");
    await tryToSignIn(page, person.email, person.password);
    await expect(page).toHaveURL(path);
  }
});

test("the password can be pasted and shown", async ({ page }) => {
  await page.goto("/login");
  const password = page.locator("#password");
  await password.evaluate((input: HTMLInputElement) => {
    const data = new DataTransfer();
    data.setData("text/plain", "pasted");
    const isAllowed = input.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
    if (isAllowed) input.value = "pasted";
  });
  await expect(password).toHaveValue("pasted");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
});

test("signing out ends the session here", async ({ page, demo }) => {
  await signIn(page, demo.users.member);
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await page.goto("/settings/developer");
  await expect(page).toHaveURL(/\/login\?/);
});

test("signing out everywhere ends every session", async ({ page, demo, browser }) => {
  const person = await makePerson(demo);
  await signIn(page, person);
  const elsewhere = await browser.newContext();
  const otherPage = await elsewhere.newPage();
  await signIn(otherPage, person);
  const kept = await elsewhere.cookies();
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("You are signed out here and everywhere else.")).toBeVisible();
  await otherPage.goto("/settings/developer");
  await expect(otherPage).toHaveURL(/\/login\?/);
  await elsewhere.addCookies(kept);
  await otherPage.goto("/settings/account");
  await expect(otherPage).toHaveURL(/\/login\?/);
  await elsewhere.close();
});

test("the account page lists the devices and signs one of them out, by keyboard alone", async ({
  page,
  demo,
  browser,
}) => {
  const person = await makePerson(demo);
  await signIn(page, person);
  const elsewhere = await browser.newContext({
    userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
  });
  const otherPage = await elsewhere.newPage();
  await signIn(otherPage, person);
  await page.goto("/settings/account");
  const devices = page.getByRole("region", { name: "Signed-in devices" });
  await expect(devices.getByRole("listitem").first()).toContainText("This device");
  await devices.getByRole("button", { name: "Sign out Firefox on Windows" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "That device is signed out." })).toBeVisible();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await expect(devices.getByRole("button", { name: "Sign out all other devices" })).toHaveCount(0);
  await otherPage.goto("/settings/account");
  await expect(otherPage).toHaveURL(/\/login\?/);
  await page.reload();
  await expect(page).toHaveURL(/\/settings\/account/);
  await elsewhere.close();
});

test("an administrator's page does not exist for other people", async ({ page, demo }) => {
  await signIn(page, demo.users.owner);
  expect((await page.goto("/settings/admin/oauth-apps"))?.status()).toBe(404);
  await expect(page.getByRole("link", { name: "OAuth apps" })).toHaveCount(0);
});

test("an administrator sees the page", async ({ page, demo }) => {
  await signIn(page, demo.users.admin);
  await page.getByRole("navigation").getByRole("link", { name: "OAuth apps" }).click();
  await expect(page.getByRole("heading", { name: "OAuth apps", level: 1 })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("sign-in, its errors, the language and sign-out work", async ({ page, demo }) => {
    const person = await makePerson(demo);
    await page.goto("/login?callbackUrl=/settings/account");
    await tryToSignIn(page, person.email, "not the password");
    await expect(page.getByText(REFUSED).first()).toBeVisible();
    await expect(page.locator("#email")).toHaveValue(person.email);
    await page.getByRole("button", { name: "日本語" }).click();
    await expect(page.getByRole("heading", { name: "サインイン" })).toBeVisible();
    await page.getByRole("button", { name: "English" }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await page.goto("/login?callbackUrl=/settings/account");
    await tryToSignIn(page, person.email, person.password);
    await expect(page).toHaveURL("/settings/account");
    await page.getByRole("button", { name: "Sign out here" }).click();
    await expect(page.getByText("You are signed out.")).toBeVisible();
  });
});
