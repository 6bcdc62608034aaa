import { expect, type Page } from "@playwright/test";
import type { Manifest } from "../prisma/seed/manifest";
import { test } from "./support/browser/browser";
import { openPalette } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";

const REQUESTS = "/settings/developer/requests";

/** Calls the API with the organization's key and returns the id of the request. */
async function call(page: Page, demo: Manifest, path: string, method = "GET"): Promise<string> {
  const response = await page.request.fetch(`/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${demo.apiKeys.org.key}` },
    ...(method === "GET" ? {} : { data: { body: "Hello" } }),
  });
  return response.headers()["x-request-id"] ?? "";
}

async function openAcme(page: Page, demo: Manifest, query = ""): Promise<void> {
  await signIn(
    page,
    await makePerson(demo, { roleAtAcme: 30 }),
    `${REQUESTS}?area=${demo.organizations.acme.id}${query}`,
  );
}

test("a request appears by itself, opens in the pane by keyboard, and says what stopped it", async ({ page, demo }) => {
  await openAcme(page, demo);
  const requestId = await call(page, demo, `/rooms/${demo.rooms.general.id}/messages`, "POST");
  const row = page.locator(`a[data-row][href*="${requestId}"]`);
  await expect(row).toBeVisible();
  await row.focus();
  await page.keyboard.press("Enter");
  const pane = page.getByRole("region", { name: "The selected request" });
  await expect(pane.getByText("API keys are read-only.").first()).toBeVisible();
  await expect(pane.getByText("Stopped here")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(pane).toBeHidden();
});

test("filters live in the URL, and the list narrows to them", async ({ page, demo }) => {
  await openAcme(page, demo);
  await call(page, demo, "/rooms");
  const refused = await call(page, demo, `/rooms/${demo.rooms.general.id}/messages?limit=9999`);
  await page.getByRole("combobox", { name: "Error code" }).selectOption("validation_error");
  await expect(page).toHaveURL(/code=validation_error/);
  await expect(page.locator(`a[data-row][href*="${refused}"]`)).toBeVisible();
  await expect(page.locator("a[data-row]", { hasText: /^GET\/v1\/rooms$/ })).toHaveCount(0);
});

test("a pasted request id leads to its page, from the list and from the palette", async ({ page, demo }) => {
  await openAcme(page, demo);
  const requestId = await call(page, demo, "/rooms/room_x/tasks");
  await page.getByRole("searchbox", { name: "Paste a request ID" }).fill(requestId);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${REQUESTS}/${requestId}`);
  await expect(page.getByRole("heading", { name: "Why this request was refused" })).toBeVisible();
  await page.goto("/settings/developer/usage");
  await openPalette(page);
  await page.keyboard.type(requestId);
  await page.getByRole("option", { name: /^GET \/v1\/rooms\/\{roomId\}\/tasks/ }).click();
  await expect(page).toHaveURL(`${REQUESTS}/${requestId}`);
});

test("the page of an error leads to the request, which can be checked again without effect", async ({ page, demo }) => {
  await openAcme(page, demo);
  const requestId = await call(page, demo, `/rooms/${demo.rooms.general.id}/messages`, "POST");
  await page.goto(`/docs/errors/forbidden?request=${requestId}`);
  await page.getByRole("link", { name: "Why did this request fail?" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Stopped here" })).toContainText("Access");
  await page.getByRole("link", { name: "Re-check now" }).click();
  await expect(page.getByText("The request would be refused again.")).toBeVisible();
});

test("another organization's request has no page", async ({ page, demo }) => {
  const requestId = await call(page, demo, "/rooms");
  await signIn(page, demo.users.outsider, `${REQUESTS}/${requestId}`);
  await expect(page.getByRole("heading", { name: "Request not found" })).toBeVisible();
});

test("the list and the story are readable without JavaScript", async ({ browser, demo, page }) => {
  const person = await makePerson(demo, { roleAtAcme: 30 });
  await signIn(page, person);
  const requestId = await call(page, demo, `/rooms/${demo.rooms.general.id}/messages`, "POST");
  const storageState = await page.context().storageState();
  const plain = await (await browser.newContext({ javaScriptEnabled: false, storageState })).newPage();
  await plain.goto(new URL(`${REQUESTS}?area=${demo.organizations.acme.id}`, page.url()).href);
  await plain.locator(`a[data-row][href*="${requestId}"]`).click();
  await plain.getByRole("link", { name: "Open all details" }).click();
  await expect(plain.getByText("Stopped here")).toBeVisible();
  await plain.goto(new URL(`/settings/developer/usage?area=${demo.organizations.acme.id}`, page.url()).href);
  await expect(plain.getByRole("img", { name: /requests: .* refused/ }).first()).toBeVisible();
});
