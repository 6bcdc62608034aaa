import { expect } from "@playwright/test";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { test } from "./support/browser/browser";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";
import { runSql } from "./support/scenes/run-sql";
import { startReceiver } from "./support/servers/receiver";

const STREAMS = "/settings/developer/audit-log/streams";

test("an owner streams the audit log to an endpoint, tests it, pauses it, resumes it and deletes it", async ({
  page,
  demo,
}) => {
  const receiver = await startReceiver();
  const person = await makePerson(demo, { name: "Sam Streamer", roleAtAcme: 40 });
  await signIn(page, person, STREAMS);
  await page.getByRole("link", { name: "New stream" }).click();
  const url = page.getByRole("textbox", { name: "Endpoint URL" });
  // Judged while it is typed, for the chosen kind; nothing is sent to it.
  await url.fill(`${receiver.url}/200/audit`);
  await expect(page.getByText("This URL is allowed.")).toBeVisible();
  await page.getByRole("radio", { name: /^S3 bucket/ }).check();
  await expect(page.locator("#url-error")).toContainText("Enter the endpoint without a path.");
  await page.getByRole("radio", { name: /^HTTPS endpoint/ }).check();
  await expect(page.getByText("This URL is allowed.")).toBeVisible();
  expect(receiver.received).toHaveLength(0);
  await url.fill("http://10.0.0.8/audit");
  await expect(page.locator("#url-error")).toContainText("Use https, unless");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("textbox", { name: "Endpoint URL" })).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("textbox", { name: "Endpoint URL" }).fill(`${receiver.url}/200/audit`);
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("dialog", { name: "Stream created" }).getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Close without copying" }).click();
  await expect(page.getByText("The stream is active.")).toBeVisible();

  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("The destination accepted the test row.")).toBeVisible();
  // The row of its creation may have arrived before.
  expect(receiver.received.map(({ body }) => body.toString()).join("\n")).toContain('"audit_stream.test"');

  // It is said since when a destination refuses.
  const query = (text: string) => runSql(demo.databaseUrl, text, [new URL(page.url()).pathname.split("/").at(-1)]);
  await query(
    "UPDATE audit_streams SET failures = 1, failing_since = now(), last_error = 'status_503', next_attempt_at = now() + interval '1 hour' WHERE id = $1",
  );
  await page.reload();
  await expect(page.getByText("No rows accepted since")).toBeVisible();
  await page.getByRole("link", { name: "Audit streams" }).click();
  await expect(page.getByRole("row", { name: /Retrying/ })).toContainText("The destination responded with status 503.");
  await page.goBack();

  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("The stream is paused.", { exact: true })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await measureOverflow(page)).toBe(0);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("The stream is active again and sends waiting rows first.")).toBeVisible();

  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("The stream is deleted.")).toBeVisible();
  await receiver.close();
});
