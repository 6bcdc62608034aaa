import { expect } from "@playwright/test";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { signIn } from "./support/browser/sign-in";
import { fillForm, PATH, test } from "./support/browser/webhook-pages";
import { runSql } from "./support/scenes/run-sql";
import { makeManager } from "./support/scenes/webhook-rows";
import { openDemoWorld } from "./support/scenes/world";

const NEW = `${PATH}/new`;
const NEW_KEY = "/settings/developer/api-keys/new";

test("events: found by words, chosen by group, counted, and sent although a search hides them", async ({
  page,
  demo,
  receiver,
}) => {
  const manager = await makeManager(demo);
  await signIn(page, manager, NEW);
  const events = page.getByRole("group", { name: "Events" });
  const count = events.getByRole("status").first();
  await expect(count).toHaveText("none selected");
  const approvals = events.getByRole("checkbox", { name: "All events: Approvals" });
  await approvals.focus();
  await page.keyboard.press("Space");
  await expect(approvals).toBeChecked();
  await expect(count).toHaveText("4 selected");
  await events.getByRole("checkbox", { name: /^approval\.rejected/ }).uncheck();
  expect(await approvals.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([false, true]);

  const find = events.getByRole("searchbox", { name: "Find events" });
  await find.fill("TASK posted");
  await expect(events.getByText("No event matches").first()).toBeVisible();
  await find.fill("task");
  await expect(events.getByRole("checkbox", { name: /^approval\./ })).toHaveCount(0);
  await expect(events.getByRole("checkbox", { name: /^task\./ })).toHaveCount(2);
  expect(await findViolations(page)).toEqual([]);
  await find.press("Enter");
  await expect(page).toHaveURL(NEW);
  await fillForm(page, "Chosen by group", `${receiver.url}/200`);
  await expect(count).toHaveText("4 selected");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const [row] = await runSql<{ events: string[] }>(
    demo.databaseUrl,
    "SELECT events FROM webhooks WHERE room_id = $1 AND name = 'Chosen by group'",
    [manager.roomId],
  );
  expect(row?.events.toSorted()).toEqual([
    "approval.approved",
    "approval.requested",
    "approval.withdrawn",
    "task.created",
  ]);
});

test("boxes clicked before the scripts have run stay chosen and in their place", async ({ page, demo }) => {
  await page.setViewportSize({ width: 1280, height: 2_000 });
  await signIn(page, await makeManager(demo), PATH);
  let letScriptsCome = () => {};
  const scripts = new Promise<void>((resolve) => {
    letScriptsCome = resolve;
  });
  await page.route("**/*.js", async (route) => {
    await scripts;
    await route.continue();
  });
  const opening = page.goto(NEW);
  const events = page.getByRole("group", { name: "Events" });
  // Styles and fonts move boxes, too.
  await expect(events).toHaveCSS("min-width", "0px");
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  const boxes = [/^task\.created/, /^record\.created/].map((name) => page.getByRole("checkbox", { name }));
  const findPlaces = () => Promise.all(boxes.map((box) => box.boundingBox()));
  const places = await findPlaces();
  for (const place of places) await page.mouse.click((place?.x ?? 0) + 8, (place?.y ?? 0) + 8);
  letScriptsCome();
  await opening;
  await expect(events.getByRole("status").first()).toHaveText("2 selected");
  for (const box of boxes) await expect(box).toBeChecked();
  expect(await findPlaces()).toEqual(places);
});

test("the response to a typed URL moves nothing below it", async ({ page, demo }) => {
  await page.setViewportSize({ width: 1280, height: 2_000 });
  await signIn(page, await makeManager(demo), NEW);
  const box = page.getByRole("checkbox", { name: /^task\.created/ });
  const place = await box.boundingBox();
  await page.getByRole("textbox", { name: "Endpoint URL" }).fill("https://hooks..example.com/in");
  await expect(page.locator("#url-error")).toBeVisible();
  expect(await box.boundingBox()).toEqual(place);
});

test("the room of an organization is selected before one's own", async ({ page, demo }) => {
  const manager = await makeManager(demo);
  const world = openDemoWorld(demo);
  const { query } = world;
  const [area] = await query<{ id: string }>("SELECT billing_entity_id AS id FROM users WHERE id = $1", [manager.id]);
  const own = await world.room({ organizationId: null, billingEntityId: area?.id ?? "", name: "AAA my own" });
  await world.enter(own.id, manager.id, 40);
  await signIn(page, manager, NEW);
  const room = page.getByRole("combobox", { name: "Room" });
  await expect(room.getByRole("option")).toHaveCount(2);
  await expect(room).toHaveValue(manager.roomId);
});

test("the endpoint URL is judged while it is typed, in words, and nothing is sent", async ({
  page,
  demo,
  receiver,
}) => {
  await signIn(page, await makeManager(demo), NEW);
  const url = page.getByRole("textbox", { name: "Endpoint URL" });
  const main = page.getByRole("main");
  for (const [typed, reason] of [
    ["ftp://files.example.com", "Enter a URL that begins with https:// or http://."],
    ["http://10.0.0.8/hook", "private network"],
    ["http://169.254.169.254/latest", "Blocked address"],
  ] as const) {
    await url.fill(typed);
    await expect(main.locator("#url-error")).toContainText(reason);
    await expect(url).toHaveAttribute("aria-invalid", "true");
  }
  // An unfinished URL is no mistake until the field is left.
  await url.fill("hooks.example.com");
  await expect(url).not.toHaveAttribute("aria-invalid");
  await url.press("Tab");
  await expect(main.locator("#url-error")).toContainText("Enter a full URL");
  await url.fill(`${receiver.url}/200`);
  await expect(main.getByText("This URL is allowed.")).toBeVisible();
  expect(receiver.received).toHaveLength(0);
});

test("scopes: found by words, chosen by column, counted", async ({ page, demo }) => {
  await signIn(page, demo.users.owner, NEW_KEY);
  const scopes = page.getByRole("group", { name: "Permissions" });
  const count = scopes.getByRole("status").filter({ hasText: "selected" });
  await scopes.getByRole("radio", { name: /^Custom/ }).check();
  await expect(count).toHaveText("none selected");
  const reads = scopes.getByRole("checkbox", { name: "All of Read" });
  await reads.focus();
  await page.keyboard.press("Space");
  const boxes = scopes.getByRole("checkbox", { name: /:read:/ });
  const total = await boxes.count();
  expect(total).toBeGreaterThan(3);
  await expect(count).toHaveText(`${total} selected`);
  await scopes.getByRole("checkbox", { name: /^tasks:read/ }).uncheck();
  expect(await reads.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([false, true]);
  await scopes.getByRole("searchbox", { name: "Find scopes" }).fill("boards");
  await expect(scopes.getByRole("rowheader")).toHaveCount(1);
  await expect(count).toHaveText(`${total - 1} selected`);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("all events are there to choose, without a search", async ({ page, demo, receiver }) => {
    await signIn(page, await makeManager(demo), NEW);
    await expect(page.getByRole("searchbox", { name: "Find events" })).toHaveCount(0);
    await expect(page.getByRole("checkbox", { name: "All events: Tasks" })).toHaveCount(0);
    await fillForm(page, "Plain", `${receiver.url}/200`);
    await page.getByRole("button", { name: "Create webhook" }).click();
    await expect(page.getByText(/^whsec_/)).toBeVisible();
  });
});
