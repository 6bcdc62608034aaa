import { expect, type Page } from "@playwright/test";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { approve, test } from "./support/browser/consent-pages";
import { authorizeQuery, type Changes, makePkce } from "./support/browser/oauth-flow";
import { beginSession, signIn } from "./support/browser/sign-in";
import { makePerson, type Person } from "./support/scenes/people";
import { type RunningApp, startApp } from "./support/servers/oauth-app";

const pathOf = (app: RunningApp, changes: Changes = {}) =>
  `/oauth/authorize?${authorizeQuery(app, makePkce().challenge, changes)}`;

async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  await expect(page).toHaveURL(/\/login\?callbackUrl=%2Foauth%2Fconsent/);
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await page.locator("#password").press("Enter");
  await expect(page).toHaveURL(/\/oauth\/consent\?request=/);
}

const answerOf = (app: RunningApp) => Object.fromEntries(app.callbacks.at(-1)?.searchParams ?? []);

test("sign-in, consent, approval: the app gets its code, and the browser arrives where the app sends it", async ({
  page,
  app,
  person,
  demo,
}) => {
  await page.goto(pathOf(app));
  await fillSignIn(page, person);
  await expect(page.getByRole("heading", { name: "App asks for access" })).toBeVisible();
  for (const text of ["By Developer", person.email, "See your name, email address and language", "See your rooms"]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  // §5: the screen shows the scopes.
  for (const scope of ["me:read", "rooms:read"]) await expect(page.getByText(scope, { exact: true })).toBeVisible();
  await expect(page.getByText(new URL(app.redirectUris[0] ?? "").host)).toBeVisible();
  await expect(page.getByText("Post messages")).toHaveCount(0);
  await approve(page);
  await expect(page).toHaveURL(app.doneUrl);
  expect(answerOf(app)).toEqual({ code: expect.stringMatching(/^svc_ac_/), state: "state-1", iss: demo.baseUrl });
});

test("a double click on Approve still leads to the app with a code", async ({ page, app, person }) => {
  await beginSession(page, person.email);
  await page.goto(pathOf(app));
  await page.getByRole("button", { name: "Approve" }).dblclick();
  await expect(page).toHaveURL(app.doneUrl);
  expect(answerOf(app)).toMatchObject({ code: expect.stringMatching(/^svc_ac_/) });
});

test("refuses a second decision on a page that redirects nowhere", async ({ page, app, person }) => {
  await beginSession(page, person.email);
  await page.goto(pathOf(app));
  const consent = page.url();
  await approve(page);
  await expect(page).toHaveURL(app.doneUrl);
  const before = app.callbacks.length;
  await page.goto(consent);
  await approve(page);
  await expect(page.getByRole("heading", { name: "This request was already answered" })).toBeVisible();
  await expect(page.getByRole("link", { name: "See what you have allowed" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  expect(app.callbacks).toHaveLength(before);
});

test("a denial reaches the app and grants nothing", async ({ page, app, person }) => {
  await beginSession(page, person.email);
  await page.goto(pathOf(app));
  const [deny, allow] = [page.getByRole("button", { name: "Deny" }), page.getByRole("button", { name: "Approve" })];
  const [denyBox, allowBox] = [await deny.boundingBox(), await allow.boundingBox()];
  expect([denyBox?.width, denyBox?.height, denyBox?.y]).toEqual([allowBox?.width, allowBox?.height, allowBox?.y]);
  await deny.click();
  await expect(page).toHaveURL(app.doneUrl);
  expect(answerOf(app)).toMatchObject({ error: "access_denied", state: "state-1" });
});

test("“Not you?” signs another person in and returns to the same request", async ({ page, app, person, demo }) => {
  const other = await makePerson(demo, { name: "Olga Other" });
  await beginSession(page, person.email);
  await page.goto(pathOf(app));
  await page.getByRole("button", { name: "Not you?" }).click();
  await fillSignIn(page, other);
  await expect(page.getByText(`Signed in as Olga Other (${other.email})`)).toBeVisible();
  await approve(page);
  await expect(page).toHaveURL(app.doneUrl);
  expect(answerOf(app)).toHaveProperty("code");
});

test("an ended session leads to sign-in, and no decision is taken without one", async ({ page, app, person }) => {
  await beginSession(page, person.email);
  await page.goto(pathOf(app));
  await page.context().clearCookies();
  await approve(page);
  await fillSignIn(page, person);
  expect(app.callbacks).toEqual([]);
  await approve(page);
  await expect(page).toHaveURL(app.doneUrl);
});

test("refuses a tab's decision after another person has signed in", async ({ page, app, person, demo, context }) => {
  const other = await makePerson(demo, { name: "Olga Other" });
  await beginSession(page, person.email);
  await page.goto(pathOf(app));
  const tab = await context.newPage();
  await context.clearCookies();
  await signIn(tab, other);
  await approve(page);
  await expect(page.getByText("You signed in again after opening this page")).toBeVisible();
  await expect(page.getByText(other.email)).toBeVisible();
  expect(app.callbacks).toEqual([]);
});

test("two tabs are two requests", async ({ page, app, person, context }) => {
  await beginSession(page, person.email);
  await page.goto(pathOf(app, { state: "one" }));
  const tab = await context.newPage();
  await tab.goto(pathOf(app, { state: "two" }));
  await approve(page);
  await expect(page).toHaveURL(app.doneUrl);
  await approve(tab);
  await expect(tab).toHaveURL(app.doneUrl);
  expect(app.callbacks.map(({ searchParams }) => searchParams.get("state"))).toEqual(["one", "two"]);
});

test("lists new permissions apart from earlier ones", async ({ page, app, person }) => {
  await beginSession(page, person.email);
  await page.goto(pathOf(app));
  await page.getByRole("radio", { name: "Acme" }).check();
  await approve(page);
  await expect(page).toHaveURL(app.doneUrl);
  await page.goto(pathOf(app, { scope: "me:read files:read" }));
  await expect(page.getByRole("radio", { name: "Acme" })).toBeChecked();
  await expect(page.getByText("connected since")).toHaveCount(1);
  await expect(page.getByRole("region").or(page.locator("section")).filter({ hasText: "New since" })).toHaveText(
    "New since last timeFilesSee and download files in your rooms files:read",
  );
  await expect(page.locator("section").filter({ hasText: "Already allowed" })).toContainText("See your name");
  await page.goto(pathOf(app, { scope: "me:read" }));
  await expect(page.getByText("No new permissions.")).toBeVisible();
});

test("the decision stays in view, and hides no choice that has the focus", async ({ page, app, person }) => {
  await signIn(page, person);
  await page.setViewportSize({ width: 320, height: 420 });
  await page.goto(pathOf(app));
  const deny = page.getByRole("button", { name: "Deny" });
  await expect(page.getByRole("button", { name: "Approve" })).toBeInViewport();
  await page.getByRole("link", { name: "authorized apps" }).scrollIntoViewIfNeeded();
  await expect(deny).toBeInViewport();
  const radio = page.getByRole("radio", { name: "Acme" });
  await page.evaluate(() => scrollTo(0, 0));
  await radio.focus();
  const [choice, footer] = [await radio.boundingBox(), await deny.boundingBox()];
  expect((choice?.y ?? 0) + (choice?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0);
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
});

test("by keyboard alone: another area, and approval", async ({ page, app, person }) => {
  await beginSession(page, person.email);
  await page.goto(pathOf(app));
  // The only organization of this person is selected.
  const radio = page.getByRole("radio", { name: "Acme" });
  for (let count = 0; count < 6 && !(await radio.evaluate((node) => node === document.activeElement)); count += 1) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("radio", { name: "Personal" })).toBeChecked();
  const button = page.getByRole("button", { name: "Approve" });
  for (let count = 0; count < 6 && !(await button.evaluate((node) => node === document.activeElement)); count += 1) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(app.doneUrl);
  expect(answerOf(app)).toHaveProperty("code");
});

test("the screen says that an agent acts for the person", async ({ page, person, demo }) => {
  const agent = await startApp(demo, { isConfidential: true, actorType: "AGENT" });
  await beginSession(page, person.email);
  await page.goto(pathOf(agent, { resource: demo.mcpUrl, scope: "mcp:tools" }));
  await expect(page.getByText("App is an agent. It acts by itself")).toBeVisible();
  await expect(page.getByText("uses the tool endpoint")).toBeVisible();
  await agent.stop();
});

test("another site cannot frame the screen", async ({ page, app, person, baseURL }) => {
  await beginSession(page, person.email);
  await page.goto(pathOf(app));
  const consentUrl = page.url();
  await page.route("http://127.0.0.1:1/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<iframe src="${consentUrl}"></iframe>` }),
  );
  await page.goto("http://127.0.0.1:1/");
  await expect.poll(() => page.frames().at(1)?.url()).not.toContain(`${baseURL}/oauth`);
  await expect(page.frameLocator("iframe").getByRole("button", { name: "Approve" })).toHaveCount(0);
});

test.describe("a request that cannot be trusted", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("leads to a page without links, accessible in light and dark, and narrow", async ({ page, app }) => {
    for (const path of [pathOf(app, { redirect_uri: "https://evil.test/" }), "/oauth/consent?request=x.y"]) {
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(path);
      await expect(page.getByRole("heading", { name: "This request cannot be trusted" })).toBeVisible();
      await expect(page.getByRole("link")).toHaveCount(0);
      expect(await findViolations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await findViolations(page, "contrast")).toEqual([]);
      expect(await measureOverflow(page)).toBe(0);
    }
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("sign-in, another account, denial and approval work", async ({ page, app, person, demo }) => {
    await page.goto(pathOf(app));
    await fillSignIn(page, await makePerson(demo));
    await page.getByRole("button", { name: "Not you?" }).click();
    await fillSignIn(page, person);
    await page.getByRole("radio", { name: "Acme" }).check();
    await approve(page);
    await expect(page).toHaveURL(app.doneUrl);
    await page.goto(pathOf(app));
    await page.getByRole("button", { name: "Deny" }).click();
    await expect(page).toHaveURL(app.doneUrl);
    expect(app.callbacks.map(({ searchParams }) => [...searchParams.keys()][0])).toEqual(["code", "error"]);
  });
});
