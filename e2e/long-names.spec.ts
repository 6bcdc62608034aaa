import { type Browser, expect, test } from "@playwright/test";
import { measureOverflow } from "./support/accessibility";
import { readManifest } from "./support/manifest";
import { runSql } from "./support/run-sql";
import { WALKS } from "./support/screen-walks";
import { type Service, startService } from "./support/service";
import { signIn } from "./support/sign-in";

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

/** Of these tests alone: other tests look for its rows by their names. */
let service: Service;

test.beforeAll(async () => {
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

async function findWideScreens(browser: Browser, name: string): Promise<string[]> {
  const demo = readManifest(service.manifestFile);
  const context = await browser.newContext({ baseURL: demo.baseUrl, locale: "en-US" });
  const page = await context.newPage();
  const { person, paths } = (await WALKS[name]?.(demo, "en")) ?? { person: null, paths: [] };
  if (person) await signIn(page, person);
  await lengthenNames(demo.databaseUrl);
  const wide: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const excess = await measureOverflow(page);
      if (excess > 0) wide.push(`${path} at ${width} px: ${excess} px too wide`);
    }
  }
  await context.close();
  return wide;
}

for (const name of Object.keys(WALKS))
  test(`${name} fit their screens with the longest names`, async ({ browser }) => {
    expect(await findWideScreens(browser, name)).toEqual([]);
  });
