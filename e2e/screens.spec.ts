import { expect } from "@playwright/test";
import { expectAccessible, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { openAccountMenu, openPalette, watchProblems } from "./support/browser/page";
import { listExcess, weighHtml } from "./support/browser/page-weight";
import { WALKS } from "./support/browser/screen-walks";
import { beginSession, signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 320, height: 640 };

/** long-names.spec.ts opens each screen in Japanese too. The night checks its names for assistive technology as well. */
const LANGUAGES = process.env["SVC_TEST_ALL"] === "true" ? (["en", "ja"] as const) : (["en"] as const);

for (const [name, walk] of Object.entries(WALKS)) {
  for (const language of LANGUAGES) {
    test.describe(`${name}, ${language}`, () => {
      test.use({ locale: language === "ja" ? "ja-JP" : "en-US", viewport: WIDE });

      test("every screen is accessible, light, fits 320 px and causes no problem in the browser", async ({
        page,
        demo,
      }) => {
        test.setTimeout(600_000);
        const problems = watchProblems(page);
        const { person, paths } = await walk(demo, language);
        if (person) await beginSession(page, person.email);
        await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        for (const [index, path] of paths.entries()) {
          const answer = await page.goto(path);
          await expect(page.locator("html")).toHaveAttribute("lang", language);
          // Each page begins in the size in which the one before it ended.
          for (const size of index % 2 === 0 ? [WIDE, NARROW] : [NARROW, WIDE]) {
            await page.setViewportSize(size);
            if (size === WIDE) await expectAccessible(page, language);
            else expect([path, await measureOverflow(page)]).toEqual([path, 0]);
          }
          if (language === "ja" || answer === null) continue;
          const weight = await weighHtml(demo.baseUrl, answer.status(), await answer.text());
          expect(listExcess(path, weight)).toEqual([]);
        }
        expect(problems).toEqual([]);
      });
    });
  }
}

test("a long name stays inside the sidebar", async ({ page, demo }) => {
  const person = await makePerson(demo, { name: "x".repeat(100) });
  await signIn(page, person);
  await page.setViewportSize({ width: 1100, height: 700 });
  const sidebar = page.getByRole("complementary").first();
  const [frame, corner] = [
    await sidebar.boundingBox(),
    await sidebar.locator("summary", { hasText: person.email }).boundingBox(),
  ];
  expect((corner?.x ?? 0) + (corner?.width ?? Number.NaN)).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0));
});

test("the menu of a phone opens a page and closes", async ({ page, demo }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, demo.users.member);
  await page.locator("summary", { hasText: /^Menu$/ }).click();
  const link = page.getByRole("link", { name: "Usage" });
  await link.click();
  await expect(page.getByRole("heading", { name: "Usage", level: 1 })).toBeVisible();
  await expect(link).toBeHidden();
});

test("the palette opens sections, ? lists the shortcuts, and single keys can be switched off", async ({
  page,
  demo,
}) => {
  await signIn(page, demo.users.member);
  await openPalette(page);
  await page.keyboard.type("usa");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/settings/developer/usage");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("?");
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await shortcuts.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await expect(shortcuts).toBeHidden();
  await page.keyboard.press("c");
  await page.keyboard.press("?");
  await expect(shortcuts).toBeHidden();
  await expect(page).toHaveURL("/settings/developer/usage");
});

test("the server renders the chosen theme, and the choice persists", async ({ page, demo }) => {
  await signIn(page, demo.users.member);
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Dark" }).first().click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const html = await (await page.request.get("/login")).text();
  expect(html).toContain('data-theme="dark"');
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Same as the system" }).first().click();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
});

test("the first Tab offers to skip to the content", async ({ page, demo }) => {
  await signIn(page, demo.users.member, "/settings/developer/usage");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the profile is saved, its name checked, and the change announced", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo), "/settings/account");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill(" ");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Enter a name.").first()).toBeVisible();
  await name.fill("Toni II");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Your changes are saved").first()).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue("Toni II");
});
