import type { Page } from "@playwright/test";
import { test as base } from "./browser";
import { type RunningApp, startApp } from "./oauth-app";
import { makePerson, type Person } from "./people";

export const test = base.extend<{ app: RunningApp; person: Person }>({
  app: async ({ demo }, use) => {
    const app = await startApp(demo, { isConfidential: true });
    await use(app);
    await app.stop();
  },
  person: async ({ demo }, use) => use(await makePerson(demo, { roleAtAcme: 20 })),
});

export const approve = (page: Page) => page.getByRole("button", { name: "Approve" }).click();
