import { type ElementHandle, expect, type Page } from "@playwright/test";
import { waitForHydration } from "./hydration";

type Role = "button" | "link" | "textbox" | "radio" | "checkbox" | "combobox" | "spinbutton";

/** Presses Tab until the element has the focus, as people without a pointer do. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name }).first();
  await expect(target).toBeVisible();
  await waitForHydration(page);
  // To find an element by its role takes longer than to press a key, so it is found again only when it is gone.
  let found: ElementHandle | null = null;
  for (let presses = 0; presses < 120; presses++) {
    const place: Place = found ? await found.evaluate(findPlace).catch((): Place => "gone") : "gone";
    if (place === "gone") found = await target.elementHandle();
    if (place === "focused" || (place === "gone" && (await target.evaluate(findPlace)) === "focused")) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

type Place = "focused" | "elsewhere" | "gone";

function findPlace(element: Node): Place {
  if (element === document.activeElement) return "focused";
  return element.isConnected ? "elsewhere" : "gone";
}
