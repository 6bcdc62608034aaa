import { createHash, randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "./support/browser/browser";
import { tabTo, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makeGrant } from "./support/scenes/grants";
import { makePerson } from "./support/scenes/people";
import { runSql } from "./support/scenes/run-sql";

const PATH = "/settings/admin/oauth-apps";
const SECRET = /^svc_cs_[A-Za-z0-9_-]{43}$/;

function makeName(): string {
  return `App ${randomUUID().slice(0, 8)}`;
}

async function callMe(page: Page, token: string): Promise<number> {
  return (await page.request.get("/v1/me", { headers: { authorization: `Bearer ${token}` } })).status();
}

/** Fills the form of a new app; the other fields get valid values. */
async function fillForm(page: Page, name: string, redirectUris = "https://example.com/cb"): Promise<void> {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Developer" }).fill("Acme Labs");
  await page.getByRole("textbox", { name: "Redirect URIs" }).fill(redirectUris);
}

/** Registers a public app and stays on its page; the id is the last part of its URL. */
async function registerPublic(page: Page, name: string): Promise<string> {
  await page.goto(`${PATH}/new`);
  await fillForm(page, name);
  await page.getByRole("button", { name: "Register app" }).click();
  await expect(page.getByText(`“${name}” is registered.`)).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

test("register, reveal, edit, rotate and deactivate by keyboard alone", async ({ page, demo }) => {
  const problems = watchProblems(page);
  const name = makeName();
  await signIn(page, await makePerson(demo, { isAdmin: true }), PATH);

  await tabTo(page, "link", "Register app");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", "Name");
  await page.keyboard.type(name);
  await tabTo(page, "textbox", "Developer");
  await page.keyboard.type("Acme Labs");
  await tabTo(page, "radio", /^Public/);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: /^Confidential/ })).toBeChecked();
  await tabTo(page, "textbox", "Redirect URIs");
  await page.keyboard.type("http://127.0.0.1:8976/callback");
  await expect(page.getByText("Loopback URIs are for apps on people’s devices")).toBeVisible();
  await tabTo(page, "button", "Register app");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `“${name}” is registered` });
  await expect(dialog.getByRole("button", { name: "Copy Client secret" })).toBeFocused();
  const secret = (await dialog.getByLabel("Client secret", { exact: true }).textContent()) ?? "";
  expect(secret).toMatch(SECRET);
  await expect(dialog.getByText(`SVC_CLIENT_SECRET=${secret}`)).toBeVisible();
  await page.keyboard.press("Escape");
  await tabTo(page, "button", "Close without copying");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/oauth-apps\/app_/);
  expect(await page.content()).not.toContain(secret);
  await expect(page.getByText(`svc_cs_…${secret.slice(-4)}`)).toBeVisible();

  await tabTo(page, "link", "Edit");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: /^Public/ })).toBeDisabled();
  await tabTo(page, "textbox", "Name");
  await page.keyboard.press("End");
  await page.keyboard.type(" II");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await expect(page.getByRole("heading", { name: `${name} II` })).toBeVisible();

  await tabTo(page, "link", "Rotate secret");
  await page.keyboard.press("Enter");
  await tabTo(page, "radio", "24 more hours");
  await page.keyboard.press("ArrowUp");
  await tabTo(page, "button", "Rotate secret");
  await page.keyboard.press("Enter");
  const rotated = page.getByRole("dialog", { name: `The new secret for “${name} II”` });
  const newSecret = (await rotated.getByLabel("Client secret", { exact: true }).textContent()) ?? "";
  expect(newSecret).toMatch(SECRET);
  await expect(rotated.getByRole("button", { name: "Copy Client secret" })).toBeFocused();
  await page.keyboard.press("Escape");
  await tabTo(page, "button", "Close without copying");
  await page.keyboard.press("Enter");
  const secrets = page.getByRole("region", { name: "Client secrets" }).getByRole("listitem");
  await expect(secrets.first()).toContainText(`${newSecret.slice(-4)}Current`);
  await expect(secrets.last()).toContainText(`${secret.slice(-4)}Overlap`);
  await tabTo(page, "button", "End overlap now");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Only the current secret works from now on.")).toBeVisible();
  await expect(secrets).toHaveCount(1);

  await tabTo(page, "link", "Deactivate");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", /to confirm/);
  await page.keyboard.type("something else");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "The name does not match." })).toBeFocused();
  await tabTo(page, "textbox", /to confirm/);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(`${name} II`);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`“${name} II” is inactive. It had no active grants.`)).toBeVisible();
  await tabTo(page, "button", "Reactivate");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`“${name} II” is active again.`)).toBeVisible();
  expect(problems).toEqual([]);
});

