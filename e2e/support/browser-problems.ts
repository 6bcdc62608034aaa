import type { Page } from "@playwright/test";

/** Collects the browser's complaints: exceptions, content policy, failed hydration. A good page causes none. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    // A page that is not there is a 404 on purpose; the browser says so too.
    if (message.type() === "error" && !message.text().includes("404")) problems.push(message.text());
  });
  return problems;
}
