import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { watchProblems } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";

/** Playwright cannot load the module of the docs: it reads catalogs that are JSON. */
const CONTENTS = JSON.parse(readFileSync("docs/guides/contents.json", "utf8")) as { pages: string[] }[];
const guides = CONTENTS.flatMap(({ pages }) => pages).map((slug) => ({
  path: `/docs/${slug}`,
  body: readFileSync(`docs/guides/en/${slug}.md`, "utf8"),
}));

test("search: loaded once the field is used, from this origin alone, and by keyboard to a page", async ({ page }) => {
  const problems = watchProblems(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/docs/errors");
  const field = page.getByRole("combobox", { name: "Search the docs" });
  expect(asked.filter((url) => url.includes("search-index"))).toEqual([]);
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await page.keyboard.type("webhook_inact");
  const first = page.getByRole("option").first();
  await expect(first).toContainText("webhook_inactive");
  await expect(page.getByRole("status").filter({ hasText: /^\d+ results?$/ })).toHaveCount(1);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await expect(first).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", (await first.getAttribute("id")) ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "webhook_inactive" })).toBeVisible();
  expect(asked.filter((url) => url.includes("search-index"))).toHaveLength(1);
  expect([...new Set(asked.map((url) => new URL(url).origin))]).toEqual([new URL(page.url()).origin]);
  expect(problems).toEqual([]);
});

test("search: Escape closes the list, Enter without a choice asks the server, / can be switched off", async ({
  page,
}) => {
  await page.goto("/docs/errors");
  const field = page.getByRole("combobox", { name: "Search the docs" });
  await field.fill("forbid");
  await expect(page.getByRole("listbox")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/docs/search?q=forbid");
  await expect(page.getByRole("link", { name: "forbidden", exact: true }).last()).toBeVisible();
  await page.getByRole("checkbox", { name: "Focus the search with the / key" }).uncheck();
  await page.getByRole("main").focus();
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox")).not.toBeFocused();
});

test("the menu of a phone leads to a page, and code is copied by its button", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/docs");
  await page.getByRole("navigation", { name: "Parts of the docs" }).getByRole("link", { name: "Events" }).click();
  await page.locator("summary", { hasText: /^Menu$/ }).click();
  await page.getByRole("link", { name: "Receiving webhooks" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Receiving webhooks" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Event catalog" })).toBeVisible();
  await page.getByRole("button", { name: "Copy HTTP, example 1" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("Svc-Webhook-Signature: v1=");
  expect(await measureOverflow(page)).toBe(0);
});

/** A test of some seconds each. */
const PARTS = 4;
for (let part = 0; part < PARTS; part++)
  test(`every guide is accessible and fits 320 px, ${part + 1} of ${PARTS}`, async ({ page }) => {
    const problems = watchProblems(page);
    for (const { path } of guides.filter((_, index) => index % PARTS === part)) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(path);
      expect([path, await findViolations(page)]).toEqual([path, []]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect([path, await measureOverflow(page)]).toEqual([path, 0]);
    }
    expect(problems).toEqual([]);
  });

const [withRoom] = guides.filter(({ body }) => body.includes("$SVC_ROOM_ID"));
if (withRoom)
  test("a signed-in reader sees their own rooms, and a stranger sees none", async ({ page, demo }) => {
    await page.goto(withRoom.path);
    await expect(page.getByText("Your values for this page")).toHaveCount(0);
    await signIn(page, await makePerson(demo), withRoom.path);
    await page.getByText("Your values for this page").click();
    await expect(page.getByText(/^export SVC_ROOM_ID=|You are in no room yet/).first()).toBeVisible();
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  test("the receivers of a guide are one below the tabs of their languages, each readable", async ({ page }) => {
    await page.goto("/docs/webhooks");
    for (const [language, line] of [
      ["Go", "package main"],
      ["Ruby", "receiver.rb: gem install webrick"],
    ] as const) {
      await page.getByText(language, { exact: true }).first().click();
      await expect(page.getByText(line).first()).toBeVisible();
      await expect(page.getByText("receiver.mjs: start it with")).toBeHidden();
    }
  });

  test("the menu opens, and the form searches on the server", async ({ page }) => {
    await page.goto("/docs/errors");
    await page.locator("summary", { hasText: /^Menu$/ }).click();
    await expect(page.getByRole("link", { name: "List rooms" }).first()).toBeVisible();
    await page.locator("summary", { hasText: /^Menu$/ }).click();
    await page.getByRole("link", { name: "Changelog" }).click();
    await expect(page).toHaveURL("/docs/changelog");
    await page.getByRole("combobox", { name: "Search the docs" }).fill("units");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/docs/search?q=units");
    await expect(page.getByRole("main").getByRole("link", { name: "api_units_exceeded" })).toBeVisible();
  });
});
