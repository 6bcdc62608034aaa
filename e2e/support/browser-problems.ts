import type { Page } from "@playwright/test";

/** Collects a browser's complaints: exceptions, content policy, failed hydration. A good page causes none. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    // A missing page is a 404 on purpose, and the browser reports it too.
    if (message.type() === "error" && !message.text().includes("404")) problems.push(message.text());
  });
  return problems;
}
