import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SCOPES } from "../../lib/access/scopes";
import { TOOLS } from "../../lib/agents/mcp/tools";
import { REGISTRY } from "../../lib/docs/surface/registry";
import { EVENT_CATALOG } from "../../lib/events/catalog";
import { STATUSES } from "../../lib/platform/errors";
import { ATTEMPT_ERRORS } from "../../lib/webhooks/delivery/retry";
import { listGuides, readFences } from "../support/tables/documents";

const LANGUAGES = ["en", "ja"] as const;
const GUIDES = listGuides();
const fileOf = (language: string, slug: string) => `docs/guides/${language}/${slug}.md`;
const read = (language: string, slug: string) => readFileSync(fileOf(language, slug), "utf8");
const withoutFences = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, "");

const listHeadings = (text: string) => [...withoutFences(text).matchAll(/^(#+) /gm)].map(([, marks = ""]) => marks);

test.each(LANGUAGES)("the contents list each guide in %s once", (language) => {
  expect(readdirSync(`docs/guides/${language}`).sort()).toEqual(GUIDES.map((slug) => `${slug}.md`).sort());
});

test.each(GUIDES)("%s begins with a title and its description in both languages", (slug) => {
  for (const language of LANGUAGES) {
    const [title = "", blank, description = "", end] = read(language, slug).split("\n");
    expect(title).toMatch(/^# \S/);
    expect([blank, end]).toEqual(["", ""]);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(description).toMatch(/^[^#`|-].*[.。]$/);
  }
});

test.each(GUIDES)("%s has the same headings, blocks and links in both languages", (slug) => {
  const [english, japanese] = [read("en", slug), read("ja", slug)];
  expect(listHeadings(japanese)).toEqual(listHeadings(english));
  const blocks = LANGUAGES.map((language) =>
    readFences(fileOf(language, slug)).map(({ language: name, code }) => ({ name, code })),
  );
  expect(blocks[1]).toEqual(blocks[0]);
  expect(listLinks(japanese).sort()).toEqual(listLinks(english).sort());
});

function listLinks(text: string): string[] {
  return [...withoutFences(text).matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
}

const OPERATIONS: string[] = REGISTRY.map(({ operationId }) => operationId);
const PAGES = [
  ...GUIDES.map((slug) => `/docs/${slug}`),
  ...OPERATIONS.map((operationId) => `/docs/reference/${operationId}`),
  ...Object.keys(STATUSES).map((code) => `/docs/errors/${code}`),
];

test.each(GUIDES)("%s links to pages that exist, and names screens that exist", (slug) => {
  const text = read("en", slug);
  expect(listLinks(text).filter((link) => !PAGES.includes(link))).toEqual([]);
  const screens = [...text.matchAll(/`(\/settings\/[\w/-]+)`/g)].map(([, path = ""]) => path);
  expect(screens.filter((path) => !existsSync(`app${path}/page.tsx`))).toEqual([]);
});

/** The first cells of the rows of a guide's tables, without their marks. */
function listCells(slug: string, column: number): string[][] {
  return [...read("en", slug).matchAll(/^\| (.*) \|$/gm)].map(([, row = ""]) =>
    row
      .split(" | ")
      .slice(0, column)
      .map((cell) => cell.replaceAll(/`|\[|\]\([^)]*\)/g, "")),
  );
}

test("the guides name every scope, error, event, tool and reason of a failed attempt", () => {
  const scopes = listCells("authentication", 1).flat();
  expect(scopes.filter((cell) => /^\w+:\w+$/.test(cell))).toEqual([...SCOPES]);

  const errors = listCells("errors", 2).filter(([status = ""]) => /^\d{3}$/.test(status));
  expect(errors).toEqual(Object.entries(STATUSES).map(([code, status]) => [String(status), code]));

  const events = listCells("events", 5).filter(([type = ""]) => EVENT_CATALOG.some((event) => event.type === type));
  const facts = events.map(([type, , object, inV1, stable]) => ({ type, object, inV1, stable }));
  const say = (is: boolean) => (is ? "yes" : "no");
  expect(facts.slice(0, EVENT_CATALOG.length)).toEqual(
    EVENT_CATALOG.map(({ type, object, inV1, stable }) => ({ type, object, inV1: say(inV1), stable: say(stable) })),
  );

  const tools: string[] = read("en", "agents").match(/`\w+`(?= `|\s\|)/g) ?? [];
  expect(TOOLS.filter(({ name }) => !tools.includes(`\`${name}\``))).toEqual([]);
  const reasons: string[] = listCells("webhooks", 1).flatMap(([cell = ""]) => cell.split(", "));
  expect(ATTEMPT_ERRORS.filter((reason) => !reasons.includes(reason))).toEqual([]);
});
