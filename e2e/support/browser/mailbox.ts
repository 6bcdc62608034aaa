import { expect, type Page } from "@playwright/test";
import type { Manifest } from "../../../prisma/seed/manifest";
import { runSql } from "../scenes/run-sql";

/** Opens the newest mail to an address in the mailbox of development, and returns the path that its button leads to. */
export async function readMailLink(page: Page, email: string, subject: string | RegExp): Promise<string> {
  const mail = page.getByRole("listitem").filter({ hasText: email }).filter({ hasText: subject });
  await expect(async () => {
    await page.goto(`/dev/mailbox?to=${encodeURIComponent(email)}`);
    await expect(mail.first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  const href = await mail.first().getByRole("link", { name: /^http/ }).first().getAttribute("href");
  const url = new URL(href ?? "");
  return url.pathname + url.search;
}

/** All tests share one address, whose limit is no subject of theirs. */
export async function forgetMailRequests(demo: Manifest): Promise<void> {
  await runSql(demo.databaseUrl, "UPDATE mails SET requested_from = NULL");
}
