import { expect } from "@playwright/test";
import type { Manifest } from "../prisma/seed/manifest";
import { expectAccessible, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { signInWithPassword } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";
import { runSql } from "./support/scenes/run-sql";
import { openDemoWorld } from "./support/scenes/world";

const AUDIT = "/settings/developer/audit-log";

/** A month of this person alone, whose file no process finds. */
async function plantLostMonth(demo: Manifest, personId: string): Promise<void> {
  const tenant = await openDemoWorld(demo).findPayer(personId);
  await runSql(
    demo.databaseUrl,
    `WITH month AS (SELECT date_trunc('month', now(), 'UTC') - interval '14 months' AS at),
     archive AS (
       INSERT INTO audit_archives (file, from_at, until_at, started_at, rows, id_sum, bytes, archived_at, left_at)
       SELECT $1 || '.svcaudit', at, at + interval '1 month', now(), 1, '1', 100, now(), now() FROM month RETURNING file)
     INSERT INTO audit_archive_areas (owner, file, rows, first_at, last_at, least_id, greatest_id, index_at, index_bytes,
       index_digest)
     SELECT $1, file, 1, at, at, 1, 1, 0, 1, '' FROM archive, month`,
    [tenant],
  );
}

test("an old month that cannot be read is told, and newer rows are found by time", async ({ page, demo }) => {
  const person = await makePerson(demo);
  await plantLostMonth(demo, person.id);
  await signInWithPassword(page, person, AUDIT);
  await expect(page.getByRole("heading", { name: "Old rows cannot be read" })).toBeVisible();
  await expectAccessible(page, "en");
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await measureOverflow(page)).toBe(0);
  await page.goto(`${AUDIT}?since=24h`);
  await expect(page.getByRole("row", { name: /Signed in/ })).toBeVisible();
});
