import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

/** Every page that is checked has to parse it; the package's own entry is twice as long. */
const SCRIPT = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Rules about names and languages, and what the length of a text changes: the rest of a page is the same in each. */
const TEXT_RULES = `
  aria-command-name aria-input-field-name aria-toggle-field-name button-name document-title empty-heading
  html-has-lang image-alt label label-content-name-mismatch link-name scrollable-region-focusable select-name
  svg-img-alt target-size valid-lang`
  .trim()
  .split(/\s+/);

type Scope = "all rules" | "contrast" | "all but contrast" | "texts";

const ONLY: Partial<Record<Scope, readonly string[]>> = { contrast: ["color-contrast"], texts: TEXT_RULES };

/** Kinds of text that passed the contrast rule in this worker. The night measures every text of every page. */
const passedKinds = new Set<string>();
const isNight = process.env["SVC_TEST_ALL"] === "true";

/** A skeleton's pulse never ends, so it is not waited for. */
export async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** Violations in the page once it has come to rest; each line names the rule and the first element that breaks it. */
export async function findViolations(page: Page, scope: Scope = "all rules"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${SCRIPT}; undefined`);
  // A part that fades in does not have the colours yet that people will read.
  await untilAtRest(page);
  const wantsContrast = scope === "all rules" || scope === "contrast";
  const found = wantsContrast ? await page.evaluate(listTextKinds) : [];
  const fresh = found.filter((kind) => isNight || !passedKinds.has(kind));
  const hasContrast = fresh.length > 0;
  if (scope === "contrast" && !hasContrast) return [];
  await page.evaluate(markTexts, fresh);
  const violations = await page.evaluate(
    async ({ tags, only, hasContrast, isContrast }) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      checker.configure({ rules: [{ id: "color-contrast", selector: "[data-contrast]" }] });
      const { violations } = await checker.run(document, {
        runOnly: only ? { type: "rule", values: [...only] } : { type: "tag", values: tags },
        // axe calls the second one experimental; WCAG 2.5.3 demands it.
        rules: { "color-contrast": { enabled: hasContrast }, "label-content-name-mismatch": { enabled: !isContrast } },
        resultTypes: ["violations"],
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    { tags: TAGS, only: ONLY[scope], hasContrast, isContrast: scope === "contrast" },
  );
  await page.evaluate(markTexts, []);
  if (violations.length === 0) for (const kind of fresh) passedKinds.add(kind);
  return violations;
}

/**
 * Runs in the page. Texts whose elements, from the root down, have the same classes and states have the same colours at one
 * width in one theme; contrast takes most of axe's time, and pages share most of their kinds.
 */
function listTextKinds(): string[] {
  const other =
    /^(?:id|href|src|alt|for|name|value|title|content|action|datetime|d|data-contrast|aria-(?:label|labelledby|describedby|controls))$/;
  const kinds = new Map<Element, string>();
  const hash = (text: string) => {
    let [high, low] = [0x811c9dc5, 5381];
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      high = Math.imul(high ^ code, 0x01000193);
      low = Math.imul(low, 33) ^ code;
    }
    return `${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`;
  };
  const kindOf = (element: Element): string => {
    const known = kinds.get(element);
    if (known !== undefined) return known;
    const { tagName, parentElement } = element;
    const attributes = [...element.attributes].filter(({ name }) => !other.test(name));
    const states = [":hover", ":focus", ":disabled", ":checked", ":invalid"].filter((state) => element.matches(state));
    const above = parentElement
      ? kindOf(parentElement)
      : `${innerWidth} ${matchMedia("(prefers-color-scheme: dark)").matches}`;
    const kind = hash(
      [above, tagName, ...attributes.map(({ name, value }) => `${name}=${value}`), ...states].join("|"),
    );
    kinds.set(element, kind);
    return kind;
  };
  const hasText = (element: Element) =>
    /^(?:INPUT|SELECT|TEXTAREA)$/.test(element.tagName) ||
    [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim());
  const texts = new Map<string, Element[]>();
  for (const element of document.querySelectorAll("body, body *"))
    if (hasText(element)) {
      const kind = kindOf(element);
      texts.set(kind, [...(texts.get(kind) ?? []), element]);
    }
  Object.assign(window, { textsByKind: texts });
  return [...texts.keys()];
}

/** Runs in the page: axe measures the contrast of marked elements alone. */
function markTexts(kinds: string[]): void {
  for (const element of document.querySelectorAll("[data-contrast]")) element.removeAttribute("data-contrast");
  const { textsByKind } = window as unknown as { textsByKind?: Map<string, Element[]> };
  for (const kind of kinds)
    for (const element of textsByKind?.get(kind) ?? []) element.setAttribute("data-contrast", "");
}

/** The page breaks no rule in light and dark. Structure and colours are the same in both languages. */
export async function expectAccessible(page: Page, language: "en" | "ja"): Promise<void> {
  const expectNoViolation = async (scope: Scope) =>
    expect([page.url(), await findViolations(page, scope)]).toEqual([page.url(), []]);
  if (language === "ja") return expectNoViolation("texts");
  await expectNoViolation("all rules");
  // Colours that are on their way from light to dark have no contrast yet.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectNoViolation("contrast");
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
}

/** How many pixels the page is wider than its window. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
