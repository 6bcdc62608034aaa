import { expect } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { findViolations, measureOverflow } from "./support/browser/accessibility";
import { signIn } from "./support/browser/sign-in";
import { fillForm, PATH, test } from "./support/browser/webhook-pages";
import { makeManager } from "./support/scenes/webhook-rows";

test("a webhook that asks for them sends headers that the stock library verifies, with the spelling that was shown", async ({
  page,
  demo,
  receiver,
}) => {
  await signIn(page, await makeManager(demo), `${PATH}/new`);
  await fillForm(page, "Stock library", `${receiver.url}/200`);
  await page.getByRole("checkbox", { name: /Standard Webhooks/ }).check();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Create webhook" }).click();
  const dialog = page.getByRole("dialog");
  const [spelled = ""] = (await dialog.textContent())?.match(/whsec_[A-Za-z0-9+/]{60,}={0,2}/) ?? [];
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.getByRole("button", { name: "Close without copying" }).click();
  await page.getByRole("button", { name: "Send sample" }).click();
  await expect(page.getByText("Your receiver accepted it.")).toBeVisible();
  const [sent] = receiver.received;
  if (!sent) throw new Error("nothing arrived");
  const event = new Webhook(spelled).verify(sent.body, sent.headers as Record<string, string>);
  expect(event).toMatchObject({ id: sent.headers["webhook-id"] });

  // The verifier judges both sets of headers of the request, pasted as it came.
  await page.goto(`${PATH}/verify`);
  const lines = Object.entries(sent.headers).map(([name, value]) => `${name}: ${String(value)}`);
  await page.getByLabel("Headers", { exact: true }).fill(lines.join("\n"));
  await page.getByLabel("Raw body").fill(sent.body.toString());
  await page.getByLabel("Signing secret").fill(spelled);
  await expect(page.getByRole("heading", { name: "The delivery is genuine" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Standard Webhooks headers" })).toBeVisible();
  await expect(page.getByText("This is the spelling for Standard Webhooks.")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  for (const [width, colorScheme] of [
    [1280, "light"],
    [320, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect(await measureOverflow(page)).toBe(0);
  }

  await page.goto(PATH);
  await page.getByRole("link", { name: "Stock library" }).click();
  await page.getByRole("main").getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("checkbox", { name: /Standard Webhooks/ })).toBeChecked();
});
