import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { expectAccessible, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { forgetMailRequests, readMailLink } from "./support/browser/mailbox";
import { watchProblems } from "./support/browser/page";
import { signIn, signInWithPassword } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";

const PASSWORD = "a passphrase for the first day";
const newAddress = () => `new-${randomUUID()}@nowhere.test`;

test.beforeEach(({ demo }) => forgetMailRequests(demo));

async function ask(page: Page, path: string, email: string, button = "Send the link") {
  await page.goto(path);
  await page.locator("#email").fill(email);
  await page.getByRole("button", { name: button }).click();
}

async function finish(page: Page, name: string) {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.locator("#password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create the account" }).click();
}

/** The state of a page that no address leads to. */
async function expectSound(page: Page, language: "en" | "ja") {
  await expectAccessible(page, language);
  await page.setViewportSize({ width: 320, height: 640 });
  expect([page.url(), await measureOverflow(page)]).toEqual([page.url(), 0]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("an address, a mail, a name and a password make an account that is signed in", async ({ page }) => {
  const problems = watchProblems(page);
  const email = newAddress();
  await page.goto("/login");
  await page.getByRole("link", { name: "Sign up" }).click();
  await expect(page).toHaveURL("/sign-up");
  await ask(page, "/sign-up", "no address");
  await expect(page.getByText("Enter a valid email address.").first()).toBeVisible();
  await ask(page, "/sign-up", email);
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
  await expectSound(page, "en");
  const path = await readMailLink(page, email, "Confirm your email");
  await page.goto(path);
  await expectSound(page, "en");
  await page.getByRole("textbox", { name: "Name" }).fill("Nora New");
  await page.locator("#password").fill("too short");
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(page.getByText("Use at least 12 characters.").first()).toBeVisible();
  await finish(page, "Nora New");
  await expect(page).toHaveURL("/rooms");
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "This link does not work any more" })).toBeVisible();
  expect(problems).toEqual([]);
});

test("a known and an unknown address read the same page, and too many mails are refused", async ({ page, demo }) => {
  const known = await makePerson(demo);
  const read = async (email: string) => {
    await ask(page, "/sign-up", email);
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    return ((await page.getByRole("main").textContent()) ?? "").replaceAll(email, "");
  };
  expect(await read(known.email)).toBe(await read(newAddress()));
  expect(await readMailLink(page, known.email, "You already have an account")).toBe("/login");
  await ask(page, "/sign-up", known.email);
  for (const button of ["Send it again", "Send it again"]) await page.getByRole("button", { name: button }).click();
  await ask(page, "/sign-up", known.email);
  await expect(page.getByText(/Too many emails\. Try again in \d+ minutes?\./).first()).toBeVisible();
});

test("a forgotten password is set by mail, and ends the sessions of every device", async ({ page, demo, browser }) => {
  const person = await makePerson(demo);
  const elsewhere = await browser.newContext();
  const otherPage = await elsewhere.newPage();
  await signIn(otherPage, person);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL("/password/forgot");
  await ask(page, "/password/forgot", person.email);
  await expect(page.getByText("is on its way")).toBeVisible();
  await page.goto(await readMailLink(page, person.email, "Set a new password"));
  await expectSound(page, "en");
  await page.locator("#password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("Password set.")).toBeVisible();
  await otherPage.goto("/settings/account");
  await expect(otherPage).toHaveURL(/\/login\?/);
  await signInWithPassword(page, { email: person.email, password: PASSWORD });
});

test.describe("in Japanese", () => {
  test.use({ locale: "ja-JP" });

  test("the pages and the mail are Japanese, and fit a phone", async ({ page }) => {
    const email = newAddress();
    await ask(page, "/sign-up", email, "リンクを送信");
    await expect(page.getByRole("heading", { name: "メールを確認してください" })).toBeVisible();
    await expectSound(page, "ja");
    await page.goto(await readMailLink(page, email, "メールアドレスの確認"));
    await expectSound(page, "ja");
    await page.goto("/dev/mailbox");
    await expectSound(page, "ja");
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signing up works, and the mail's HTML shows its button", async ({ page }) => {
    const email = newAddress();
    await ask(page, "/sign-up", email);
    await expect(page.getByText("Check your email")).toBeVisible();
    const path = await readMailLink(page, email, "Confirm your email");
    await page.getByRole("listitem").filter({ hasText: email }).getByRole("link", { name: "HTML" }).click();
    await expect(page.getByRole("link", { name: "Create the account" })).toHaveAttribute("href", /.*token=/);
    await page.goto(path);
    await finish(page, "Nils New");
    await expect(page).toHaveURL("/rooms");
  });
});
