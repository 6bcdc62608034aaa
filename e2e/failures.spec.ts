import { type Browser, expect } from "@playwright/test";
import type { Manifest } from "../prisma/seed/manifest";
import { plantLayoutFailure } from "./support/attacks/layout-failure";
import { expectAccessible, findViolations, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { signIn, signInWithPassword } from "./support/browser/sign-in";
import { PATH } from "./support/browser/webhook-pages";
import { listRunScreens } from "./support/scenes/connector-rows";
import { readManifest } from "./support/scenes/manifest";
import { makePerson } from "./support/scenes/people";
import { runSql } from "./support/scenes/run-sql";
import { makeManager, plantAttempt, plantWebhook } from "./support/scenes/webhook-rows";
import { startService } from "./support/service";

test("a page that fails after a click keeps its frame, gives a reference to copy, and can be tried again", async ({
  page,
  demo,
}) => {
  const { manager, runId } = await findRun(demo);
  const [row] = await runSql<{ steps: unknown }>(demo.databaseUrl, "SELECT steps FROM agent_runs WHERE id = $1", [
    runId,
  ]);
  const setSteps = (steps: unknown) =>
    runSql(demo.databaseUrl, "UPDATE agent_runs SET steps = $2 WHERE id = $1", [runId, JSON.stringify(steps)]);
  await signIn(page, manager, "/settings/developer/agent-runs");
  await setSteps(5);
  await page.locator(`a[data-row="${runId}"]`).click();
  const failure = page.getByRole("main").getByRole("alert");
  await expect(failure.getByRole("heading", { name: "Something went wrong on our side" })).toBeVisible();
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await expect(failure.getByRole("button", { name: "Copy the reference" })).toBeVisible();
  await setSteps(row?.steps);
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(failure).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

async function findRun(demo: Manifest) {
  const { person: manager, paths } = await listRunScreens(demo, "en");
  const path = paths.find((candidate) => /agent-runs\/run_/.test(candidate)) ?? "";
  return { manager, path, runId: /run_\w+/.exec(path)?.[0] };
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const [locale, title, retry] of [
    ["en", "Something went wrong on our side", "Try again"],
    ["ja", "サーバー側で問題が発生しました", "再試行"],
  ] as const) {
    test(`a page that fails says so, with its reference, ${locale}`, async ({ page, demo }) => {
      const { manager, path, runId } = await findRun(demo);
      await runSql(demo.databaseUrl, "UPDATE users SET locale = $2 WHERE id = $1", [manager.id, locale]);
      await signIn(page, manager, "/settings/developer/agent-runs");
      await runSql(demo.databaseUrl, "UPDATE agent_runs SET steps = '5' WHERE id = $1", [runId]);
      const response = await page.goto(path);
      expect(response?.status()).toBe(500);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByText(/^\d+$/)).toBeVisible();
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await measureOverflow(page)).toBe(0);
      await runSql(demo.databaseUrl, "UPDATE agent_runs SET steps = '[]' WHERE id = $1", [runId]);
      await page.getByRole("link", { name: retry }).click();
      await expect(page.getByRole("heading", { level: 1, name: title })).toHaveCount(0);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });
  }

  for (const [locale, title, back] of [
    ["en", "Something went wrong on our side", "Back to the form"],
    ["ja", "サーバー側で問題が発生しました", "フォームに戻る"],
  ] as const) {
    test(`a form whose action fails says what is known, and leads back to the form, ${locale}`, async ({
      page,
      demo,
      browser,
    }) => {
      const person = await makePerson(demo);
      await runSql(demo.databaseUrl, "UPDATE users SET locale = $2 WHERE id = $1", [person.id, locale]);
      await signIn(page, person, "/settings/account");
      const release = await plantFailure(demo, person.id);
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await page
        .locator("form", { has: page.locator("[name=sendsTranscripts]") })
        .locator("[type=submit]")
        .click();
      const answer = await answered;
      expect([answer.status(), await answer.text()]).toEqual([
        500,
        expect.not.stringMatching(/planted|whsec_|<script/),
      ]);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(page.getByText(/^\d+$/)).toBeVisible();
      await expectDrawnAccessibly(browser, await page.content());
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await measureOverflow(page)).toBe(0);
      await release();
      await page.getByRole("link", { name: back }).click();
      await expect(page).toHaveURL("/settings/account");
      await expect(page.locator("[name=sendsTranscripts]")).toBeVisible();
    });
  }

  test("a missing page is rendered within its frame", async ({ page, demo }) => {
    await signIn(page, demo.users.owner, "/rooms");
    await page.goto(`/rooms/${demo.rooms.general.id}/tasks/none`);
    await expect(page.getByRole("heading", { name: "Task not found" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "General" })).toBeVisible();
  });
});

/** The checks run by scripts, so the page is drawn a second time in a browser that has them. */
async function expectDrawnAccessibly(browser: Browser, html: string): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: true });
  const copy = await context.newPage();
  await copy.setContent(html);
  await expectAccessible(copy, "en");
  await context.close();
}

