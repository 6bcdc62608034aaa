import { expect, type Page } from "@playwright/test";
import { readManifest } from "../scenes/manifest";
import { plantSession } from "../scenes/sessions";
import { openDemoWorld } from "../scenes/world";
import { waitForHydration } from "./page";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Opens a page of the browser tests' service with a new session, as a row and its sealed cookie. sign-in.spec.ts proves the
 * form's own way to a session.
 */
export async function signIn(page: Page, { email }: Credentials, path = "/settings/developer"): Promise<void> {
  await beginSession(page, email);
  await openSignedIn(page, path);
}

/** Works on any service, and writes the audit row of a sign-in. */
export async function signInWithPassword(
  page: Page,
  { email, password }: Credentials,
  path = "/settings/developer",
): Promise<void> {
  const csrf = await page.request.get("/api/auth/csrf");
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const form = { csrfToken, email, password, json: "true" };
  const response = await page.request.post("/api/auth/callback/credentials", { form });
  expect(response.status()).toBe(200);
  await openSignedIn(page, path);
}

async function openSignedIn(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page).toHaveURL(path);
  await waitForHydration(page);
}

/** The cookie alone, for a test that opens its pages by itself. */
export async function beginSession(
  page: Page,
  email: string,
  manifestFile = process.env["SVC_TEST_MANIFEST"] ?? "",
): Promise<void> {
  const manifest = readManifest(manifestFile);
  const world = openDemoWorld(manifest);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const [user] = await world.query<{ id: string }>("SELECT id FROM users WHERE email = $1", [email]);
  if (!user) throw new Error(`No account has the address ${email}.`);
  const cookie = { name: "svc-session", url: manifest.baseUrl, httpOnly: true, sameSite: "Lax" } as const;
  const value = await plantSession(manifestFile, world, user.id, { userAgent });
  await page.context().addCookies([{ ...cookie, value }]);
}