test("the form names each wrong redirect URI with its reason, and keeps the input", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo, { isAdmin: true }), `${PATH}/new`);
  const uris = "https://example.com/cb\n\n  http://example.com/cb  \nhttps://*.example.com/";
  await fillForm(page, "", uris);
  await page.getByRole("button", { name: "None" }).click();
  await page.getByRole("button", { name: "Register app" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "4 problems" });
  await expect(alert).toBeFocused();
  await expect(alert).toContainText("Enter a name.");
  await expect(alert).toContainText("Redirect URI 2: http is only allowed for 127.0.0.1");
  await expect(alert).toContainText("Redirect URI 3: wildcards are not supported.");
  await expect(alert).toContainText("Choose at least one scope.");
  await alert.getByRole("link", { name: /^Redirect URI 3/ }).click();
  await expect(page.getByRole("textbox", { name: "Redirect URIs" })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Redirect URIs" })).toHaveValue(uris);
});

test("deactivating names the number of active grants, and ends them", async ({ page, demo }) => {
  const name = makeName();
  await signIn(page, await makePerson(demo, { isAdmin: true }));
  const appId = await registerPublic(page, name);
  const [one, other] = [await makePerson(demo), await makePerson(demo)];
  const scopes = ["me:read"];
  const { token } = await makeGrant(demo, { userId: one.id, appId, scopes });
  await makeGrant(demo, { userId: other.id, appId, scopes });
  expect(await callMe(page, token)).toBe(200);
  await page.goto(`${PATH}/${appId}?step=deactivate`);
  await expect(page.getByText("2 active grants end immediately.")).toBeVisible();
  await page.getByRole("textbox", { name: /to confirm/ }).fill(name);
  await page.getByRole("button", { name: "Deactivate app" }).click();
  await expect(page.getByText("2 active grants have ended.")).toBeVisible();
  expect(await callMe(page, token)).toBe(401);
});

test("the second of two administrators who edit at once is told, and overwrites nothing", async ({
  page,
  demo,
  browser,
}) => {
  const name = makeName();
  await signIn(page, await makePerson(demo, { isAdmin: true }));
  const appId = await registerPublic(page, name);
  await page.goto(`${PATH}/${appId}/edit`);
  const context = await browser.newContext();
  const second = await context.newPage();
  await signIn(second, await makePerson(demo, { isAdmin: true }), `${PATH}/${appId}/edit`);
  await second.getByRole("textbox", { name: "Developer" }).fill("Changed first");
  await second.getByRole("button", { name: "Save changes" }).click();
  await expect(second.getByText("Changes saved.")).toBeVisible();
  await context.close();
  await page.getByRole("textbox", { name: "Name" }).fill(`${name} late`);
  for (let tries = 0; tries < 2; tries++) {
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Someone else changed this app" })).toBeFocused();
  }
  await page.goto(`${PATH}/${appId}`);
  await expect(page.getByRole("heading", { name, exact: false })).not.toContainText("late");
  await expect(page.getByText("Changed first")).toBeVisible();
});

