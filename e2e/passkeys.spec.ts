import { expect, type Page } from "@playwright/test";
import { test } from "./support/browser/browser";
import { tabTo, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";

const ACCOUNT = "/settings/account";

/** A device that keeps passkeys and asks its person for a finger, as Chromium plays it. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verify: (isUserVerified: boolean) => client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    count: async () => (await client.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  };
}

/** The person asks for it by the button alone. */
const withoutOffers = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

async function addPasskey(page: Page) {
  await tabTo(page, "textbox", "New passkey");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("My laptop");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The passkey is added.")).toBeVisible();
}

test("a passkey is added by keyboard, signs in without a name, and is renamed and removed", async ({ page, demo }) => {
  const problems = watchProblems(page);
  const authenticator = await addAuthenticator(page);
  await withoutOffers(page);
  await signIn(page, await makePerson(demo), ACCOUNT);
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  const row = page.getByRole("listitem").filter({ hasText: "My laptop" });
  await expect(row).toContainText("Never used");

  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("This device already has a passkey for your account.")).toBeVisible();
  expect(await authenticator.count()).toBe(1);

  const use = page.getByRole("button", { name: "Use a passkey" });
  await page.getByRole("button", { name: "Sign out here" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto(`/login?callbackUrl=${encodeURIComponent(ACCOUNT)}`);
  await use.click();
  await expect(page).toHaveURL(ACCOUNT);
  await expect(row).toContainText("Last used");

  await page.getByRole("link", { name: "Edit My laptop" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Phone");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("The name is saved.")).toBeVisible();
  await page.getByRole("link", { name: "Edit Phone" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("The passkey is removed.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit Phone" })).toHaveCount(0);

  await page.getByRole("button", { name: "Sign out here" }).click();
  await expect(page).toHaveURL(/\/login/);
  await use.click();
  await expect(page.getByText("This passkey did not sign you in.")).toBeVisible();
  expect(problems).toEqual([]);
});

test("the browser offers the passkey at the email field", async ({ page, demo }) => {
  await addAuthenticator(page);
  await signIn(page, await makePerson(demo), ACCOUNT);
  await addPasskey(page);
  await page.context().clearCookies();
  // Chromium's test authenticator takes the offer by itself, as a person would by choosing it.
  await page.goto(`/login?callbackUrl=${encodeURIComponent(ACCOUNT)}`);
  await expect(page).toHaveURL(ACCOUNT);
  await expect(page.getByRole("listitem").filter({ hasText: "My laptop" })).toContainText("Last used");
});

test("a device that does not know its person makes no passkey", async ({ page, demo }) => {
  const authenticator = await addAuthenticator(page);
  await authenticator.verify(false);
  await signIn(page, await makePerson(demo), ACCOUNT);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("No passkey was created.")).toBeVisible();
  expect(await authenticator.count()).toBe(0);
});

test("of two tabs that ask at once, the second waits for the cookie of the first", async ({ page, context }) => {
  const [one, two] = [page, await context.newPage()];
  await Promise.all([one, two].map(withoutOffers));
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await one.route("**/api/passkeys/options", async (route) => {
    await held;
    await route.continue();
  });
  const ask = async (tab: Page) => {
    await tab.goto("/login");
    await tab.getByRole("button", { name: "Use a passkey" }).click();
  };
  const firstRequest = one.waitForRequest("**/api/passkeys/options");
  await ask(one);
  await firstRequest;
  const secondRequest = two.waitForRequest("**/api/passkeys/options");
  await ask(two);
  await expect.poll(() => two.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(1);
  release();
  expect((await (await secondRequest).allHeaders())["cookie"]).toContain("svc-passkey=");
});
