import { expect, type Page } from "@playwright/test";
import { test } from "./support/browser/browser";
import { tabTo, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";
import { makeSuspendedTenant } from "./support/scenes/tenants";
import { openDemoWorld } from "./support/scenes/world";

const PATH = "/settings/admin/tenants";
const MESSAGE = "Three invoices are open. Write to billing@example.com.";

async function callMe(page: Page, key: string): Promise<[number, string]> {
  const response = await page.request.get("/v1/rooms", { headers: { authorization: `Bearer ${key}` } });
  const body = (await response.json()) as { error?: { message: string } };
  return [response.status(), body.error?.message ?? ""];
}

test("find a tenant, suspend it by keyboard, see its key refused, and end the suspension", async ({ page, demo }) => {
  const problems = watchProblems(page);
  const name = `Tenant ${Date.now()}`;
  const tenant = await makePerson(demo, { name });
  const billingEntityId = await openDemoWorld(demo).findPayer(tenant.id);
  const { key } = await openDemoWorld(demo).apiKey({ userId: tenant.id, billingEntityId });
  expect((await callMe(page, key))[0]).toBe(200);

  await signIn(page, await makePerson(demo, { isAdmin: true }), PATH);
  await page.getByRole("searchbox").fill(name);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await tabTo(page, "link", "Suspend");
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Suspend");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Write what the tenant’s people have to know.").first()).toBeVisible();
  await page.getByRole("combobox", { name: "Reason" }).selectOption("Open invoices");
  await page.getByRole("textbox", { name: "Message to the tenant" }).fill(MESSAGE);
  await tabTo(page, "button", "Suspend");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The tenant is suspended.")).toBeVisible();
  expect(await callMe(page, key)).toEqual([403, `This account is suspended: ${MESSAGE}`]);

  await page.getByRole("button", { name: "End the suspension" }).click();
  await expect(page.getByText("Suspension lifted.", { exact: false })).toBeVisible();
  expect((await callMe(page, key))[0]).toBe(200);
  expect(problems).toEqual([]);
});

test("people of a suspended organization see why, on every page of the settings", async ({ page, demo }) => {
  const member = await makePerson(demo);
  await makeSuspendedTenant(demo, member.id);
  await signIn(page, member, "/settings/developer");
  for (const path of ["/settings/developer", "/settings/account", "/settings/organizations"]) {
    await page.goto(path);
    await expect(page.getByText("is suspended: Three invoices are open.", { exact: false })).toBeVisible();
  }
  const other = await makePerson(demo);
  await page.context().clearCookies();
  await signIn(page, other, "/settings/developer");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("is suspended", { exact: false })).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("suspend and resume; others get the page of what does not exist", async ({ page, demo }) => {
    const tenant = await makePerson(demo);
    const path = `${PATH}/${await openDemoWorld(demo).findPayer(tenant.id)}`;
    await signIn(page, await makePerson(demo, { isAdmin: true }), `${path}?step=suspend`);
    await page.getByRole("textbox", { name: "Message to the tenant" }).fill(MESSAGE);
    await page.getByRole("button", { name: "Suspend" }).click();
    await expect(page.getByText("The tenant is suspended.")).toBeVisible();
    await page.getByRole("button", { name: "End the suspension" }).click();
    await expect(page.getByText("Suspension lifted.", { exact: false })).toBeVisible();

    await page.context().clearCookies();
    await signIn(page, tenant, "/settings/developer");
    for (const hidden of [PATH, path, `${path}?step=suspend`]) {
      const response = await page.goto(hidden);
      expect(response?.status()).toBe(404);
      await expect(page.getByText(MESSAGE)).toHaveCount(0);
    }
  });
});
