import { expect, type Page } from "@playwright/test";
import { test } from "./support/browser/browser";
import { tabTo, waitForHydration, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makeGrant } from "./support/scenes/grants";
import { makePerson } from "./support/scenes/people";

const PATH = "/settings/developer/authorized-apps";

async function callMe(page: Page, token: string): Promise<number> {
  return (await page.request.get("/v1/me", { headers: { authorization: `Bearer ${token}` } })).status();
}

test("lists an app's permissions in plain words, and revokes them at once by keyboard", async ({ page, demo }) => {
  const problems = watchProblems(page);
  const person = await makePerson(demo);
  const { token, grantId } = await makeGrant(demo, { userId: person.id, scopes: ["me:read", "tasks:write"] });
  expect(await callMe(page, token)).toBe(200);
  await signIn(page, person, PATH);
  const card = page.getByRole("article", { name: /^App/ });
  await expect(card).toContainText("See your name, email address and language");
  await expect(card).toContainText("Create and change tasks in your name");
  await expect(card).toContainText("Personal");
  await expect(card).not.toContainText("Not used yet");
  await tabTo(page, "link", "Revoke access: App");
  await page.keyboard.press("Enter");
  await expect(page.getByText("All its tokens stop working immediately")).toBeVisible();
  await tabTo(page, "button", "Revoke access");
  await page.keyboard.press("Enter");
  await expect(page.getByText("“App” can no longer act for you.")).toBeVisible();
  expect(await callMe(page, token)).toBe(401);
  await expect(page.getByText("No app can act for you right now.")).toBeVisible();
  await page.getByRole("link", { name: "Why did it end? App" }).click();
  await expect(page).toHaveURL(`${PATH}/${grantId}`);
  await expect(page.getByRole("region", { name: "Why was I signed out?" })).toContainText(
    "You revoked this app’s access",
  );
  await page.goto(`${PATH}/${grantId}?step=revoke`);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(problems).toEqual([]);
});

test("the timeline shows the grant's history and why it ended", async ({ page, demo }) => {
  const person = await makePerson(demo);
  const { grantId } = await makeGrant(demo, { userId: person.id, actorType: "AGENT", reason: "refresh_reuse" });
  await signIn(page, person, `${PATH}/${grantId}`);
  await expect(page.getByRole("region", { name: "Why was I signed out?" })).toContainText(
    "A refresh token was used a second time",
  );
  const steps = page.getByRole("region", { name: "Timeline" }).getByRole("listitem");
  await expect(steps).toContainText([
    "Access revoked, because a refresh token was used twice",
    "from 192.0.2.66 · python-requests 2.32",
    "The app renewed its tokens 2 times",
    "from 203.0.113.9 · curl 8.5",
    "from 198.51.100.7 · Firefox on Windows",
  ]);
  await expect(page.getByText("This app is recorded as an agent")).toBeVisible();
  await expect(page.getByRole("link", { name: "Revoke access" })).toHaveCount(0);
});

test("a grant of another person has no page, and a forged form cannot revoke it", async ({ page, demo }) => {
  const [person, other] = [await makePerson(demo), await makePerson(demo)];
  const theirs = await makeGrant(demo, { userId: other.id });
  const own = await makeGrant(demo, { userId: person.id });
  await signIn(page, person);
  for (const path of [theirs.grantId, `${theirs.grantId}?step=revoke`, "grant_x"]) {
    expect((await page.goto(`${PATH}/${path}`))?.status()).toBe(404);
  }
  await page.goto(`${PATH}/${own.grantId}?step=revoke`);
  // Hydration would put the honest value back.
  await waitForHydration(page);
  await page.locator("input[name=grantId]").evaluate((input: HTMLInputElement, id) => {
    input.value = id;
  }, theirs.grantId);
  await page.getByRole("button", { name: "Revoke access" }).click();
  await expect(page.getByText("Settings page not found")).toBeVisible();
  expect(await callMe(page, theirs.token)).toBe(200);
});

test("explains the empty list to a person without grants", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo), PATH);
  await expect(page.getByRole("heading", { name: "No authorized apps" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("access can be revoked", async ({ page, demo }) => {
    const person = await makePerson(demo);
    const { token } = await makeGrant(demo, { userId: person.id });
    await signIn(page, person, PATH);
    await page.getByRole("link", { name: "Revoke access: App" }).click();
    await page.getByRole("button", { name: "Revoke access" }).click();
    await expect(page.getByText("“App” can no longer act for you.")).toBeVisible();
    expect(await callMe(page, token)).toBe(401);
  });
});
