import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { tabTo, waitForHydration, watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { createWebhook, fillForm, openFirstDelivery, PATH, test } from "./support/browser/webhook-pages";
import { runSql } from "./support/scenes/run-sql";
import { makeManager, plantAttempt, plantWebhook } from "./support/scenes/webhook-rows";
import { type Received, readSigners } from "./support/servers/receiver";

const copySecret = async (page: Page, label: string) => {
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: `Copy ${label}`, exact: true })).toBeFocused();
  const secret = (await dialog.getByLabel(label, { exact: true }).textContent()) ?? "";
  expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Copied", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect(await page.content()).not.toContain(secret);
  return secret;
};

test("create, test, redeliver, rotate, deactivate and delete by keyboard alone", async ({
  page,
  demo,
  context,
  receiver,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const problems = watchProblems(page);
  const name = `Keyboard ${randomUUID().slice(0, 8)}`;
  await signIn(page, await makeManager(demo), PATH);

  await tabTo(page, "link", "Create webhook");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", /^Name$/);
  await page.keyboard.type(name);
  await tabTo(page, "textbox", "Endpoint URL");
  await page.keyboard.type(`${receiver.url}/200`);
  await expect(page.getByText("This URL is allowed.")).toBeAttached();
  await tabTo(page, "checkbox", /^task\.created/);
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  const current = await copySecret(page, "Signing secret");

  await tabTo(page, "button", "Send sample");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your receiver accepted it.")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Sent 2 times, last:")).toBeVisible();
  expect(receiver.received).toHaveLength(2);
  for (const request of receiver.received) expect(readSigners(request, { current })).toEqual(["current"]);
  expect(receiver.received[0]?.headers["svc-webhook-type"]).toBe("task.created");

  await tabTo(page, "link", /^Deliveries$/);
  await page.keyboard.press("Enter");
  await openFirstDelivery(page);
  await tabTo(page, "button", "Redeliver task.created");
  await page.keyboard.press("Enter");
  await expect(page.getByText("New delivery ID:")).toBeVisible();
  const [again, first] = [receiver.received[2], receiver.received[1]];
  expect(again?.headers["svc-webhook-id"]).toBe(first?.headers["svc-webhook-id"]);
  expect(again?.headers["svc-webhook-delivery"]).not.toBe(first?.headers["svc-webhook-delivery"]);
  await expect(page.getByText(String(again?.headers["svc-webhook-delivery"])).first()).toBeVisible();
  await tabTo(page, "link", "See the attempt");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/attempts\/whd_/);
  await expect(page.getByText(again?.body.toString() ?? "nothing", { exact: true })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("link", { name: "Newer" })).toBeVisible();

  await tabTo(page, "link", name);
  await page.keyboard.press("Enter");
  await tabTo(page, "link", /^Secret$/);
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Start rotation");
  await page.keyboard.press("Enter");
  const next = await copySecret(page, "Next signing secret");
  await expect(page.getByRole("heading", { name: "Rotation in progress" })).toBeVisible();
  await tabTo(page, "button", "Send canary");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your receiver accepted it.")).toBeVisible();
  expect(readSigners(receiver.received[3] as Received, { current, next })).toEqual(["next"]);
  await sendOne(page);
  expect(readSigners(receiver.received[4] as Received, { current, next })).toEqual(["current", "next"]);
  await tabTo(page, "link", /^Secret$/);
  await page.keyboard.press("Enter");
  await tabTo(page, "checkbox", "My receiver accepts the next secret");
  await page.keyboard.press("Space");
  await tabTo(page, "button", "Finish now");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Rotation finished.")).toBeVisible();
  await sendOne(page);
  expect(readSigners(receiver.received[5] as Received, { current, next })).toEqual(["next"]);

  await tabTo(page, "link", /^Settings$/, page.getByRole("main"));
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Deactivate");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Inactive. Events are held from now on.")).toBeVisible();
  await tabTo(page, "link", /^Deliveries$/);
  await page.keyboard.press("Enter");
  await openFirstDelivery(page);
  await tabTo(page, "button", "Redeliver task.created");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/409 webhook_inactive/)).toBeVisible();
  expect(receiver.received).toHaveLength(6);

  await tabTo(page, "link", /^Settings$/, page.getByRole("main"));
  await page.keyboard.press("Enter");
  await tabTo(page, "link", "Delete webhook");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", /to confirm/);
  await page.keyboard.type("something else");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "The name does not match." })).toBeFocused();
  await tabTo(page, "textbox", /to confirm/);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText("The webhook and its history are deleted.")).toBeVisible();
  expect(problems).toEqual([]);
});

