import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { unwrap } from "../packages/sdk/src/webhooks";
import { test } from "./support/browser/browser";
import { forgetMailRequests, readMailLink } from "./support/browser/mailbox";
import { watchProblems } from "./support/browser/page";
import { serveBodies } from "./support/servers/loopback";

/** A receiver with the code that the docs show: it takes only deliveries whose signature verifies. */
async function startVerifyingReceiver() {
  const verified: string[] = [];
  const held = { secret: "" };
  const { url, close } = await serveBodies(async (body, { headers }, response) => {
    const isGenuine = await unwrap(body, headers, held.secret).then(
      () => true,
      () => false,
    );
    if (isGenuine) verified.push(String(headers["svc-webhook-type"]));
    response.writeHead(isGenuine ? 204 : 401).end();
  });
  return { url: `${url}/hooks`, verified, held, close };
}

test("someone new comes from the home page to a verified webhook by links alone", async ({ page, demo, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await forgetMailRequests(demo);
  const problems = watchProblems(page);
  const receiver = await startVerifyingReceiver();
  const email = `new-${randomUUID()}@nowhere.test`;
  const press = (button: string) => page.getByRole("button", { name: button, exact: true }).click();
  const follow = (link: string) => page.getByRole("link", { name: link, exact: true }).first().click();
  const fill = (field: string, value: string) => page.getByRole("textbox", { name: field, exact: true }).fill(value);
  let key = "";

  await test.step("Home page", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
  await test.step("Ask for an account", async () => {
    await follow("Sign up");
    await page.locator("#email").fill(email);
    await press("Send the link");
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  });
  await test.step("Open the mail", async () => {
    await page.goto(await readMailLink(page, email, "Confirm your email"));
    await expect(page.getByRole("textbox", { name: "Name" })).toBeVisible();
  });
  await test.step("Create the account", async () => {
    await fill("Name", "Nora New");
    await page.locator("#password").fill("a passphrase for the first day");
    await press("Create the account");
    await expect(page.getByRole("heading", { level: 1, name: "Rooms" })).toBeVisible();
    await follow("Settings");
    await follow("Overview");
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  });
  await test.step("Create an API key", async () => {
    await follow("Create API key");
    await fill("Name", "My first key");
    await press("Create key");
    const dialog = page.getByRole("dialog");
    key = (await dialog.getByLabel("API key", { exact: true }).textContent()) ?? "";
    await dialog.getByRole("button", { name: "Copy API key" }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
  });
  await test.step("Make the first call", async () => {
    const answer = await page.request.get("/v1/rooms", { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status()).toBe(200);
    await follow("Overview");
    await expect(
      page.getByRole("listitem").filter({ hasText: "Make the first call" }).getByLabel("Done"),
    ).toBeVisible();
  });
  await test.step("Create a room for the webhook", async () => {
    await follow("Create webhook");
    await follow("Create room");
    await fill("Name", "Launch");
    await press("Create room");
    await expect(page.getByRole("textbox", { name: "Endpoint URL" })).toBeVisible();
  });
  await test.step("Create the webhook", async () => {
    await fill("Name", "My receiver");
    await fill("Endpoint URL", receiver.url);
    await page.getByRole("checkbox", { name: /^message\.created/ }).check();
    await press("Create webhook");
    const dialog = page.getByRole("dialog");
    receiver.held.secret = (await dialog.getByLabel("Signing secret", { exact: true }).textContent()) ?? "";
    await dialog.getByRole("button", { name: "Copy Signing secret" }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
  });
  await test.step("Receive a verified event", async () => {
    await press("Send sample");
    await expect(page.getByText("Your receiver accepted it.")).toBeVisible();
    expect(receiver.verified).toEqual(["message.created"]);
  });
  await receiver.close();
  expect(problems).toEqual([]);
});
