import { expect, type Page } from "@playwright/test";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signs in through the form; the next page is the one that the person asked for. */
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
