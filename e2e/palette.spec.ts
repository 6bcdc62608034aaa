import { expect, type Page } from "@playwright/test";
import { newId } from "../lib/platform/ids";
import { findViolations, untilAtRest } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { openPalette } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { message } from "./support/browser/thread-pages";
import { makePerson } from "./support/scenes/people";
import { makeRoomScene } from "./support/scenes/room-scene";
import { makeManager, plantAttempt, plantWebhook } from "./support/scenes/webhook-rows";

const DEVELOPER = "/settings/developer";

test("finds a webhook by name and an attempt by id, from a room too", async ({ page, demo }) => {
  const manager = await makeManager(demo);
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Zephyr relay" }), roomId: manager.roomId };
  const attempt = await plantAttempt(demo, webhook);
  await signIn(page, manager, `/rooms/${manager.roomId}`);
  await openPalette(page);
  await page.keyboard.type("zephyr");
  await expect(page.getByRole("option", { name: /^Zephyr relay/ })).toContainText("Webhook room");
  await page.getByRole("option", { name: /^Zephyr relay/ }).click();
  await expect(page).toHaveURL(`${DEVELOPER}/webhooks/${webhook.id}`);
  await openPalette(page);
  await page.keyboard.type(attempt);
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${DEVELOPER}/webhooks/${webhook.id}/attempts/${attempt}`);
});

test("finds a message by its words, with filters, and leads to it", async ({ page, demo }) => {
  const { ann, path } = await makeRoomScene(demo, { messages: 60 });
  await signIn(page, ann, DEVELOPER);
  await openPalette(page);
  await page.keyboard.type("line 17 in:workshop");
  await expect(page.getByRole("option", { name: /^Line 17/ })).toContainText("Workshop");
  await page.getByRole("option", { name: /^Line 17/ }).click();
  await expect(page).toHaveURL(new RegExp(`${path}\\?message=`));
  await expect(message(page, "Line 17").first()).toBeInViewport();
});

test("an id of another tenant is found as little as one that is not there", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo, { roleAtAcme: 10 }), DEVELOPER);
  for (const id of [demo.rooms.foreign.id, newId("room"), demo.apiKeys.org.id, newId("key")]) {
    await openPalette(page);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(id);
    await expect(page.getByText("Nothing found.")).toBeVisible();
    await expect(page.getByRole("option")).toHaveText([`Search the docs for “${id}”`]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("words that name nothing are looked for in the docs", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo), DEVELOPER);
  await openPalette(page);
  await page.keyboard.type("raw body");
  await expect(page.getByRole("option", { name: "Search the docs for “raw body”" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/docs/search?q=raw+body");
});

test("a pasted secret is not sent", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo), DEVELOPER);
  await openPalette(page);
  const searched: string[] = [];
  page.on("request", (request) => searched.push(request.url()));
  await page.keyboard.insertText(demo.apiKeys.org.key);
  await expect(page.getByText("This looks like a secret, so it was not sent.")).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("general");
  await expect.poll(() => searched.filter((url) => url.includes("/api/search"))).toHaveLength(1);
  expect(searched.filter((url) => url.includes("svc_"))).toEqual([]);
});

/** The letter has to follow within 1.5 seconds, which a busy machine may miss. */
async function goBy(page: Page, letter: string, path: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
    await expect(page).toHaveURL(path, { timeout: 20_000 });
  }).toPass();
}

test("G and a letter go to a section, slash to the search field, and ? tells them", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo), DEVELOPER);
  await goBy(page, "r", `${DEVELOPER}/requests`);
  await expect(page.getByRole("searchbox")).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("gw");
  await expect(page.getByRole("searchbox")).toHaveValue("gw");
  await page.getByRole("searchbox").blur();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByText("G W")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await goBy(page, "m", "/rooms");
  await expect(page.getByRole("heading", { name: "Rooms", level: 1 })).toBeVisible();
  // The frame of the rooms is another one: it hears keys a moment after it is seen.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible({ timeout: 20_000 });
  }).toPass();
});

for (const locale of ["en", "ja"] as const)
  test(`the palette with results breaks no rule (${locale})`, async ({ page, demo }) => {
    const person = await makePerson(demo, { locale, roleAtAcme: 30 });
    await signIn(page, person, DEVELOPER);
    await openPalette(page, locale === "ja" ? "コマンドパレット" : "Command palette");
    await page.keyboard.type("record.created");
    await expect(page.getByRole("option", { name: /record\.created/ })).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const scope = colorScheme === "dark" ? "contrast" : locale === "ja" ? "texts" : "all rules";
      expect([colorScheme, await findViolations(page, scope)]).toEqual([colorScheme, []]);
    }
  });

test("a narrow screen has a button for the palette", async ({ page, demo }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, await makePerson(demo), "/rooms");
  await page.getByRole("button", { name: "Command palette" }).click();
  await page.getByRole("combobox").fill("usage");
  await page.getByRole("option", { name: /^Usage/ }).click();
  await expect(page).toHaveURL(`${DEVELOPER}/usage`);
});

/** Answers of the search wait until they are released. */
async function holdSearch(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/search?*", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("the first line is the chosen one, and things that are found later move nothing", async ({ page, demo }) => {
  const manager = await makeManager(demo);
  await plantWebhook(demo, manager.roomId, { name: "Signature relay" });
  await signIn(page, manager, DEVELOPER);
  const release = await holdSearch(page);
  await openPalette(page);
  await page.keyboard.type("signature");
  const first = page.getByRole("option").first();
  await expect(first).toHaveText("Verify a signature");
  await expect(first).toHaveAttribute("aria-selected", "true");
  await untilAtRest(page);
  const before = await first.boundingBox();
  release();
  await expect(page.getByRole("option", { name: /^Signature relay/ })).toBeVisible();
  await expect(first).toHaveText("Verify a signature");
  await expect(first).toHaveAttribute("aria-selected", "true");
  // The dialog may grow, but its first line stays below the field.
  expect((await first.boundingBox())?.y).toBe(before?.y);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: /^Signature relay/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${DEVELOPER}/webhooks/verify`);
});

