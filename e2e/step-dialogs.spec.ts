import { expect } from "@playwright/test";
import { test } from "./support/browser/browser";
import { signIn } from "./support/browser/sign-in";

const KEYS = "/settings/developer/api-keys";

test("a step opens over its page, and Escape leads back to the link that opened it", async ({ page, demo }) => {
  const path = `${KEYS}/${demo.apiKeys.org.id}`;
  await signIn(page, demo.users.owner, path);
  const link = page.getByRole("link", { name: "Revoke", exact: true });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /^Revoke/ })).toBeVisible();
  await expect(page).toHaveURL(`${path}?step=revoke`);
  await expect(page.locator("dialog:modal")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(link).toBeFocused();
});

test("the way back closes a step, and the way forward opens it again", async ({ page, demo }) => {
  const path = `${KEYS}/${demo.apiKeys.org.id}`;
  await signIn(page, demo.users.owner, path);
  await page.getByRole("link", { name: "Revoke", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Revoke/ });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.goForward();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(path);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a step is a part of its page", async ({ page, demo }) => {
    await signIn(page, demo.users.owner, `${KEYS}/${demo.apiKeys.org.id}?step=revoke`);
    const dialog = page.getByRole("dialog", { name: /^Revoke/ });
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    await expect(dialog.getByText("The key was not revoked").first()).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});
