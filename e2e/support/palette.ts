import { expect, type Page } from "@playwright/test";

/**
 * Opens the command palette by its keys, which close it too: they are pressed again only while it is closed, and it is
 * open once its field has the focus.
 */
export async function openPalette(page: Page, name = "Command palette"): Promise<void> {
  const dialog = page.getByRole("dialog", { name });
  await expect(async () => {
    if (!(await dialog.isVisible())) await page.keyboard.press("Control+k");
    await expect(dialog.getByRole("combobox")).toBeFocused({ timeout: 2_000 });
  }).toPass();
}