test("a line that a person moved to stays chosen and in its place, and typing begins with the first again", async ({
  page,
  demo,
}) => {
  const manager = await makeManager(demo);
  for (const name of ["Quux a", "Quux relay", "Quux room hook"]) await plantWebhook(demo, manager.roomId, { name });
  await signIn(page, manager, DEVELOPER);
  await openPalette(page);
  // Letter by letter a slow machine would have asked for "quux" already, and would show it at once.
  await page.getByRole("combobox").fill("quux r");
  const options = page.getByRole("option");
  await expect(options).toHaveCount(2);
  await page.keyboard.press("ArrowDown");
  const chosen = options.and(page.locator("[aria-selected=true]"));
  await expect(chosen).toContainText("Quux room hook");
  const release = await holdSearch(page);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await expect(chosen).toContainText("Quux relay");
  await page.keyboard.press("ArrowDown");
  release();
  await expect(options).toHaveCount(3);
  await expect(options).toContainText(["Quux relay", "Quux room hook", "Quux a"]);
  await expect(chosen).toContainText("Quux room hook");
  await expect(page.getByRole("combobox")).toHaveAttribute(
    "aria-activedescendant",
    (await chosen.getAttribute("id")) ?? "",
  );
});

test("leads to the docs, error codes and operations, and switches the theme in place", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo), DEVELOPER);
  const search = async (text: string) => {
    await openPalette(page);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
  };
  const chosen = page.getByRole("option", { selected: true });
  await search("dark");
  await expect(chosen).toHaveText("Theme: Dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await search("createTask");
  await expect(chosen).toContainText("POST /v1/rooms/{roomId}/tasks");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/docs/reference/createTask");
  await page.goBack();
  await search("room_not_found");
  await expect(chosen).toHaveText(/^room_not_found404/);
  await search("docs");
  await expect(chosen).toHaveText("Open the docs");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/docs");
});

test("a few letters find a room by its name, and no action that has them within a word", async ({ page, demo }) => {
  await signIn(page, demo.users.owner, "/rooms");
  await openPalette(page);
  await page.keyboard.type("gen");
  await expect(page.getByRole("option", { selected: true })).toHaveText(/^General/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/rooms/${demo.rooms.general.id}`);
});
