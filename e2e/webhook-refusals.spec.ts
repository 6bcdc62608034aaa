import { expect, type Page } from "@playwright/test";
import type { Manifest } from "../prisma/seed/manifest";
import { watchProblems } from "./support/browser/page";
import { signInWithPassword } from "./support/browser/sign-in";
import { test as base, fillForm, PATH } from "./support/browser/webhook-pages";
import { readManifest } from "./support/scenes/manifest";
import { runSql } from "./support/scenes/run-sql";
import { makeManager, plantWebhook } from "./support/scenes/webhook-rows";
import { startService } from "./support/service";

/** A service of its own: the first delivery of the process must come before the first form. */
const test = base.extend<object, { demo: Manifest }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from this pattern.
    async ({}, use) => {
      const service = await startService({ env: { SVC_ALLOWED_PRIVATE_TARGETS: "127.0.0.1" } });
      await use(readManifest(service.manifestFile));
      await service.stop();
    },
    { scope: "worker", timeout: 1_800_000 },
  ],
  baseURL: ({ demo }, use) => use(demo.baseUrl),
});

const REFUSED = [
  // Refused without a DNS query: the name has an empty label.
  ["https://hooks..example.com/in", "This host name does not resolve in public DNS"],
  ["http://10.0.0.5/hook", "resolves to a private network"],
  ["ftp://example.com/in", "Enter a URL that begins with https:// or http://"],
] as const;

async function deliverFirst({ databaseUrl, baseUrl, webhooks, apiKeys }: Manifest, receiverUrl: string): Promise<void> {
  const { id, roomId } = webhooks.v2;
  await runSql(databaseUrl, "UPDATE webhooks SET url = $2, is_active = true WHERE id = $1", [id, receiverUrl]);
  const [attempt] = await runSql<{ id: string }>(
    databaseUrl,
    "SELECT id FROM delivery_attempts WHERE webhook_id = $1 ORDER BY id LIMIT 1",
    [id],
  );
  const response = await fetch(`${baseUrl}/v1/rooms/${roomId}/webhooks/${id}/deliveries/${attempt?.id}/redeliver`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKeys.org.key}` },
  });
  expect(response.status).toBe(200);
}

async function expectRefusals(page: Page, button: string): Promise<void> {
  const address = page.getByRole("textbox", { name: "Endpoint URL" });
  for (const [url, reason] of REFUSED) {
    await address.fill(url);
    await expect(page.locator("#url-error")).toContainText(reason);
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("alert").filter({ hasText: reason })).toBeFocused();
    // The form keeps its input.
    await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Refused");
    await expect(address).toHaveValue(url);
  }
}

test("after a delivery the forms still refuse an address with its reason, and keep the input", async ({
  page,
  demo,
  receiver,
}) => {
  const problems = watchProblems(page);
  await deliverFirst(demo, `${receiver.url}/200`);
  expect(receiver.received).toHaveLength(1);

  const manager = await makeManager(demo);
  await signInWithPassword(page, manager, `${PATH}/new`);
  await fillForm(page, "Refused", REFUSED[0][0]);
  await expectRefusals(page, "Create webhook");

  const id = await plantWebhook(demo, manager.roomId, { name: "Refused" });
  await page.goto(`${PATH}/${id}/edit`);
  await expectRefusals(page, "Save changes");

  const elder = await plantWebhook(demo, manager.roomId, { name: "Elder", apiVersion: "2025-10-23" });
  for (const [url, reason] of REFUSED) {
    await runSql(demo.databaseUrl, "UPDATE webhooks SET url = $2 WHERE id = $1", [elder, url]);
    await page.goto(`${PATH}/${elder}/recreate`);
    await page.getByRole("button", { name: "Create the v2 webhook" }).click();
    await expect(page.getByRole("alert").filter({ hasText: reason })).toBeVisible();
  }
  expect(problems).toEqual([]);
});

test("the form says when its check of the address fails", async ({ page, demo }) => {
  await signInWithPassword(page, await makeManager(demo), `${PATH}/new`);
  await page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await page.getByRole("textbox", { name: "Endpoint URL" }).fill("https://hooks..example.com/in");
  await expect(page.getByText("Not checked yet.")).toBeVisible();
});
