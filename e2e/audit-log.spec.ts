import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { chooseArea } from "./support/browser/page";
import { signIn, signInWithPassword } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";
import { runSql } from "./support/scenes/run-sql";

const AUDIT = "/settings/developer/audit-log";

test("an owner finds an act, reads it and exports what the filter leaves", async ({ page, demo }) => {
  const person = await makePerson(demo, { name: "Ada Auditor", roleAtAcme: 40 });
  await signInWithPassword(page, person, `${AUDIT}?area=${person.id}`);
  const act = page.getByRole("row", { name: /Signed in/ });
  await expect(act).toContainText("Ada Auditor");
  await expect(act).toContainText("Done");

  await chooseArea(page, "Acme");
  await expect(page.getByRole("heading", { level: 1, name: /Acme/ })).toBeVisible();
  await expect(act).toHaveCount(0);
  // The area used last stays, until another one is chosen.
  await page.goto(AUDIT);
  await expect(page.getByRole("heading", { level: 1, name: /Acme/ })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Kind" })).toHaveValue("acts");
  await page.getByRole("link", { name: "Show requests, too" }).first().click();
  await expect(page).toHaveURL(/kind=all/);
  await page.goto(`${AUDIT}?area=${person.id}`);
  await page.getByRole("combobox", { name: "Action", exact: true }).selectOption({ label: "Signed in" });
  await expect(page).toHaveURL(/act=session.start/);
  await expect(page.getByRole("row")).toHaveCount(2);

  await page.locator("body").press("j");
  await page.keyboard.press("Enter");
  const pane = page.getByRole("region", { name: "Row of the audit log" });
  await expect(pane).toContainText(person.id);
  await expect(pane).toContainText(/req_[0-9a-z]{26}/);
  await expect(async () => {
    await page.reload();
    await expect(pane).toContainText(/Entry \d+ of the signed log/);
  }).toPass();
  expect(await findViolations(page)).toEqual([]);
  const proof = page.waitForEvent("download");
  await pane.getByRole("link", { name: "Prove this row" }).click();
  expect((await proof).suggestedFilename()).toMatch(/^audit-row-\d+\.tlog-proof$/);
  await page.keyboard.press("Escape");
  await expect(pane).toBeHidden();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export as CSV" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text.split("\r\n")).toHaveLength(3);
  expect(text).toContain("session.start");
  expect(text).toContain("Ada Auditor");
});

test("the screen misses the row that the last export of this browser ended with", async ({ page, demo }) => {
  const person = await makePerson(demo, { name: "Ada Auditor" });
  await signInWithPassword(page, person, AUDIT);
  await page.getByRole("link", { name: "Signed in" }).click();
  const pane = page.getByRole("region", { name: "Row of the audit log" });
  await expect(pane).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(pane).toContainText(/Entry \d+ of the signed log/, { timeout: 5_000 });
  }).toPass();
  await page.goto(`${AUDIT}?kind=all`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export with proofs" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  const { index, row } = text
    .split("\n")
    .filter((line) => line.startsWith('{"index"'))
    .map((line) => JSON.parse(line) as { index: number; row: { id: string; number: number } })
    .reduce((a, b) => (a.index > b.index ? a : b));
  const notice = page.getByText("Rows may have been removed from this area.");
  await page.reload();
  await expect(page.getByRole("table")).toBeVisible();
  await expect(notice).toBeHidden();

  // A database administrator could remove a row and lower the count, so that no number is missing.
  await runSql(demo.databaseUrl, "DELETE FROM audit_log WHERE id = $1", [row.id]);
  await runSql(demo.databaseUrl, "DELETE FROM audit_leaves WHERE audit_id = $1", [row.id]);
  await page.reload();
  await expect(notice).toContainText(`Row ${row.number} (entry ${index})`);
  expect(await findViolations(page)).toEqual([]);
  // Another export does not make it forget.
  const again = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export with proofs" }).click();
  await again;
  await page.reload();
  await expect(notice).toBeVisible();
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await measureOverflow(page)).toBe(0);
});

test("the open row takes the place of the list on a narrow screen", async ({ page, demo }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await signInWithPassword(page, await makePerson(demo), AUDIT);
  await page.getByRole("link", { name: "Signed in" }).click();
  await expect(page.getByRole("region", { name: "Row of the audit log" })).toBeVisible();
  await expect(page.getByRole("table")).toBeHidden();
  expect(await measureOverflow(page)).toBe(0);
  await page.getByRole("link", { name: "Close the row" }).click();
  await expect(page.getByRole("table")).toBeVisible();
});

test("another organization's log is not found, on the page and as a file", async ({ page, demo }) => {
  await signIn(page, await makePerson(demo));
  const area = demo.organizations.acme.id;
  await page.goto(`${AUDIT}?area=${area}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("not found", { ignoreCase: true });
  const answer = await page.request.get(`${AUDIT}/export?area=${area}`);
  expect([answer.status(), await answer.text()]).toEqual([404, "{}"]);
});
