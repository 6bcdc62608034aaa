import type { Page } from "@playwright/test";
import { type Desk, makeDesk } from "../scenes/connector-rows";
import { type Gateway, startGateway } from "../servers/gateway";
import { test as base } from "./browser";

export const PATH = "/settings/developer/connectors";

export const test = base.extend<{ gateway: Gateway; desk: Desk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from this pattern.
  gateway: async ({}, use) => {
    const gateway = await startGateway();
    await use(gateway);
    await gateway.close();
  },
  desk: async ({ demo }, use) => {
    await use(await makeDesk(demo));
  },
});

interface Filled {
  url: string;
  token?: string;
  profile?: "Read only" | "Writes tasks" | "Writes tasks and messages";
  rooms?: readonly string[];
}

export async function fillForm(page: Page, name: string, { url, token = "wrong", profile, rooms = ["Desk"] }: Filled) {
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("textbox", { name: "Gateway URL" }).fill(url);
  await page.getByRole("textbox", { name: "Gateway token" }).fill(token);
  await page.getByRole("textbox", { name: "ID or name" }).fill("main");
  for (const room of rooms) await page.getByRole("checkbox", { name: new RegExp(`^${room}`) }).check();
  await page.getByRole("radio", { name: new RegExp(`^${profile ?? "Writes tasks and messages"} `) }).check();
}

/** The summary of a refused form. */
export const refusal = (page: Page) => page.locator('[role="alert"][tabindex]');
export const step = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
