import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "./support/browser/browser";
import { stretchTimers, tabTo, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";

const PATH = "/settings/developer/api-keys";

function callRooms(page: Page, key: string) {
  return page.request.get("/v1/rooms", { headers: { "x-api-key": key } });
}

async function readError(page: Page, key: string) {
  const answer = await callRooms(page, key);
  const { error } = (await answer.json()) as { error: { code: string } };
  return [answer.status(), error.code];
}

test("a key that has ended shows what it left, and not what it may do", async ({ page, demo }) => {
  await signIn(page, demo.users.owner, `${PATH}/${demo.apiKeys.org.id}`);
  const offers = [
    page.getByRole("heading", { name: "Units this month" }),
    page.getByRole("heading", { name: "Allowed addresses" }),
    page.getByRole("heading", { name: "Recording" }),
    page.getByText("This key can call"),
  ];
  for (const offer of offers) await expect(offer).toBeVisible();
  await page.goto(`${PATH}/${demo.apiKeys.revoked.id}`);
  await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  for (const offer of offers) await expect(offer).toHaveCount(0);
});

test("issue, reveal, copy, rotate and revoke by keyboard alone", async ({ page, demo, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // The time for which a copy is told.
  await stretchTimers(page, 2_000, 240_000);
  const problems = watchProblems(page);
  const name = `Keyboard ${randomUUID().slice(0, 8)}`;
  const list = `${PATH}?area=${demo.organizations.acme.id}`;
  await signIn(page, demo.users.owner, list);

  await tabTo(page, "link", "Create API key");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", "Name");
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `“${name}” is ready` });
  await expect(dialog.getByRole("button", { name: "Copy API key" })).toBeFocused();
  const key = (await dialog.getByLabel("API key", { exact: true }).textContent()) ?? "";
  expect(key).toMatch(/^svc_test_[A-Za-z0-9_-]{43}$/);

  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("button", { name: "Go back and copy" })).toBeFocused();
  await page.keyboard.press("Enter");
  // A phone's way back, used twice, closes a dialog without asking the page.
  await dialog.evaluate((element: HTMLDialogElement) => element.close());
  await expect(dialog.getByRole("button", { name: "Go back and copy" })).toBeFocused();
  await expect(dialog.getByLabel("API key", { exact: true })).toHaveText(key);
  // The palette would lead away from the key.
  await page.keyboard.press("Control+k");
  await tabTo(page, "button", "Copy API key");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("API key copied")).toBeAttached();
  await expect(dialog.getByRole("button", { name: "Go back and copy" })).toHaveCount(0);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  expect(page.url()).not.toContain(key);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(list);
  expect(await page.content()).not.toContain(key);
  expect((await callRooms(page, key)).status()).toBe(200);

  await tabTo(page, "link", name);
  await page.keyboard.press("Enter");
  await tabTo(page, "link", "Rotate");
  await page.keyboard.press("Enter");
  await tabTo(page, "radio", "24 more hours");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("radio", { name: "1 more hour" })).toBeChecked();
  await tabTo(page, "button", "Rotate key");
  await page.keyboard.press("Enter");
  const rotated = page.getByRole("dialog", { name: `The new key for “${name}”` });
  const newKey = (await rotated.getByLabel("API key", { exact: true }).textContent()) ?? "";
  // The dialog shows the key a moment before it takes the focus: a key pressed in between goes nowhere.
  await expect(rotated.getByRole("button", { name: "Copy API key" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rotated.getByText("API key copied")).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(page.getByText("to replace")).toBeVisible();
  expect([(await callRooms(page, key)).status(), (await callRooms(page, newKey)).status()]).toEqual([200, 200]);

  await tabTo(page, "link", "Revoke");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/was last used/)).toBeVisible();
  await tabTo(page, "textbox", /to confirm/);
  await page.keyboard.type("something else");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "The name does not match." })).toBeFocused();
  await tabTo(page, "textbox", /to confirm/);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`“${name}” is revoked.`)).toBeVisible();
  expect(await readError(page, newKey)).toEqual([401, "revoked_api_key"]);
  expect((await callRooms(page, key)).status()).toBe(200);
  expect(problems).toEqual([]);
});

