import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

/** Every page that is checked has to parse it; the package's own entry is twice as long. */
const SCRIPT = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Rules about names and languages, and what the length of a text changes: the rest of a page is the same in each. */
const TEXT_RULES = [
  "aria-command-name",
  "aria-input-field-name",
  "aria-toggle-field-name",
  "button-name",
  "document-title",
  "empty-heading",
  "html-has-lang",
  "image-alt",
  "label",
  "label-content-name-mismatch",
  "link-name",
  "scrollable-region-focusable",
  "select-name",
  "svg-img-alt",
  "target-size",
  "valid-lang",
];

/** Contrast is the one rule that depends on colours, and takes most of axe's time. */
type Scope = "all rules" | "contrast" | "all but contrast" | "texts";

const ONLY: Partial<Record<Scope, readonly string[]>> = { contrast: ["color-contrast"], texts: TEXT_RULES };

/** The side bar and the top bar, which many pages share. */
const FRAME = ["aside.sticky", "header.sticky"];

/** Until nothing moves or fades any more. A skeleton's pulse never ends. */
export async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** Violations in the page once it has come to rest; each line names the rule and the first element that breaks it. */
export async function findViolations(
  page: Page,
  scope: Scope = "all rules",
  without: readonly string[] = [],
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${SCRIPT}; undefined`);
  // A part that fades in does not have the colours yet that people will read.
  await untilAtRest(page);
  return page.evaluate(
    async ({ tags, only, hasContrast, isContrast, excluded }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        { include: ["html"], exclude: excluded },
        {
          runOnly: only ? { type: "rule", values: [...only] } : { type: "tag", values: tags },
          // axe calls the second one experimental; WCAG 2.5.3 demands it.
          rules: {
            "color-contrast": { enabled: hasContrast },
            "label-content-name-mismatch": { enabled: !isContrast },
          },
          resultTypes: ["violations"],
        },
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    {
      tags: TAGS,
      only: ONLY[scope],
      hasContrast: scope === "all rules" || scope === "contrast",
      isContrast: scope === "contrast",
      excluded: [...without],
    },
  );
}

/**
 * The page breaks no rule in light and dark. Structure and colours are the same in both languages, and so are those of a
 * frame that the caller has checked on another page.
 */
export async function expectAccessible(page: Page, language: "en" | "ja", isFrameKnown = false): Promise<void> {
  const expectNoViolation = async (scope: Scope, without: readonly string[] = []) =>
    expect([page.url(), await findViolations(page, scope, without)]).toEqual([page.url(), []]);
  if (language === "ja") return expectNoViolation("texts");
  const known = isFrameKnown ? FRAME : [];
  await expectNoViolation("all but contrast");
  await expectNoViolation("contrast", known);
  // Colours that are on their way from light to dark have no contrast yet.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectNoViolation("contrast", known);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
}

/** How many pixels the page is wider than its window. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