test("the builder creates a request with PKCE, and sends none", async ({ page, demo }) => {
  const { clientId, redirectUris } = demo.oauthApps.confidential;
  await signIn(page, await makePerson(demo, { isAdmin: true }), `${PATH}/${clientId}`);
  const builder = page.getByRole("region", { name: "Authorize URL builder" });
  await builder.getByRole("combobox", { name: "Redirect URI" }).selectOption(redirectUris[1] ?? "");
  await builder.getByRole("combobox", { name: "Audience" }).selectOption("mcp");
  await builder.getByRole("textbox", { name: "State" }).fill("a state");
  for (const box of await builder.getByRole("checkbox").all()) await box.uncheck();
  await builder.getByRole("button", { name: "Create request" }).click();
  await expect(builder.getByText("Choose at least one scope.")).toBeVisible();
  await builder.getByRole("checkbox", { name: "mcp:tools" }).check();
  const sent: string[] = [];
  // Next may still be fetching the pages of the navigation in advance, and what colours code comes when there is some.
  const isOwn = (url: string) => url.includes("_rsc=") || url.includes("/_next/static/");
  page.on("request", (request) => isOwn(request.url()) || sent.push(request.url()));
  await builder.getByRole("button", { name: "Create request" }).click();
  const url = new URL((await builder.getByRole("link", { name: "Open in a new tab" }).getAttribute("href")) ?? "");
  const verifier = (await builder.getByRole("region", { name: /^Code verifier/ }).textContent()) ?? "";
  expect(sent).toEqual([]);
  expect(verifier).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(url.origin + url.pathname).toBe(`${demo.baseUrl}/oauth/authorize`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUris[1],
    scope: "mcp:tools",
    resource: demo.mcpUrl,
    state: "a state",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  await expect(builder.getByRole("region", { name: /^2\. Exchange/ })).toContainText(`code_verifier=${verifier}`);
});

test("administration does not exist for other people", async ({ page, demo }) => {
  const app = `${PATH}/${demo.oauthApps.public.clientId}`;
  await signIn(page, demo.users.owner);
  await expect(page.getByRole("link", { name: "OAuth apps" })).toHaveCount(0);
  for (const path of [PATH, `${PATH}/new`, app, `${app}/edit`, `${app}?step=rotate`]) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
  }
});

test("refuses the open form of a former administrator", async ({ page, demo }) => {
  const admin = await makePerson(demo, { isAdmin: true });
  const name = makeName();
  await signIn(page, admin, `${PATH}/new`);
  await fillForm(page, name);
  await runSql(demo.databaseUrl, "UPDATE users SET is_admin = false WHERE id = $1", [admin.id]);
  await page.getByRole("button", { name: "Register app" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "you can no longer manage it" })).toBeVisible();
  expect(await runSql(demo.databaseUrl, "SELECT 1 FROM oauth_apps WHERE name = $1", [name])).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an app can be registered, edited, rotated and deactivated", async ({ page, demo }) => {
    const name = makeName();
    await signIn(page, await makePerson(demo, { isAdmin: true }), `${PATH}/new`);
    await page.getByRole("radio", { name: /^Confidential/ }).check();
    await fillForm(page, "", "https://example.com/cb\nhttps://example.com/cb#x");
    await page.getByRole("button", { name: "Register app" }).click();
    await expect(page.getByText("Redirect URI 2: remove the #").first()).toBeVisible();
    await expect(page.getByRole("radio", { name: /^Confidential/ })).toBeChecked();
    await fillForm(page, name);
    await page.getByRole("button", { name: "Register app" }).click();
    const secret = (await page.getByLabel("Client secret", { exact: true }).textContent()) ?? "";
    expect(secret).toMatch(SECRET);
    await page.goto(PATH);
    await page.getByRole("link", { name }).click();
    await expect(page.getByText("The builder needs JavaScript")).toBeVisible();
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByRole("textbox", { name: "Developer" }).fill("Someone");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Changes saved.")).toBeVisible();
    await page.getByRole("link", { name: "Rotate secret" }).click();
    await page.getByRole("radio", { name: "End it now" }).check();
    await page.getByRole("button", { name: "Rotate secret" }).click();
    expect(await page.getByLabel("Client secret", { exact: true }).textContent()).not.toBe(secret);
    await page.goto(PATH);
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("region", { name: "Client secrets" }).getByRole("listitem")).toHaveCount(1);
    await page.getByRole("link", { name: "Deactivate" }).click();
    await page.getByRole("textbox", { name: /to confirm/ }).fill(name);
    await page.getByRole("button", { name: "Deactivate app" }).click();
    await expect(page.getByText(`“${name}” is inactive.`)).toBeVisible();
  });
});
