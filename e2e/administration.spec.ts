import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import type { Manifest } from "../prisma/seed/manifest";
import { test } from "./support/browser/browser";
import { openPalette, tabTo, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";
import { plantFailingHost } from "./support/scenes/webhook-rows";
import { openDemoWorld } from "./support/scenes/world";

/** A run that has failed, of a function that changes nothing when it runs again. */
async function plantFailedRun(demo: Manifest): Promise<string> {
  const [id, at] = [randomUUID(), new Date()];
  await openDemoWorld(demo).query(
    `WITH sent AS (
       INSERT INTO runner_events (id, name, data, received_at) VALUES ($1, 'svc/probe.sent', $2, $3) RETURNING id
     )
     INSERT INTO runner_runs (id, function_id, event_id, idempotency_key, state, wake_at, created_at, started_at, finished_at, error)
     SELECT $1, 'svc-answer-probes', id, $1, 'FAILED', $3, $3, $3, $3, '{"name": "Error", "message": "A test made it fail."}'
     FROM sent`,
    [id, JSON.stringify({ askedAt: at.toISOString() }), at],
  );
  return id;
}

const HEALTH = "/settings/admin";
const HOSTS = `${HEALTH}/deliveries`;
const BACKGROUND = `${HEALTH}/background`;
const ACTS = `${HEALTH}/acts`;

test("the palette leads an administrator to the health of each part", async ({ page, demo }) => {
  const problems = watchProblems(page);
  await signIn(page, await makePerson(demo, { isAdmin: true }), "/settings/developer");
  await openPalette(page);
  await page.keyboard.type("health");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(HEALTH);
  await expect(page.getByRole("heading", { level: 1, name: "Health" })).toBeVisible();
  const parts = page.getByRole("table", { name: "Parts of the service" }).locator("tbody > tr");
  await expect(parts).toHaveCount(10);
  for (const part of await parts.all())
    await expect(part).toContainText(/Healthy|Needs attention|Failing|No response|Not in use/);
  await expect(page.getByRole("link", { name: "Health", exact: true })).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Check again" }).click();
  await expect(page.getByText(/^Checked /)).toBeVisible();
  const nav = page.getByRole("navigation", { name: "Sections" });
  await expect(nav.getByRole("link", { name: "Background work" })).toHaveCount(0);
  await page.getByRole("navigation", { name: "Health" }).getByRole("link", { name: "Background work" }).click();
  await expect(page).toHaveURL(BACKGROUND);
  await expect(nav.getByRole("link", { name: "Health", exact: true })).toHaveAttribute("aria-current", "page");
  expect(problems).toEqual([]);
});

test("the navigation scrolls to an administrator's section, and Tab still begins at the top", async ({
  page,
  demo,
}) => {
  // Low enough that the last sections are below the fold.
  await page.setViewportSize({ width: 1280, height: 700 });
  await signIn(page, await makePerson(demo, { isAdmin: true }), ACTS);
  const nav = page.getByRole("navigation", { name: "Sections" });
  const current = nav.locator('[aria-current="page"]');
  await expect(current).toHaveAttribute("href", ACTS);
  await expect(current).toBeInViewport({ ratio: 1 });
  await expect(nav.getByRole("link").first()).not.toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  // An entry in view is not moved.
  const readScroll = () => nav.evaluate((element) => element.parentElement?.scrollTop);
  const before = await readScroll();
  await nav.getByRole("link", { name: "Health", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Health" })).toBeVisible();
  expect(await readScroll()).toBe(before);
});

test("the manual that advice of the health page links to is served, section by section", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo, { isAdmin: true }), "/docs/operating#watch");
  await expect(page.getByRole("heading", { level: 1, name: "Operating the service" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Watch" })).toBeInViewport();
});

test("a failing host is found by keyboard, with its tenant and its last failure, and without a payload", async ({
  page,
  demo,
}) => {
  const { host, webhookId, manager } = await plantFailingHost(demo);
  const tenantId = await openDemoWorld(demo).findPayer(manager.id);
  await signIn(page, await makePerson(demo, { isAdmin: true }), HOSTS);
  await page.getByRole("searchbox").fill(host);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`q=${host}`));
  await expect(page.getByRole("row", { name: host })).toContainText("Failed: 7 of 40");
  await tabTo(page, "link", host);
  await page.keyboard.press("Enter");
  const pane = page.getByRole("region", { name: "Host" });
  await expect(pane).toContainText(webhookId);
  await expect(pane).toContainText("HTTP 503");
  expect(await page.content()).not.toContain("a secret payload");
  await pane.getByRole("link", { name: "Toni Tester" }).click();
  await expect(page).toHaveURL(`${HEALTH}/tenants/${tenantId}`);
});

test("a failed run is retried, and an act tells who did it", async ({ page, demo }) => {
  const adminName = `Admin ${randomUUID()}`;
  const runId = await plantFailedRun(demo);
  await signIn(page, await makePerson(demo, { name: adminName, isAdmin: true }), `${BACKGROUND}?show=failed`);
  await page.getByRole("link", { name: "answer-probes" }).click();
  const pane = page.getByRole("region", { name: "Function" });
  await expect(pane).toContainText("A test made it fail.");
  await pane.getByRole("button", { name: `Retry ${runId}` }).click();
  await expect(page.getByText("The run continues from the failed step.")).toBeVisible();
  await expect(pane.getByRole("button", { name: `Retry ${runId}` })).toHaveCount(0);
  await page.goto(`${ACTS}?q=${runId}`);
  const rows = page.locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Background run retried");
  await expect(rows).toContainText(adminName);
});

test("a suspension is an act that the list shows with its tenant and administrator", async ({ page, demo }) => {
  const [name, adminName] = [`Tenant ${randomUUID()}`, `Admin ${randomUUID()}`];
  const tenant = await makePerson(demo, { name });
  const admin = await makePerson(demo, { name: adminName, isAdmin: true });
  const tenantId = await openDemoWorld(demo).findPayer(tenant.id);
  await signIn(page, admin, `${HEALTH}/tenants/${tenantId}?step=suspend`);
  await page.getByRole("textbox", { name: "Message to the tenant" }).fill("Three invoices are open.");
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByRole("button", { name: "End the suspension" }).click();
  await expect(page.getByText("Suspension lifted.", { exact: false })).toBeVisible();

  await page.goto(`${ACTS}?q=${tenantId}`);
  const rows = page.locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(2);
  await page.getByRole("combobox", { name: "Action", exact: true }).selectOption({ value: "tenant.suspend" });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(name);
  await expect(rows).toContainText(adminName);
  await rows.getByRole("link").click();
  const pane = page.getByRole("region", { name: "Act" });
  await expect(pane).toContainText(tenantId);
  // The typed message is for the tenant; the log keeps the reason's word alone.
  await expect(pane).not.toContainText("invoices");
  await pane.getByRole("link", { name: `Tenant: ${name}` }).click();
  await expect(page).toHaveURL(`${HEALTH}/tenants/${tenantId}`);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("activity is found by the name of its tenant or administrator", async ({ page, demo }) => {
    const [name, adminName] = [`Tenant ${randomUUID()}`, `Admin ${randomUUID()}`];
    const tenant = await makePerson(demo, { name });
    const admin = await makePerson(demo, { name: adminName, isAdmin: true });
    const tenantId = await openDemoWorld(demo).findPayer(tenant.id);
    await signIn(page, admin, `${HEALTH}/tenants/${tenantId}?step=suspend`);
    await page.getByRole("textbox", { name: "Message to the tenant" }).fill("Three invoices are open.");
    await page.getByRole("button", { name: "Suspend" }).click();
    await expect(page.getByRole("button", { name: "End the suspension" })).toBeVisible();

    const found = page.getByRole("list", { name: "Organizations and people found" });
    const rows = page.locator("tbody").getByRole("row");
    const search = async (text: string) => {
      await page.goto(ACTS);
      await page.getByRole("searchbox", { name: "Name, email or any ID" }).fill(text);
      await page.getByRole("button", { name: "Filter" }).click();
    };
    await search(tenant.email);
    await found.getByRole("link", { name: `${name} ${tenant.email}` }).click();
    await expect(page).toHaveURL(`${ACTS}?q=${tenantId}`);
    await expect(rows).toHaveCount(1);
    await expect(found).toHaveCount(0);
    await search(adminName);
    await found.getByRole("link", { name: `Actions by ${adminName}` }).click();
    await expect(page).toHaveURL(`${ACTS}?q=${admin.id}`);
    await expect(rows).toContainText(name);
    await search("'; DROP TABLE users; --%_");
    await expect(page.getByText("No activity matches")).toBeVisible();
  });

  test("every page is complete, and a host opens", async ({ page, demo }) => {
    const { host, webhookId } = await plantFailingHost(demo);
    await signIn(page, await makePerson(demo, { isAdmin: true }), HEALTH);
    await expect(page.getByRole("row", { name: /^PostgreSQL/ })).toBeVisible();
    await page.goto(`${HOSTS}?trouble=failing&q=${host}`);
    await page.getByRole("link", { name: host }).click();
    await expect(page.getByText(webhookId)).toBeVisible();
    await page.goto(`${BACKGROUND}?function=ensure-partitions`);
    await expect(page.getByText("Every 6 hours").last()).toBeVisible();
    await page.goto(ACTS);
    await expect(page.getByRole("heading", { level: 1, name: "Admin activity" })).toBeVisible();
  });
});
