import type { Browser, Locator, Page } from "@playwright/test";
import type { Person } from "../scenes/people";
import { signIn } from "./sign-in";

/** Not the zone of a test machine: days must follow the person's browser. */
export const ZONE = "America/New_York";

export const columnOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const barOf = (page: Page, title: string) => page.getByRole("link", { name: new RegExp(`^${title}(?:: |：)`) });
export const alertOf = (page: Page) => page.locator("[role=alert]:not(#__next-route-announcer__)");
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

export async function drag(page: Page, from: Locator, move: { dx: number; dy?: number; at?: "left" | "middle" }) {
  const box = await from.boundingBox();
  if (!box) throw new Error("Nothing to drag.");
  const [x, y] = [box.x + (move.at === "left" ? 8 : box.width / 2), box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + move.dx / 2, y + (move.dy ?? 0) / 2, { steps: 4 });
  await page.mouse.move(x + move.dx, y + (move.dy ?? 0), { steps: 4 });
  await page.mouse.up();
}

/** A second browser, by default in that zone. */
export async function openAs(browser: Browser, person: Person, path: string, options: object = {}): Promise<Page> {
  const context = await browser.newContext({ timezoneId: ZONE, ...options });
  const page = await context.newPage();
  await signIn(page, person, path);
  return page;
}
