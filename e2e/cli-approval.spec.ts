import { expect } from "@playwright/test";
import { test } from "./support/browser/browser";
import { signIn } from "./support/browser/sign-in";
import { makePerson } from "./support/scenes/people";

test("the link of svc login leads to a decision that waits for its tick", async ({ page, demo }) => {
  const begun = await fetch(`${demo.baseUrl}/api/cli/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ deviceName: "Aiko's laptop" }),
  });
  const { code, verificationUrl } = (await begun.json()) as { code: string; verificationUrl: string };
  await signIn(page, await makePerson(demo), `${new URL(verificationUrl).pathname}?code=${code}`);
  await expect(page.getByText(`Continue only if your own terminal shows ${code}.`)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Code" })).toHaveValue(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Aiko's laptop")).toBeVisible();
  const approve = page.getByRole("button", { name: "Approve" });
  await expect(approve).toBeDisabled();
  await expect(page.getByRole("button", { name: "Deny" })).toBeEnabled();
  await page.getByRole("checkbox").check();
  await approve.click();
  await expect(page.getByRole("heading", { name: "The command line is signed in" })).toBeVisible();
});
