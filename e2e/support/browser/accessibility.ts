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

/** Looks that passed in this worker, by scope and theme. The night checks every element of every page. */
const passedLooks = new Set<string>();
const isNight = process.env["SVC_TEST_ALL"] === "true";

/** A skeleton's pulse never ends, and neither does what moved in a menu that has closed: its animation stands still. */
export async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isShown = ({ effect }: Animation) => !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility();
    const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity;
    const moving = document.getAnimations().filter((one) => ends(one) && isShown(one));
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** Violations in the page once it has come to rest; each line names the rule and the first element that breaks it. */
export async function findViolations(page: Page, scope: Scope = "all rules"): Promise<string[]> {
  // A part that fades in does not have the colours yet that people will read.
  await untilAtRest(page);
  const { looks, theme } = await page.evaluate(listLooks);
  const kindOf = (look: string) => `${scope} ${theme} ${look}`;
  const fresh = looks.filter((look) => isNight || scope === "texts" || !passedLooks.has(kindOf(look)));
  if (scope === "contrast" && fresh.length === 0) return [];
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${SCRIPT}; undefined`);
  await page.evaluate(markLooks, fresh);
  const violations = await page.evaluate(
    async ({ tags, only, scope }) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      checker.configure({
        rules: [
          { id: "color-contrast", selector: "[data-look]" },
          { id: "link-in-text-block", selector: "a[href][data-look]" },
          { id: "target-size", selector: "[data-look], [data-small]" },
        ],
      });
      const { violations } = await checker.run(document, {
        runOnly: only ? { type: "rule", values: [...only] } : { type: "tag", values: tags },
        rules: {
          "color-contrast": { enabled: scope === "all rules" || scope === "contrast" },
          // axe calls it experimental; WCAG 2.5.3 demands it.
          "label-content-name-mismatch": { enabled: scope !== "contrast" },
        },
        resultTypes: ["violations"],
        // One rule about sound reads every style sheet otherwise.
        preload: document.querySelector("audio, video") !== null,
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    { tags: TAGS, only: ONLY[scope], scope },
  );
  await page.evaluate(markLooks, []);
  if (violations.length === 0) for (const look of fresh) passedLooks.add(kindOf(look));
  return violations;
}

/**
 * Runs in the page. Texts and controls whose elements, from the root down, have the same classes and states look the same at
 * one width in one theme. Looks take most of axe's time, and pages share most of them. Layout changes no colour.
 */
function listLooks(): { looks: string[]; theme: string } {
  const other =
    /^(?:id|href|src|alt|for|name|value|title|content|action|datetime|d|data-(?:look|small)|aria-(?:label|labelledby|describedby|controls))$/;
  const layout =
    /^-?(?:(?:max-)?(?:sm|md|lg|xl|2xl):|not-first:|pointer-coarse:)*-?(?:flex|grid|block|inline(?:-\w+)?|contents|gap|space|[pm][xytbse]?|[wh]|size|min|max|items|justify|content|self|place|col|row|order|grow|shrink|basis|table|align|overflow|truncate|whitespace|break|wrap)(?:-.*)?$/;
  const known = new Map<Element, string>();
  const hash = (text: string) => {
    let [high, low] = [0x811c9dc5, 5381];
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      high = Math.imul(high ^ code, 0x01000193);
      low = Math.imul(low, 33) ^ code;
    }
    return `${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`;
  };
  const describe = ({ name, value }: Attr) =>
    name === "class"
      ? value
          .split(/\s+/)
          .filter((part) => part !== "" && !layout.test(part))
          .join(" ")
      : `${name}=${value}`;
  const lookOf = (element: Element): string => {
    const found = known.get(element);
    if (found !== undefined) return found;
    const { tagName, parentElement } = element;
    const attributes = [...element.attributes].filter(({ name }) => !other.test(name)).map(describe);
    const states = [":hover", ":focus", ":disabled", ":checked", ":invalid"].filter((state) => element.matches(state));
    const own = [...attributes, ...states].filter(Boolean);
    const above = parentElement ? lookOf(parentElement) : String(innerWidth);
    const isPlain = own.length === 0 && (tagName === "DIV" || tagName === "SPAN");
    const look = isPlain ? above : hash([above, tagName, ...own].join("|"));
    known.set(element, look);
    return look;
  };
  const controls = "a[href], button, input, select, textarea, summary, [role], [tabindex]";
  const hasText = (element: Element) =>
    [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim());
  const elementsByLook = new Map<string, Element[]>();
  for (const element of document.querySelectorAll("body, body *"))
    if (element.matches(controls) || hasText(element)) {
      const look = lookOf(element);
      elementsByLook.set(look, [...(elementsByLook.get(look) ?? []), element]);
    }
  // The distance of a small target to the next one does not follow from its look.
  const isSmall = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return Math.min(width, height) < 24;
  };
  // All are measured before the first is marked: a mark makes the browser lay out the page again.
  const small = [...document.querySelectorAll(controls)].filter(isSmall);
  for (const element of document.querySelectorAll("[data-small]")) element.removeAttribute("data-small");
  for (const element of small) element.setAttribute("data-small", "");
  Object.assign(window, { elementsByLook });
  return {
    looks: [...elementsByLook.keys()],
    theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  };
}

/** Runs in the page: axe measures marked elements alone. */
function markLooks(looks: string[]): void {
  for (const element of document.querySelectorAll("[data-look]")) element.removeAttribute("data-look");
  const { elementsByLook } = window as unknown as { elementsByLook?: Map<string, Element[]> };
  for (const look of looks)
    for (const element of elementsByLook?.get(look) ?? []) element.setAttribute("data-look", "");
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
