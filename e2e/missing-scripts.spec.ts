import { expect, type Page } from "@playwright/test";
import { test } from "./support/browser/browser";
import { signIn } from "./support/browser/sign-in";
import { composer, message } from "./support/browser/thread-pages";
import { makePerson } from "./support/scenes/people";
import { makeRoomScene } from "./support/scenes/room-scene";

/** Scripts that a page loads later do not come, as without a network or after an update of the service. Lists their URLs. */
async function refuseScripts(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.route("**/_next/static/chunks/**", (route) => {
    refused.push(route.request().url());
    return route.abort();
  });
  return refused;
}

test("a tooltip, a menu or a dialog whose script does not come leaves the page as it is", async ({ page, demo }) => {
  const person = await makePerson(demo, { roleAtAcme: 30 });
  await signIn(page, person, `/settings/developer/api-keys?area=${demo.organizations.acme.id}`);
  const refused = await refuseScripts(page);
  // A part may consist of several scripts: each step waits for a refusal of its own.
  const tryPart = async (open: () => Promise<void>) => {
    const before = refused.length;
    await open();
    await expect.poll(() => refused.length).toBeGreaterThan(before);
    await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  };
  await tryPart(() => page.locator("time").first().hover());
  await tryPart(() => page.locator("[aria-haspopup=menu]").first().click());
  await tryPart(() => page.keyboard.press("?"));
  await page.getByRole("link", { name: "Usage", exact: true }).first().click();
  await expect(page).toHaveURL("/settings/developer/usage");
});

test("a new secret whose dialog does not come is shown in the page, with the same question before it is left", async ({
  page,
  demo,
}) => {
  const person = await makePerson(demo, { roleAtAcme: 30 });
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, person, `/settings/developer/api-keys/new?area=${demo.organizations.acme.id}`);
  await page.getByLabel("Name", { exact: true }).fill("Without a dialog");
  const refused = await refuseScripts(page);
  await page.getByRole("button", { name: "Create key" }).click();
  const secret = page.getByRole("region", { name: /Without a dialog/ });
  await expect(secret.getByLabel("API key", { exact: true })).toHaveText(/^svc_/);
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  // The form that was sent was longer, and its button has the focus no more.
  await expect(secret).toBeFocused();
  const header = await page.getByRole("banner").first().boundingBox();
  const heading = await secret.getByRole("heading").boundingBox();
  expect(heading?.y).toBeGreaterThanOrEqual(header?.height ?? Number.NaN);
  await secret.getByRole("button", { name: "Done" }).click();
  await expect(secret.getByRole("button", { name: "Close without copying" })).toBeVisible();
  await secret.getByRole("button", { name: "Go back and copy" }).click();
  await expect(secret.getByRole("button", { name: "Done" })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });

  test("a message whose sheet does not come shows its tools instead", async ({ page, demo }) => {
    const scene = await makeRoomScene(demo, { messages: 2 });
    await signIn(page, scene.ann, scene.path);
    const refused = await refuseScripts(page);
    const line = message(page, "Line 1");
    const name = "Tools for the message of Ann Archer";
    await line.getByRole("button", { name }).tap();
    await expect(line.getByRole("toolbar").locator(":focus")).toHaveAttribute("aria-label", "React to Ann Archer");
    expect(refused).not.toEqual([]);
    await expect(line.getByRole("button", { name })).toHaveCount(0);
    await line.getByRole("link", { name: "Reply to Ann Archer" }).tap();
    await expect(composer(page)).toBeFocused();
  });
});
