import { expect, type Page } from "@playwright/test";
import { waitForHydration } from "./hydration";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Opens a page with a new session. The form's own way to a session is proven in sign-in.spec.ts. */
export async function signIn(
  page: Page,
  { email, password }: Credentials,
  path = "/settings/developer",
): Promise<void> {
  const csrf = await page.request.get("/api/auth/csrf");
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const form = { csrfToken, email, password, json: "true" };
  const response = await page.request.post("/api/auth/callback/credentials", { form });
  expect(response.status()).toBe(200);
  await page.goto(path);
  await expect(page).toHaveURL(path);
  await waitForHydration(page);
}