async function sendOne(page: Page): Promise<void> {
  await tabTo(page, "link", /^Test$/);
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Send sample");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your receiver accepted it.")).toBeVisible();
}

test("refuses a blocked address while it is typed, and when the form is sent", async ({ page, demo }) => {
  await signIn(page, await makeManager(demo), `${PATH}/new`);
  const address = page.getByRole("textbox", { name: "Endpoint URL" });
  for (const [url, reason] of [
    ["http://10.1.2.3/hook", "resolves to a private network"],
    ["http://169.254.169.254/latest", "Blocked address"],
    ["http://[::ffff:10.0.0.1]/", "resolves to a private network"],
    ["ftp://example.com/x", "Enter a URL that begins with https:// or http://"],
    ["https://user:secret@example.com/", "Remove user name and password"],
  ] as const) {
    await address.fill(url);
    await expect(page.locator("#url-error")).toContainText(reason);
    await expect(address).toHaveAttribute("aria-invalid", "true");
  }
  await fillForm(page, "Refused", "http://10.1.2.3/hook");
  await page.getByRole("checkbox", { name: /^room\.created/ }).evaluate((box: HTMLInputElement) => {
    box.disabled = false;
    box.click();
  });
  await page.getByRole("button", { name: "Add header" }).click();
  await page.getByLabel("Name of header 1").and(page.locator(":focus")).pressSequentially("Svc-Webhook-Signature");
  await expect(page.getByText("This name is reserved")).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.type("v1=forged");
  await page.getByRole("button", { name: "Create webhook" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "problem" });
  await expect(alert).toBeFocused();
  await expect(alert).toContainText("One of the events does not exist.");
  await expect(alert).toContainText("Svc-Webhook-Signature: This name is reserved");
});

test("a webhook has no page for strangers, and forged forms do not reach it", async ({
  page,
  demo,
  browser,
  receiver,
}) => {
  const owner = await makeManager(demo);
  await signIn(page, owner, PATH);
  const { id } = await createWebhook(page, "Private", `${receiver.url}/200`);
  const attempt = await plantAttempt(demo, { id, roomId: owner.roomId });
  const stranger = await makeManager(demo);
  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, stranger, PATH);
  const own = await createWebhook(other, "Own", `${receiver.url}/200`);
  const rests = ["", "/deliveries", "/deliveries/pulse", "/test", "/secret", "/edit", "/edit?step=delete", "/recreate"];
  for (const rest of [...rests, "/redeliver", `/attempts/${attempt}`]) {
    expect([rest, (await other.goto(`${PATH}/${id}${rest}`))?.status()]).toEqual([rest, 404]);
  }
  expect((await other.goto(`${PATH}/${own.id}/attempts/${attempt}`))?.status()).toBe(404);
  await other.goto(`${PATH}?room=${owner.roomId}&q=Private`);
  await expect(other.getByText("No webhook matches")).toBeVisible();
  for (const [rest, button] of [
    ["/test", "Send sample"],
    ["/secret", "Start rotation"],
    ["/edit", "Deactivate"],
    ["/edit", "Save changes"],
  ] as const) {
    await other.goto(`${PATH}/${own.id}${rest}`);
    // Hydration would put the honest value back.
    await waitForHydration(other);
    for (const field of await other.locator("input[name=webhookId]").all())
      await field.evaluate((input: HTMLInputElement, value) => {
        input.value = value;
      }, id);
    await other.getByRole("button", { name: button }).click();
    await expect(other.getByText("The webhook no longer exists").first()).toBeVisible();
  }
  await context.close();
  expect(receiver.received).toHaveLength(0);
  await page.goto(`${PATH}/${id}/secret`);
  await expect(page.getByRole("button", { name: "Start rotation" })).toBeVisible();
});

