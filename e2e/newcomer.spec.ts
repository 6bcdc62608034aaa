import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { test } from "./support/browser/browser";
import { forgetMailRequests } from "./support/browser/mailbox";
import { planFirstVisit, startVerifyingReceiver } from "./support/browser/newcomer";
import { watchProblems } from "./support/browser/page";

test("someone new comes from the home page to a verified webhook by links alone", async ({ page, demo, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await forgetMailRequests(demo);
  const problems = watchProblems(page);
  const receiver = await startVerifyingReceiver();
  const steps = planFirstVisit({
    email: `new-${randomUUID()}@nowhere.test`,
    name: "Nora New",
    password: "a passphrase for the first day",
    receiver,
  });
  for (const { name, run } of steps) await test.step(name, () => run(page));
  receiver.close();
  expect(problems).toEqual([]);
});
