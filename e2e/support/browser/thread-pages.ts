import { expect, type Page } from "@playwright/test";

export const composer = (page: Page) => page.getByRole("textbox", { name: "Message" });
export const message = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

export async function post(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
  await expect(message(page, text)).toBeVisible();
}
