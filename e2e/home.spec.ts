import { expect, type Page } from "@playwright/test";
import { expectAccessible, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { tabTo } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makeRoomScene } from "./support/scenes/room-scene";

const VERIFIED = "Signature verified.";

/** Parts that have not happened yet are transparent. */
function isSeen(page: Page, text: string): Promise<boolean> {
  return page.getByText(text).evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (getComputedStyle(at).opacity === "0") return false;
    return true;
  });
}

test("the picture plays by itself, waits while it is paused, and plays again, by keyboard alone", async ({ page }) => {
  // The page's own timers go on only where the test lets them.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto("/");
  await tabTo(page, "button", "Pause");
  await page.clock.runFor(200);
  // It fades out.
  await expect.poll(() => isSeen(page, VERIFIED)).toBe(false);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeFocused();
  await page.clock.runFor(60_000);
  expect(await isSeen(page, VERIFIED)).toBe(false);
  // The whole text is there for screen readers from the beginning.
  await expect(page.locator("[data-split-typed]")).toHaveText(/^curl .*Deploy 214 is live.*jq$/s);
  await page.keyboard.press("Space");
  await page.clock.runFor(60_000);
  await expect.poll(() => isSeen(page, VERIFIED)).toBe(true);
  await page.getByRole("button", { name: "Play again" }).press("Enter");
  await expect(page.getByRole("button", { name: "Pause" })).toBeFocused();
  await expect.poll(() => isSeen(page, VERIFIED)).toBe(false);
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });
  test("the picture is whole and plays only when it is asked to", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Play again" })).toBeVisible();
    expect(await isSeen(page, VERIFIED)).toBe(true);
    await page.getByRole("button", { name: "Play again" }).click();
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  test("everything is there, and the way goes on to sign-in, status and the docs", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1, name: "Rooms that software can work in" })).toBeVisible();
    await expect(page.getByText(VERIFIED)).toBeVisible();
    await expect(page.getByRole("button", { name: /^(?:Play|Pause)/ })).toHaveCount(0);
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/login");
    await page.goto("/");
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("link", { name: "Status" }).click();
    await expect(page.getByText("Everything works")).toBeVisible();
    await footer.getByRole("link", { name: "Changelog" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Changelog" })).toBeVisible();
    await page.goto("/");
    await footer.getByRole("button", { name: "日本語" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "ソフトウェアも一緒に働けるルーム" })).toBeVisible();
  });
});

test("people who are signed in are led on to their rooms", async ({ page, demo }) => {
  const { ann, path } = await makeRoomScene(demo);
  await signIn(page, ann, "/");
  await expect(page.getByRole("heading", { name: "Welcome back, Ann Archer" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open app" })).toHaveAttribute("href", "/home");
  await expect(page.getByRole("link", { name: "Sign in" })).toHaveCount(0);
  await expectAccessible(page, "en");
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await measureOverflow(page)).toBe(0);
  await page.getByRole("main").getByRole("link", { name: "Workshop" }).click();
  await expect(page).toHaveURL(path);
});
