import { expect } from "@playwright/test";
import { measureOverflow } from "./support/accessibility";
import { test } from "./support/browser";
import { listRunScreens } from "./support/connector-rows";
import { runSql } from "./support/run-sql";
import { signIn } from "./support/sign-in";
import { PATH } from "./support/webhook-pages";
import { makeManager, plantAttempt, plantWebhook } from "./support/webhook-rows";

test("a page that fails keeps its frame, gives a reference to copy, and can be tried again", async ({ page, demo }) => {
  const { manager, paths } = await listRunScreens(demo, "en");
  const path = paths.find((candidate) => /agent-runs\/run_/.test(candidate)) ?? "";
  const runId = /run_\w+/.exec(path)?.[0];
  const [row] = await runSql<{ steps: unknown }>(demo.databaseUrl, "SELECT steps FROM agent_runs WHERE id = $1", [
    runId,
  ]);
  const setSteps = (steps: unknown) =>
    runSql(demo.databaseUrl, "UPDATE agent_runs SET steps = $2 WHERE id = $1", [runId, JSON.stringify(steps)]);
  await signIn(page, manager, "/settings/developer/agent-runs");
  await setSteps(5);
  await page.goto(path);
  const failure = page.getByRole("main").getByRole("alert");
  await expect(failure.getByRole("heading", { name: "Something went wrong on our side" })).toBeVisible();
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await expect(failure.getByRole("button", { name: "Copy the reference" })).toBeVisible();
  await setSteps(row?.steps);
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(failure).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const [locale, title, retry] of [
    ["en", "Something went wrong on our side", "Try again"],
    ["ja", "サーバー側で問題が発生しました", "再試行"],
    ["de", "Bei uns ist etwas schiefgegangen", "Noch einmal versuchen"],
  ] as const) {
    test(`a page that fails shows it within its frame, with its reference, ${locale}`, async ({ page, demo }) => {
      const { manager, paths } = await listRunScreens(demo, "en");
      await runSql(demo.databaseUrl, "UPDATE users SET locale = $2 WHERE id = $1", [manager.id, locale]);
      const path = paths.find((candidate) => /agent-runs\/run_/.test(candidate)) ?? "";
      const runId = /run_\w+/.exec(path)?.[0];
      await signIn(page, manager, "/settings/developer/agent-runs");
      await runSql(demo.databaseUrl, "UPDATE agent_runs SET steps = '5' WHERE id = $1", [runId]);
      const response = await page.goto(path);
      expect(response?.status()).toBe(500);
      expect(await response?.text()).toContain(title);
      const failure = page.getByRole("main").getByRole("alert");
      await expect(failure.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(failure.getByText(/^\d+$/)).toBeVisible();
      await expect(page.getByRole("navigation").first()).toBeVisible();
      await expect(failure.getByRole("link", { name: retry })).toBeVisible();
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await measureOverflow(page)).toBe(0);
      await runSql(demo.databaseUrl, "UPDATE agent_runs SET steps = '[]' WHERE id = $1", [runId]);
      await failure.getByRole("link", { name: retry }).click();
      await expect(failure).toHaveCount(0);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });
  }

  test("a missing page is rendered within its frame", async ({ page, demo }) => {
    await signIn(page, demo.users.owner, "/rooms");
    await page.goto(`/rooms/${demo.rooms.general.id}/tasks/none`);
    await expect(page.getByRole("heading", { name: "Task not found" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "General" })).toBeVisible();
  });
});

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
