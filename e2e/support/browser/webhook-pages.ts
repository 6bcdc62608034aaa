import { expect, type Page } from "@playwright/test";
import { type Receiver, startReceiver } from "../servers/receiver";
import { test as base } from "./browser";
import { tabTo } from "./page";

/** Paths of the webhook screens. */
export const PATH = "/settings/developer/webhooks";

/** Tests of webhooks that deliver, each with its own receiver. */
export const test = base.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from this pattern.
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.close();
  },
});

export async function fillForm(page: Page, name: string, url: string): Promise<void> {
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("textbox", { name: "Endpoint URL" }).fill(url);
  await page.getByRole("checkbox", { name: /^task\.created/ }).check();
}

/** Creates a webhook through the form and reads the secret from the dialog. */
export async function createWebhook(page: Page, name: string, url: string): Promise<{ id: string; secret: string }> {
  await page.goto(`${PATH}/new`);
  await fillForm(page, name, url);
  await page.getByRole("button", { name: "Create webhook" }).click();
  const secret = (await page.getByLabel("Signing secret", { exact: true }).textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Close without copying" }).click();
  await expect(page).toHaveURL(/\/test$/);
  return { id: /(wh_[a-z0-9]+)\/test$/.exec(page.url())?.[1] ?? "", secret };
}

export async function openFirstDelivery(page: Page): Promise<void> {
  await tabTo(page, "link", /^task\.created/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "The selected delivery" })).toBeVisible();
}
