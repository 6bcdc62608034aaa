import { type Browser, expect, test } from "@playwright/test";
import { measureOverflow } from "./support/browser/accessibility";
import { type Language, WALKS } from "./support/browser/screen-walks";
import { beginSession } from "./support/browser/sign-in";
import { readManifest } from "./support/scenes/manifest";
import { runSql } from "./support/scenes/run-sql";
import { type Service, startService } from "./support/service";

/** One word each, as long as the forms take it: no space and no hyphen lets a line end. */
const LONG: Readonly<Record<string, number>> = {
  "users.name": 100,
  "organizations.name": 100,
  "organizations.description": 300,
  "rooms.name": 100,
  "api_keys.name": 80,
  "webhooks.name": 80,
  "connectors.name": 80,
  "oauth_apps.name": 100,
  "oauth_apps.developer_name": 100,
  "boards.name": 100,
  "tasks.title": 200,
  "records.title": 200,
  "files.file_name": 200,
  "messages.body": 400,
  "record_comments.body": 400,
  "legal_holds.reason": 400,
};

// One service for all of them.
test.describe.configure({ mode: "default" });

/** Other tests look for rows of the shared service by name. */
let service: Service;

test.beforeAll(async () => {
  // A start takes longer than a test may.
  test.setTimeout(300_000);
  service = await startService({ env: { SVC_ALLOWED_PRIVATE_TARGETS: "127.0.0.1", SVC_SIGN_UP: "open" } });
});
test.afterAll(async () => {
  await service.stop();
});

async function lengthenNames(databaseUrl: string): Promise<void> {
  for (const [place, length] of Object.entries(LONG)) {
    const [table, column] = place.split(".");
    await runSql(databaseUrl, `UPDATE ${table} SET ${column} = repeat('x', $1)`, [length]);
  }
}

async function findWideScreens(browser: Browser, name: string, language: Language): Promise<string[]> {
  const demo = readManifest(service.manifestFile);
  // The server renders what is measured here; screens.spec.ts measures with scripts.
  const locale = language === "ja" ? "ja-JP" : "en-US";
  const context = await browser.newContext({ baseURL: demo.baseUrl, locale, javaScriptEnabled: false });
  const page = await context.newPage();
  const { person, paths } = (await WALKS[name]?.(demo, language)) ?? { person: null, paths: [] };
  if (person) await beginSession(page, person.email, service.manifestFile);
  await lengthenNames(demo.databaseUrl);
  const wide: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const excess = await measureOverflow(page);
      if (excess > 0) wide.push(`${path} at ${width} px: ${excess} px too wide`);
    }
  }
  await context.close();
  return wide;
}

/** English is narrower or as wide in most places, and screens.spec.ts opens it with usual names. */
const LANGUAGES: readonly Language[] = process.env["SVC_TEST_ALL"] === "true" ? ["ja", "en"] : ["ja"];

for (const name of Object.keys(WALKS))
  for (const language of LANGUAGES)
    test(`${name} fit their screens with the longest names, ${language}`, async ({ browser }) => {
      expect(await findWideScreens(browser, name, language)).toEqual([]);
    });
