import { expect } from "@playwright/test";
import { newId } from "../lib/platform/ids";
import type { Manifest } from "../prisma/seed/manifest";
import { test } from "./support/browser/browser";
import { tabTo, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";
import { makeHolds } from "./support/scenes/tenants";
import { openDemoWorld } from "./support/scenes/world";

const PATH = "/settings/admin/legal-holds";

/** A room of the person's own area with a webhook that they manage. */
async function makeWebhook(demo: Manifest, personId: string): Promise<string> {
  const world = openDemoWorld(demo);
  const { query } = world;
  const room = await world.room({ billingEntityId: await openDemoWorld(demo).findPayer(personId) });
  await world.enter(room.id, personId, 40);
  const id = newId("wh");
  await query(
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     VALUES ($1, $2, 'Receiver', 'http://127.0.0.1:9/', '{message.created}', 'v1', now(), now())`,
    [id, room.id],
  );
  return id;
}

test("place a hold by keyboard, see a deletion refused, lift the hold, and delete", async ({ page, demo, browser }) => {
  const problems = watchProblems(page);
  const name = `Held ${Date.now()}`;
  const tenant = await makePerson(demo, { name });
  const webhookId = await makeWebhook(demo, tenant.id);

  await signIn(page, await makePerson(demo, { isAdmin: true, name: "Ada Admin" }), PATH);
  await tabTo(page, "button", "Place hold");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter an organization or a person.").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Organization or person" }).fill(`  ${tenant.email.toUpperCase()} `);
  await page.getByRole("textbox", { name: "Reason" }).fill("Case 7");
  await tabTo(page, "button", "Place hold");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The hold is in force.", { exact: false })).toBeVisible();
  const hold = page.getByRole("listitem").filter({ hasText: name });
  await expect(hold).toContainText("Placed by Ada Admin");

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signIn(theirs, tenant, `/settings/developer/webhooks/${webhookId}/edit?step=delete`);
  const remove = async () => {
    await theirs.getByRole("textbox", { name: /to confirm/ }).fill("Receiver");
    await theirs.getByRole("button", { name: "Delete" }).click();
  };
  await remove();
  await expect(theirs.getByText("while the legal hold is in force", { exact: false }).first()).toBeVisible();

  await hold.getByRole("link", { name: `Lift the hold of ${name}` }).click();
  await page.getByRole("textbox", { name: "Why it is lifted" }).fill("Settled");
  await page.getByRole("textbox", { name }).fill("Another name");
  await page.getByRole("button", { name: "Lift hold" }).click();
  await expect(page.getByRole("textbox", { name })).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("textbox", { name }).fill(name);
  await page.getByRole("button", { name: "Lift hold" }).click();
  await expect(page.getByText("Hold lifted.", { exact: false })).toBeVisible();
  await remove();
  await expect(theirs).toHaveURL(/\/settings\/developer\/webhooks(\?|$)/);
  expect(problems).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("finds a person by name and fills in the form", async ({ page, demo }) => {
    const name = `Sought ${Date.now()}`;
    const tenant = await makePerson(demo, { name });
    await signIn(page, await makePerson(demo, { isAdmin: true }), PATH);
    await page.getByRole("searchbox", { name: "Find by name or email" }).fill(name.toLowerCase());
    await page.getByRole("button", { name: "Find" }).click();
    const found = page.getByRole("list", { name: "Organizations and people found" });
    await found.getByRole("link", { name: `${name} ${tenant.email}` }).click();
    await expect(page.getByRole("textbox", { name: "Organization or person" })).toHaveValue(tenant.id);
    await page.getByRole("textbox", { name: "Reason" }).fill("Case 9");
    await page.getByRole("button", { name: "Place hold" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("Case 9");
  });

  test("place and lift; what was typed stays after a refusal", async ({ page, demo }) => {
    const name = `Held ${Date.now()}`;
    const tenant = await makePerson(demo, { name });
    await signIn(page, await makePerson(demo, { isAdmin: true }), PATH);
    const [area, reason] = [
      page.getByRole("textbox", { name: "Organization or person" }),
      page.getByRole("textbox", { name: "Reason" }),
    ];
    await area.fill("nobody@example.com");
    await reason.fill("Case 7");
    await page.getByRole("button", { name: "Place hold" }).click();
    await expect(page.getByText("No organization or person has this ID or email address.").first()).toBeVisible();
    await expect(reason).toHaveValue("Case 7");
    await area.fill(tenant.id);
    await page.getByRole("button", { name: "Place hold" }).click();
    await page.getByRole("link", { name: `Lift the hold of ${name}` }).click();
    await page.getByRole("textbox", { name: "Why it is lifted" }).fill("Settled");
    await page.getByRole("textbox", { name }).fill(name);
    await page.getByRole("button", { name: "Lift hold" }).click();
    await expect(page.getByText("Hold lifted.", { exact: false })).toBeVisible();
  });

  test("a member and an owner who are no administrators get the page of what does not exist", async ({
    page,
    demo,
  }) => {
    const held = await makePerson(demo);
    const paths = [PATH, `${PATH}?lift=${await makeHolds(demo, held.id)}`];
    for (const role of [20, 40]) {
      await page.context().clearCookies();
      await signIn(page, await makePerson(demo, { roleAtAcme: role }), "/settings/developer");
      for (const path of paths) {
        expect((await page.goto(path))?.status()).toBe(404);
        await expect(page.getByText("Case 4711", { exact: false })).toHaveCount(0);
      }
    }
  });
});
