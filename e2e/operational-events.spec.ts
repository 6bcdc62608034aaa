import { expect } from "@playwright/test";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { tabTo } from "./support/browser/page";
import { signIn } from "./support/browser/sign-in";
import { PATH, test } from "./support/browser/webhook-pages";
import { runSql } from "./support/scenes/run-sql";
import { makeManager, plantWebhook } from "./support/scenes/webhook-rows";

const TYPES = ["webhook.disabled", "key.expiring", "usage.threshold"];

test("operational events are chosen one by one, by keyboard, and never with all", async ({ page, demo, receiver }) => {
  const manager = await makeManager(demo, { isRoomOwn: true });
  await signIn(page, manager, `${PATH}/new`);
  const group = page.getByRole("region", { name: "Operational" });
  await page.getByRole("button", { name: "Select all" }).click();
  await expect(page.getByText("14 selected")).toBeVisible();
  await expect(group.getByRole("checkbox")).toHaveCount(TYPES.length);
  for (const type of TYPES) await expect(group.getByRole("checkbox", { name: new RegExp(type) })).not.toBeChecked();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Operations");
  await page.getByRole("textbox", { name: "Endpoint URL" }).fill(`${receiver.url}/200`);
  await tabTo(page, "checkbox", /^key\.expiring/);
  await page.keyboard.press("Space");
  await expect(page.getByText("15 selected")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Signing secret", { exact: true })).toBeVisible();
  const [webhook] = await runSql<{ events: string[] }>(
    demo.databaseUrl,
    "SELECT events FROM webhooks WHERE room_id = $1",
    [manager.roomId],
  );
  expect(webhook?.events.filter((type) => TYPES.includes(type))).toEqual(["key.expiring"]);
});

test("a v1 webhook is not offered them, and a page says which are not sent now", async ({ page, demo }) => {
  const manager = await makeManager(demo);
  const v1 = await plantWebhook(demo, manager.roomId, { name: "Old", apiVersion: "2025-10-23" });
  const v2 = await plantWebhook(demo, manager.roomId, { name: "New" });
  await runSql(demo.databaseUrl, "UPDATE webhooks SET events = $2 WHERE id = $1", [v2, TYPES]);
  await signIn(page, manager, `${PATH}/${v1}/edit`);
  await expect(page.getByRole("checkbox", { name: /^task\.created/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Operational" })).toHaveCount(0);
  // A manager of the organization may know of keys, and not of its units.
  await page.goto(`${PATH}/${v2}`);
  await expect(page.getByText("Not sent at the moment: usage.threshold.")).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
});
