import { expect, type Page } from "@playwright/test";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Through the form, as people do; the page that follows is the one they were on their way to. */
export async function signIn(
  page: Page,
  { email, password }: Credentials,
  path = "/settings/developer",
): Promise<void> {
  await page.goto(`/login?callbackUrl=${encodeURIComponent(path)}`);
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await page.locator("#password").press("Enter");
  await expect(page).toHaveURL(path);
}
