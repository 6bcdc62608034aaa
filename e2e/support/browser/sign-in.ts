import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { encodeSession } from "../../../lib/accounts/sessions/session-cookie";
import { newId } from "../../../lib/platform/ids";
import { SESSION_LIFETIME_MS } from "../../../lib/platform/limits";
import { readManifest } from "../scenes/manifest";
import { runSql } from "../scenes/run-sql";
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

/** For a service of the test's own, and where the password is part of the proof. */
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
  const { baseUrl, databaseUrl } = readManifest(manifestFile);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const [session] = await runSql<{ sub: string; sessionId: string }>(
    databaseUrl,
    `INSERT INTO sessions (id, user_id, user_agent, created_at, last_used_at, expires_at)
     SELECT $1, id, $2, now(), now(), now() + make_interval(secs => $3) FROM users WHERE email = $4
     RETURNING user_id AS sub, id AS "sessionId"`,
    [newId("ses"), userAgent, SESSION_LIFETIME_MS / 1000, email],
  );
  if (!session) throw new Error(`No account has the address ${email}.`);
  const secret = readSecret(join(dirname(manifestFile), "env"));
  const value = await encodeSession({ token: { ...session }, secret });
  await page.context().addCookies([{ name: "svc-session", value, url: baseUrl, httpOnly: true, sameSite: "Lax" }]);
}

function readSecret(file: string): string {
  const secret = /^SVC_SESSION_SECRET="?([^"\n]+)/m.exec(readFileSync(file, "utf8"))?.[1];
  if (secret === undefined) throw new Error(`${file} has no SVC_SESSION_SECRET.`);
  return secret;
}
