import { expect } from "@playwright/test";
import { findViolations, measureOverflow } from "./support/accessibility";
import { test } from "./support/browser";
import { makePerson } from "./support/people";
import { signIn } from "./support/sign-in";

const ACCOUNT = "/settings/account";

test("a person chooses German in the profile and reads it everywhere, also on a phone", async ({ page, demo }) => {
  const person = await makePerson(demo, { roleAtAcme: 30 });
  await signIn(page, person, ACCOUNT);
  await page.getByLabel("Language", { exact: true }).selectOption({ label: "Deutsch" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { name: "Konto", level: 1 })).toBeVisible();
  const root = page.locator("html");
  await expect(root).toHaveAttribute("lang", "de");
  await expect(root).toHaveAttribute("dir", "ltr");

  await page.setViewportSize({ width: 320, height: 640 });
  for (const [path, title] of [
    [ACCOUNT, "Konto"],
    ["/settings/developer", "Übersicht"],
    ["/settings/developer/api-keys/new", "API-Schlüssel erstellen"],
    ["/settings/developer/webhooks", "Webhooks"],
    ["/settings/developer/audit-log", "Prüfprotokoll"],
    ["/docs/errors/revoked_api_key", "revoked_api_key"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    expect([path, await measureOverflow(page), await findViolations(page, "texts")]).toEqual([path, 0, []]);
  }
});

test("a guide that is not translated is shown in English and says so; the errors are German", async ({ page }) => {
  await page.goto("/docs/quickstart?lang=de");
  await expect(page.getByText("Diese Seite gibt es nur auf Englisch.")).toBeVisible();
  await expect(page.getByRole("article")).toHaveAttribute("lang", "en");
  await page.goto("/docs/errors/revoked_api_key?lang=de");
  await expect(page.getByRole("heading", { name: "Was zu tun ist" })).toBeVisible();
  await expect(page.getByText("Diese Seite gibt es nur auf Englisch.")).toHaveCount(0);
});

test.describe("in a browser of Austria", () => {
  test.use({ locale: "de-AT" });
  test("everybody is greeted in German", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("heading", { name: "Anmelden" })).toBeVisible();
  });
});