test("the list filters by its URL, warns of failures and offers v2 for v1 webhooks", async ({ page, demo }) => {
  const manager = await makeManager(demo);
  await plantWebhook(demo, manager.roomId, { name: "Fine" });
  await plantWebhook(demo, manager.roomId, { name: "Failing", failures: 12 });
  await plantWebhook(demo, manager.roomId, { name: "Worn out", failures: 20, isActive: false });
  await plantWebhook(demo, manager.roomId, { name: "Elder", apiVersion: "2025-10-23" });
  await signIn(page, manager, PATH);
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row("Failing")).toContainText("12 deliveries failed in a row. After 20 failures it is deactivated.");
  await expect(row("Worn out")).toContainText("Deactivated after 20 failures in a row.");
  await expect(row("Elder").getByRole("link", { name: "Recreate as v2" })).toBeVisible();
  await page.getByRole("combobox", { name: "Status" }).selectOption("failing");
  await expect(page).toHaveURL(/state=failing/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.goto(`${PATH}?version=2025-10-23`);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.goto(`${PATH}?q=worn`);
  await expect(row("Worn out")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
});

test("recreates a v1 webhook as v2, and deactivates the old one on request", async ({ page, demo, receiver }) => {
  const manager = await makeManager(demo);
  await signIn(page, manager, PATH);
  const old = await createWebhook(page, "Elder", `${receiver.url}/200`);
  await runSql(demo.databaseUrl, "UPDATE webhooks SET api_version = '2025-10-23' WHERE id = $1", [old.id]);
  await page.goto(PATH);
  await page.getByRole("link", { name: "Recreate as v2" }).click();
  await page.getByRole("button", { name: "Create the v2 webhook" }).click();
  const secret = (await page.getByLabel("Signing secret", { exact: true }).textContent()) ?? "";
  expect(secret).not.toBe(old.secret);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Close without copying" }).click();
  await expect(page.getByText("“Elder” is still active")).toBeVisible();
  await page.getByRole("button", { name: "Deactivate" }).click();
  await expect(page).toHaveURL(new RegExp(old.id));
  await expect(page.getByText("This webhook is inactive.")).toBeVisible();
  await page.goto(`${PATH}?state=active`);
  await expect(page.getByRole("row")).toHaveCount(2);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a webhook can be created, tested, sent again, rotated and deleted", async ({ page, demo, receiver }) => {
    const name = `Plain ${randomUUID().slice(0, 8)}`;
    await signIn(page, await makeManager(demo), `${PATH}/new`);
    await fillForm(page, name, "http://10.1.2.3/");
    await page.getByRole("textbox", { name: "Name of header 1" }).fill("X-Team");
    await page.getByRole("textbox", { name: "Value of header 1" }).fill("blue");
    await page.getByRole("button", { name: "Create webhook" }).click();
    await expect(page.getByText("resolves to a private network").first()).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Value of header 1" })).toHaveValue("blue");
    await page.getByRole("textbox", { name: "Endpoint URL" }).fill(`${receiver.url}/200`);
    await page.getByRole("button", { name: "Create webhook" }).click();
    const current = (await page.getByLabel("Signing secret", { exact: true }).textContent()) ?? "";
    await page.getByRole("link", { name: "I have copied it, continue" }).click();

    await page.getByRole("button", { name: "Send sample" }).click();
    await expect(page.getByText("Your receiver accepted it.")).toBeVisible();
    expect(readSigners(receiver.received[0] as Received, { current })).toEqual(["current"]);
    expect(receiver.received[0]?.headers["x-team"]).toBe("blue");
    await page.getByRole("link", { name: "Open in the history" }).click();
    await expect(page.getByText("X-Team: [hidden]").first()).toBeAttached();
    await page.getByRole("button", { name: "Redeliver task.created" }).click();
    await expect(page.getByText("New delivery ID:")).toBeVisible();
    await page.getByRole("link", { name: "Newer" }).click();
    await expect(page.getByRole("link", { name: "Older" })).toBeVisible();

    await page.getByRole("link", { name }).click();
    await page.getByRole("link", { name: "Secret" }).click();
    await page.getByRole("spinbutton", { name: /days/ }).fill("91");
    await page.getByRole("button", { name: "Start rotation" }).click();
    await expect(page.getByText("Choose between 1 and 90 days.").first()).toBeVisible();
    await page.getByRole("spinbutton", { name: /days/ }).fill("90");
    await page.getByRole("button", { name: "Start rotation" }).click();
    expect(await page.getByLabel("Next signing secret", { exact: true }).textContent()).toMatch(/^whsec_/);
    await page.getByRole("link", { name: "I have copied it, continue" }).click();
    await page.getByRole("checkbox", { name: "My receiver accepts the next secret" }).check();
    await page.getByRole("button", { name: "Finish now" }).click();
    await expect(page.getByText("Rotation finished.")).toBeVisible();

    await page.getByRole("main").getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Deactivate" }).click();
    await expect(page.getByText("Inactive. Events are held from now on.")).toBeVisible();
    await page.getByRole("link", { name: "Delete webhook" }).click();
    await page.getByRole("textbox", { name: /to confirm/ }).fill(name);
    await page.getByRole("button", { name: "Delete webhook" }).click();
    await expect(page.getByText("The webhook and its history are deleted.")).toBeVisible();
  });
});
