import { expect, type Page } from "@playwright/test";

type Role = "button" | "link" | "textbox" | "radio" | "checkbox" | "combobox" | "spinbutton";

/** Presses Tab until the element has the focus, as people without a pointer do. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name }).first();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}