test("the form names errors, keeps the input and lists the endpoints of the chosen scopes", async ({ page, demo }) => {
  await signIn(page, demo.users.owner, `${PATH}/new`);
  const reach = page.getByRole("complementary", { name: "What this key can see and call" });
  await expect(reach).toContainText("/v1/rooms/{roomId}/messages");
  await page.getByRole("radio", { name: /^Custom/ }).check();
  await expect(reach).toContainText("Cannot call any endpoint yet");
  await page.getByRole("radio", { name: "On a date" }).check();
  await page.getByLabel("Last day").fill("2020-01-01");
  await page.getByRole("button", { name: "Create key" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "3 problems" });
  await expect(alert).toBeFocused();
  // The list of problems does not push the form into the narrow column beside it.
  const name = page.getByRole("textbox", { name: "Name" });
  expect((await alert.boundingBox())?.x).toBeLessThanOrEqual((await name.boundingBox())?.x ?? 0);
  expect((await alert.boundingBox())?.width).toBeGreaterThan(((await name.boundingBox())?.width ?? 0) * 2);
  expect((await reach.boundingBox())?.x).toBeGreaterThan((await name.boundingBox())?.x ?? 0);
  await expect(alert).toContainText("Enter a name.");
  await expect(alert).toContainText("Choose at least one scope.");
  await expect(alert).toContainText("Choose a day that is not in the past.");
  await alert.getByRole("link", { name: "Enter a name." }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await expect(page.getByLabel("Last day")).toHaveValue("2020-01-01");
  const box = page.getByRole("checkbox", { name: /^webhooks:write/ });
  await box.check();
  await expect(reach).toContainText("Can call 1 endpoint");
  await expect(box).toBeFocused();
});

test("the form begins with the organization, and shows the rooms and scopes of the chosen owner", async ({
  page,
  demo,
}) => {
  const { owner } = demo.users;
  await signIn(page, owner, `${PATH}/new`);
  const reach = page.getByRole("complementary", { name: "What this key can see and call" });
  const select = page.getByRole("combobox", { name: "Owner" });
  await expect(select).toHaveValue(demo.organizations.acme.id);
  await expect(reach).toContainText(/Sees \d+ rooms/);
  await expect(page.getByRole("checkbox", { name: /^me:read/ })).toHaveCount(0);
  await select.selectOption({ label: "Personal" });
  await expect(reach).toContainText("Your personal rooms only.");
  await expect(reach).toContainText("Sees 1 room");
  await expect(reach).toContainText("/v1/me");
  await expect(page.getByRole("checkbox", { name: /^me:read/ })).toBeChecked();
  for (const scope of ["rooms:write", "messages:write", "files:write", "mcp:tools", "agent:invoke"])
    await expect(page.getByRole("checkbox", { name: new RegExp(`^${scope}`) })).toHaveCount(0);
});

test("a forged scope that opens nothing to a key is left out of it", async ({ page, demo }) => {
  const name = `Narrow ${randomUUID().slice(0, 8)}`;
  await signIn(page, demo.users.owner, `${PATH}/new`);
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("radio", { name: /^Custom/ }).check();
  await page.getByRole("checkbox", { name: /^rooms:read/ }).check();
  const other = page.getByRole("checkbox", { name: /^tasks:read/ });
  await other.check();
  await other.evaluate((box: HTMLInputElement) => {
    box.value = "tasks:write";
  });
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Close without copying" }).click();
  await page.goto(`${PATH}?area=${demo.organizations.acme.id}&q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name }).click();
  await expect(page.getByText("rooms:read")).toBeVisible();
  await expect(page.getByText("tasks:write")).toHaveCount(0);
});

test("filters are part of the URL", async ({ page, demo }) => {
  await signIn(page, demo.users.owner, `${PATH}?area=${demo.organizations.acme.id}`);
  await page.getByRole("combobox", { name: "Status" }).selectOption("revoked");
  await expect(page).toHaveURL(/state=revoked/);
  await expect(page.getByRole("row")).not.toHaveCount(1);
  for (const row of await page.getByRole("row").all()) await expect(row).toContainText(/Revoked|Status/);
  await page.goto(`${PATH}?q=${randomUUID()}`);
  await expect(page.getByText("No key matches")).toBeVisible();
});

test("the chosen area decides which keys are listed and how the form begins", async ({ page, demo }) => {
  const { id } = demo.organizations.acme;
  await signIn(page, demo.users.owner, `${PATH}?area=${demo.users.owner.id}`);
  const row = page.getByRole("table").locator(`a[href$="${demo.apiKeys.org.id}"]`);
  await expect(page.getByRole("table").locator(`a[href$="${demo.apiKeys.user.id}"]`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole("link", { name: "Create API key" }).click();
  const owner = page.getByRole("combobox", { name: "Owner" });
  await expect(owner).toHaveValue(demo.users.owner.id);
  await page.goto(`${PATH}?area=${id}`);
  await expect(row).toBeVisible();
  await page.getByRole("link", { name: "Create API key" }).click();
  await expect(owner).toHaveValue(id);
  await expect(page.getByRole("checkbox", { name: /^tasks:read/ })).not.toBeChecked();
  await page.goto(`${PATH}/new?owner=${id}&scope=tasks:read`);
  await expect(page.getByRole("checkbox", { name: /^tasks:read/ })).toBeChecked();
  // Another person's organization, and a scope that does not exist.
  await page.goto(`${PATH}/new?owner=org_0&scope=all`);
  await expect(owner).toHaveValue(id);
  await expect(page.getByRole("checkbox", { name: /^messages:read/ })).toBeChecked();
});

test("a key has no page for other people", async ({ page, demo, browser }) => {
  const id = demo.apiKeys.org.id;
  await signIn(page, demo.users.owner, `${PATH}/${id}`);
  for (const person of [demo.users.member, demo.users.outsider]) {
    const context = await browser.newContext();
    const other = await context.newPage();
    await signIn(other, person);
    for (const path of [id, `${id}?step=revoke`]) {
      expect((await other.goto(`${PATH}/${path}`))?.status()).toBe(404);
    }
    await context.close();
  }
});

test("a member cannot choose the organization as owner, not even in a forged form", async ({ page, demo }) => {
  await signIn(page, demo.users.member, `${PATH}/new`);
  const owner = page.getByRole("combobox", { name: "Owner" });
  await expect(owner.locator("option")).toHaveCount(1);
  await owner.locator("option").evaluate((option: HTMLOptionElement, id) => {
    option.value = id;
  }, demo.organizations.acme.id);
  await page.getByRole("textbox", { name: "Name" }).fill("Forged");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "You can no longer create anything for this owner." }),
  ).toBeVisible();
});

test("the first call turns its step green by itself", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo), `${PATH}/new`);
  await page.getByRole("textbox", { name: "Name" }).fill("First call");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = (await page.getByLabel("API key", { exact: true }).textContent()) ?? "";
  const overview = await page.context().newPage();
  await overview.goto("/settings/developer");
  const step = overview.getByRole("listitem").filter({ hasText: "Make the first call" });
  await expect(step.getByText("Waiting for the first request…")).toBeVisible();
  await expect(step.getByRole("img", { name: "Open" })).toBeVisible();
  expect((await callRooms(page, key)).status()).toBe(200);
  await expect(step.getByRole("img", { name: "Done" })).toBeVisible();
});

test("a menu whose script cannot be loaded leaves the page as it is", async ({ page, demo }) => {
  const name = `Menu ${randomUUID().slice(0, 8)}`;
  await signIn(page, demo.users.owner, `${PATH}/new`);
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Close without copying" }).click();
  await page.goto(`${PATH}?area=${demo.organizations.acme.id}&q=${encodeURIComponent(name)}`, {
    waitUntil: "networkidle",
  });
  const refused: string[] = [];
  await page.route("**/*.js", (route) => {
    refused.push(route.request().url());
    return route.abort();
  });
  const button = page.getByRole("button", { name: `Actions for ${name}` });
  await button.click();
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  await button.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API keys");
  await expect(button).toBeFocused();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a key can be issued, rotated and revoked", async ({ page, demo }) => {
    const name = `Plain ${randomUUID().slice(0, 8)}`;
    await signIn(page, demo.users.owner, `${PATH}/new`);
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("button", { name: "Create key" }).click();
    const key = (await page.getByLabel("API key", { exact: true }).textContent()) ?? "";
    expect((await callRooms(page, key)).status()).toBe(200);
    await page.goto(`${PATH}?area=${demo.organizations.acme.id}&q=${encodeURIComponent(name)}`);
    await page.getByRole("link", { name }).click();
    await page.getByRole("link", { name: "Rotate" }).click();
    await page.getByRole("radio", { name: "End it now" }).check();
    await page.getByRole("button", { name: "Rotate key" }).click();
    const newKey = (await page.getByLabel("API key", { exact: true }).textContent()) ?? "";
    expect(await readError(page, key)).toEqual([401, "expired_api_key"]);
    await page.goto(`${PATH}?area=${demo.organizations.acme.id}&q=${encodeURIComponent(name)}&state=usable`);
    await page.getByRole("link", { name }).click();
    await page.getByRole("link", { name: "Revoke" }).click();
    await page.getByRole("textbox", { name: /to confirm/ }).fill(name);
    await page.getByRole("button", { name: "Revoke key" }).click();
    await expect(page.getByText(`“${name}” is revoked.`)).toBeVisible();
    expect(await readError(page, newKey)).toEqual([401, "revoked_api_key"]);
  });
});
