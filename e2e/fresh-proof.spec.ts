import { expect } from "@playwright/test";
import { test } from "./support/browser/browser";
import { watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makePerson, type Person } from "./support/scenes/people";
import { runSql } from "./support/scenes/run-sql";

const KEYS = "/settings/developer/api-keys";

const age = (databaseUrl: string, { id }: Person) =>
  runSql(databaseUrl, "UPDATE sessions SET created_at = created_at - interval '11 minutes' WHERE user_id = $1", [id]);

test("a form asks for the password again, and keeps what was typed", async ({ page, demo }) => {
  const problems = watchProblems(page);
  const person = await makePerson(demo, { roleAtAcme: 40 });
  await signIn(page, person, `${KEYS}/new`);
  await age(demo.databaseUrl, person);
  await page.getByLabel("Name", { exact: true }).fill("Nightly export");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Confirm that it is you");
  await page.getByLabel("Your password").fill("not the password");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("This is not your password.");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nightly export");
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText(/svc_(live|test)_/).first()).toBeVisible();
  expect(problems).toEqual([]);
});

test("adding a passkey leads to the page that confirms, and back", async ({ page, demo }) => {
  const person = await makePerson(demo);
  await signIn(page, person, "/settings/account");
  await age(demo.databaseUrl, person);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page).toHaveURL(/\/confirm\?/);
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/settings\/account#passkeys$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form keeps what was typed, too", async ({ page, demo }) => {
    const person = await makePerson(demo, { roleAtAcme: 40 });
    await signIn(page, person, `${KEYS}/new`);
    await age(demo.databaseUrl, person);
    await page.getByLabel("Name", { exact: true }).fill("Nightly export");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nightly export");
    await page.getByLabel("Your password").fill(person.password);
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByText(/svc_(live|test)_/).first()).toBeVisible();
  });
});
