import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

/** Every page that is checked has to parse it; the package's own entry is twice as long. */
const SCRIPT = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Contrast is the one rule that depends on colours, and takes most of axe's time. */
type Scope = "all rules" | "contrast" | "all but contrast";

/** Violations in the page as it is now; each line names the rule and the first element that breaks it. */
export async function findViolations(page: Page, scope: Scope = "all rules"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${SCRIPT}; undefined`);
  return page.evaluate(
    async ({ tags, checked }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: checked === "contrast" ? { type: "rule", values: ["color-contrast"] } : { type: "tag", values: tags },
        rules: { "color-contrast": { enabled: checked !== "all but contrast" } },
        resultTypes: ["violations"],
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    { tags: TAGS, checked: scope },
  );
}

/** The page breaks no rule in light and dark. Colours are the same in each language, and all that differs between the two. */
export async function expectAccessible(page: Page, language: "en" | "ja"): Promise<void> {
  const expectNoViolation = async (scope: Scope) =>
    expect([page.url(), await findViolations(page, scope)]).toEqual([page.url(), []]);
  if (language === "ja") return expectNoViolation("all but contrast");
  await expectNoViolation("all rules");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolation("contrast");
  await page.emulateMedia({ colorScheme: "light" });
}

/** How many pixels the page is wider than its window. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
