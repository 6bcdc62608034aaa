import { devices, expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { shareFiles } from "./support/browser/shared-files";
import { signIn } from "./support/browser/sign-in";
import { composer, message } from "./support/browser/thread-pages";
import { makeRoomScene } from "./support/scenes/room-scene";

const { userAgent } = devices["Pixel 7"];

test.use({ userAgent, viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });

/** Main acts are as large as a fingertip. */
async function expectLarge(...targets: Locator[]): Promise<void> {
  for (const target of targets) {
    const { height = 0 } = (await target.boundingBox()) ?? {};
    expect(Math.round(height)).toBeGreaterThanOrEqual(44);
  }
}

async function tapAway(page: Page, link: Locator, path: string | RegExp): Promise<void> {
  await link.tap();
  await expect(page).toHaveURL(path);
  expect(await measureOverflow(page)).toBe(0);
}

test("a room is used with a finger: posting, editing, a file and its way back, the search", async ({ page, demo }) => {
  const scene = await makeRoomScene(demo);
  await signIn(page, scene.ann, "/rooms");
  await shareFiles(page, scene, [{ name: "notes.txt", type: "text/plain", bytes: "remember the milk" }]);
  await tapAway(page, page.getByRole("main").getByRole("link", { name: /Workshop/ }), scene.path);
  await composer(page).tap();
  await composer(page).fill("From a phone");
  // The field's text is so large that no phone zooms into it.
  expect(await composer(page).evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize))).toBe(16);
  await page.getByRole("button", { name: "Send", exact: true }).tap();
  const own = message(page, "From a phone");
  await expect(own).toBeVisible();
  // Nothing waits for a pointer that hovers, and what opens stays on the screen.
  await own.getByRole("button", { name: "Tools for the message of Ann Archer" }).tap();
  const edit = page.getByRole("dialog").getByRole("button", { name: "Edit" });
  await expect(edit).toBeInViewport({ ratio: 1 });
  await edit.tap();
  const field = page.getByRole("textbox", { name: "Text of the message" });
  await field.fill("From a small phone");
  await page.getByRole("button", { name: "Save" }).tap();
  await expect(message(page, "From a small phone")).toBeVisible();

  const files = page.getByRole("link", { name: "Files", exact: true });
  await expectLarge(files);
  await tapAway(page, files, `${scene.path}/files`);
  await expectLarge(
    page.getByRole("link", { name: "Download notes.txt" }),
    page.getByRole("combobox", { name: "Type" }),
  );
  await tapAway(page, page.getByRole("link", { name: "notes.txt", exact: true }), /\/files\/file_/);
  await expect(page.getByText("remember the milk")).toBeVisible();
  await expectLarge(page.getByRole("link", { name: "Download", exact: true }));
  await tapAway(page, page.getByRole("link", { name: "All files" }), `${scene.path}/files`);

  await tapAway(page, page.getByRole("link", { name: "Search in this room" }), /\/rooms\/search/);
  const search = page.getByRole("main").getByRole("searchbox");
  await search.fill("small phone");
  await search.press("Enter");
  await expect(page.getByRole("main").getByRole("link", { name: /small phone/ })).toBeVisible();
  expect(await measureOverflow(page)).toBe(0);
});

test("the menu of a message is a sheet: by finger, by keyboard, and closed by Escape or beside it", async ({
  page,
  demo,
}) => {
  const scene = await makeRoomScene(demo, { messages: 2 });
  await signIn(page, scene.ann, scene.path);
  const line = message(page, "Line 2");
  const trigger = line.getByRole("button", { name: "Tools for the message of Ann Archer" });
  const sheet = page.getByRole("dialog", { name: "Tools for the message of Ann Archer" });
  await expect(line.getByRole("link")).toHaveCount(0);
  await trigger.tap();
  const choices = sheet.getByRole("listitem").getByRole("button");
  await expect(choices).toHaveText(["Another emoji", "Reply", "Edit", "Delete", "Cancel"]);
  await expectLarge(...(await sheet.getByRole("button").all()), sheet.getByRole("link", { name: "Copy link" }));
  expect(await measureOverflow(page)).toBe(0);
  await expectAccessible(page, "en");
  await page.touchscreen.tap(160, 20);
  await expect(sheet).toHaveCount(0);

  // The focus stays inside, and goes back to the button.
  await trigger.focus();
  await page.keyboard.press("Enter");
  await expect(sheet).toBeVisible();
  for (const key of Array.from({ length: (await sheet.getByRole("button").count()) + 2 }, () => "Tab")) {
    await page.keyboard.press(key);
    await expect(sheet.locator(":focus")).toHaveCount(1);
  }
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(trigger).toBeFocused();

  await trigger.tap();
  await sheet.getByRole("button", { name: "🎉" }).tap();
  await expect(sheet).toHaveCount(0);
  await expect(line.getByRole("button", { name: /^🎉/ })).toHaveAttribute("aria-pressed", "true");
  await trigger.tap();
  await sheet.getByRole("button", { name: "Reply" }).tap();
  await expect(composer(page)).toBeFocused();
  await trigger.tap();
  await sheet.getByRole("button", { name: "Edit" }).tap();
  await expect(page.getByRole("textbox", { name: "Text of the message" })).toBeFocused();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a message keeps its links", async ({ page, demo }) => {
    const scene = await makeRoomScene(demo, { messages: 1 });
    await signIn(page, scene.ann, scene.path);
    const line = message(page, "Line 1");
    await expect(line.getByRole("link", { name: /^React to/ })).toBeVisible();
    await line.getByLabel("More for the message of Ann Archer").tap();
    await line.getByRole("link", { name: "Edit" }).tap();
    await expect(page.getByRole("textbox", { name: "Text of the message" })).toHaveValue("Line 1");
  });
});

test("the header of a room is low, its menu names the organization, and no target lies on another", async ({
  page,
  demo,
}) => {
  const scene = await makeRoomScene(demo);
  await signIn(page, scene.ann, scene.path);
  const header = page.getByRole("main").locator("header");
  expect((await header.boundingBox())?.height).toBeLessThanOrEqual(72);
  const menu = header.getByLabel("Room menu");
  const [search, opener, tab] = [
    header.getByRole("link", { name: "Search in this room" }),
    menu,
    header.getByRole("link", { name: "Messages", exact: true }),
  ];
  await expectLarge(search, opener, tab);
  const [ofSearch, ofOpener, ofTab] = await Promise.all([search, opener, tab].map((each) => each.boundingBox()));
  expect((ofSearch?.x ?? 0) + (ofSearch?.width ?? Number.NaN)).toBeLessThanOrEqual(ofOpener?.x ?? 0);
  expect((ofOpener?.y ?? 0) + (ofOpener?.height ?? Number.NaN)).toBeLessThanOrEqual(ofTab?.y ?? 0);
  await menu.tap();
  await expect(header.getByText("Acme", { exact: true }).filter({ visible: true })).toBeInViewport({ ratio: 1 });
  await expect(header.getByRole("button", { name: "Copy Room ID" })).toBeInViewport({ ratio: 1 });
  expect(await measureOverflow(page)).toBe(0);
  // A keyboard would lie over the messages.
  await page.reload();
  await expect(composer(page)).not.toBeFocused();
});
