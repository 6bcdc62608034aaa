import { expect, type Page } from "@playwright/test";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { createWebhook, test } from "./support/browser/webhook-pages";
import { makeManager } from "./support/scenes/webhook-rows";

const DEVELOPER = "/settings/developer";
const code = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const unfold = (page: Page, type: string) => page.locator("summary").filter({ hasText: type }).click();
const coloured = (page: Page, name: string) => code(page, name).locator(".code-string").first();

test("a new secret comes with code that verifies in five languages, and so does its page", async ({
  page,
  demo,
  receiver,
}) => {
  const problems = watchProblems(page);
  await signIn(page, await makeManager(demo), DEVELOPER);
  const { id } = await createWebhook(page, "Languages", `${receiver.url}/200`);
  await page.goto(`${DEVELOPER}/webhooks/${id}/secret`);
  await expect(code(page, "Receiver in Node.js")).toContainText(
    "SECRETS = [process.env.SVC_WEBHOOK_SECRET].filter(Boolean);",
  );
  await page.getByRole("radio", { name: "Node.js" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(code(page, "Receiver in Python")).toContainText('[os.environ.get("SVC_WEBHOOK_SECRET")]');
  await expect(code(page, "Receiver in Node.js")).toBeHidden();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await measureOverflow(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("button", { name: "Start rotation" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Ruby" }).focus();
  await page.keyboard.press("Space");
  await expect(code(page, "Verify in Ruby")).toContainText('ENV["SVC_WEBHOOK_SECRET_NEXT"]');
  await expect(coloured(page, "Verify in Ruby")).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const scope = colorScheme === "dark" ? "contrast" : "all rules";
    expect([colorScheme, await findViolations(page, scope)]).toEqual([colorScheme, []]);
  }
  expect(problems).toEqual([]);
});

test("a call is shown in each language, and what the browser writes is coloured", async ({ page, demo }) => {
  await page.goto("/docs/reference/listRooms");
  for (const [language, line] of [
    ["TypeScript", "svc.rooms.list("],
    ["Python", "client.rooms.list("],
    ["svc", "svc rooms list"],
  ] as const) {
    await page.getByRole("radio", { name: language }).focus();
    await page.keyboard.press("Space");
    await expect(code(page, `Request in ${language}`)).toContainText(line);
    await expect(code(page, "Request in curl")).toBeHidden();
  }
  await page.getByLabel("Test key or access token").fill(demo.apiKeys.org.key);
  await page.getByRole("button", { name: "Send GET" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Response 200/ })).toBeVisible();
  await expect(page.locator("[data-run-body] .code-name").first()).toBeVisible();
  await expect(page.locator("[data-run-curl] .code-string").first()).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await measureOverflow(page)).toBe(0);
  expect(await findViolations(page)).toEqual([]);
});

test("a sample of the form is coloured when it is unfolded, and the folded ones are not", async ({ page, demo }) => {
  await signIn(page, await makeManager(demo), `${DEVELOPER}/webhooks/new`);
  await unfold(page, "task.created");
  await expect(coloured(page, "Body of task.created")).toBeVisible();
  await expect(page.locator("li details:not([open]) pre")).not.toHaveCount(0);
  await expect(page.locator("li details:not([open]) .code-string")).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("a sample of the form unfolds all the same", async ({ page, demo }) => {
    await signIn(page, await makeManager(demo), `${DEVELOPER}/webhooks/new`);
    await unfold(page, "task.created");
    await expect(code(page, "Body of task.created")).toContainText('"type": "task.created"');
  });
});