/** The database refuses to change this person, with a secret in its message. Returns what ends that. */
async function plantFailure({ databaseUrl }: Manifest, userId: string): Promise<() => Promise<void>> {
  const name = `fail_${userId}`;
  await runSql(
    databaseUrl,
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted whsec_secret'; END $$`,
  );
  await runSql(
    databaseUrl,
    `CREATE TRIGGER ${name} BEFORE UPDATE ON users FOR EACH ROW WHEN (OLD.id = '${userId}') EXECUTE FUNCTION ${name}()`,
  );
  return async () => {
    await runSql(databaseUrl, `DROP FUNCTION ${name}() CASCADE`);
  };
}

test("an attempt that was never sent shows no sent request", async ({ page, demo }) => {
  const manager = await makeManager(demo);
  const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Blocked" }), roomId: manager.roomId };
  const attemptId = await plantAttempt(demo, webhook, { statusCode: null, error: "target_refused", state: "FAILED" });
  await signIn(page, manager, `${PATH}/${webhook.id}/attempts/${attemptId}`);
  await expect(page.getByRole("heading", { name: "Request, not sent" })).toBeVisible();
  await expect(page.getByText("never sent")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Request", exact: true })).toHaveCount(0);
});

test.describe("in another time zone", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("the chart shows hours in the reader's time zone", async ({ page, demo }) => {
    const manager = await makeManager(demo);
    const webhook = { id: await plantWebhook(demo, manager.roomId, { name: "Charted" }), roomId: manager.roomId };
    const hour = new Date();
    hour.setUTCMinutes(0, 0, 0);
    await plantAttempt(demo, webhook);
    await signIn(page, manager, `${PATH}/${webhook.id}`);
    const chart = page.getByRole("region", { name: "Deliveries by hour" });
    await chart.getByText("Show as table").click();
    const inTokyo = new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", timeZone: "Asia/Tokyo" });
    await expect(chart.getByRole("rowheader")).toHaveText(inTokyo.format(hour));
    await expect(chart.getByText("UTC")).toHaveCount(0);
  });
});

interface OwnService {
  demo: Manifest;
  plant: ReturnType<typeof plantLayoutFailure>;
}

/** A service of its own: a root layout that fails would fail for other tests too. */
const refreshTest = test.extend<object, OwnService>({
  plant: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from this pattern.
    async ({}, use) => {
      const plant = plantLayoutFailure();
      await use(plant);
      plant.remove();
    },
    { scope: "worker" },
  ],
  demo: [
    async ({ plant }, use) => {
      const service = await startService({ env: plant.env });
      await use(readManifest(service.manifestFile));
      await service.stop();
    },
    { scope: "worker", timeout: 1_800_000 },
  ],
  baseURL: ({ demo }, use) => use(demo.baseUrl),
});

refreshTest(
  "an error of the root layout in the refresh of an open page keeps its language, theme and brand",
  async ({ page, demo, plant }) => {
    const requests = `/settings/developer/requests?area=${demo.organizations.acme.id}`;
    for (const [locale, theme, title, retry] of [
      ["en", "light", "Something went wrong on our side", "Try again"],
      ["ja", "dark", "サーバー側で問題が発生しました", "再試行"],
    ] as const) {
      const person = await makePerson(demo, { locale, roleAtAcme: 30 });
      await page.context().addCookies([{ name: "svc_theme", value: theme, url: demo.baseUrl }]);
      await signInWithPassword(page, person, requests);
      const readLook = () =>
        page.evaluate(() => {
          const { documentElement: root, body } = document;
          const { backgroundColor, fontFamily } = getComputedStyle(body);
          return {
            lang: root.lang,
            dir: root.dir,
            theme: root.dataset["theme"],
            style: [...root.style].map((name) => [name, root.style.getPropertyValue(name)]),
            backgroundColor,
            fontFamily,
          };
        });
      const before = await readLook();
      plant.arm();
      // A new row refreshes the list.
      await page.request.get("/v1/me", { headers: { authorization: `Bearer ${demo.apiKeys.org.key}` } });
      const failure = page.getByRole("main").getByRole("alert");
      await expect(failure.getByRole("heading", { level: 1, name: title })).toBeVisible();
      expect(plant.isArmed()).toBe(false);
      await expect(failure.getByText(/^\d+$/)).toBeVisible();
      await expect(page).toHaveTitle(title);
      expect(await readLook()).toEqual({ ...before, lang: locale, theme });
      expect(await page.content()).not.toMatch(/planted|whsec_/);
      expect([locale, await findViolations(page)]).toEqual([locale, []]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await measureOverflow(page)).toBe(0);
      await page.setViewportSize({ width: 1280, height: 720 });
      await failure.getByRole("link", { name: retry }).click();
      await expect(failure).toHaveCount(0);
      await expect(page).toHaveURL(requests);
      await expect(page.locator("a[data-row]").first()).toBeVisible();
    }
  },
);
