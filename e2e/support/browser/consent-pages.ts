import type { Page } from "@playwright/test";
import { makePerson, type Person } from "../scenes/people";
import { type RunningApp, startApp } from "../servers/oauth-app";
import { test as base } from "./browser";

export const test = base.extend<{ app: RunningApp; person: Person }>({
  app: async ({ demo }, use) => {
    const app = await startApp(demo, { isConfidential: true });
    await use(app);
    await app.stop();
  },
  person: async ({ demo }, use) => use(await makePerson(demo, { roleAtAcme: 20 })),
});

export const approve = (page: Page) => page.getByRole("button", { name: "Approve" }).click();
