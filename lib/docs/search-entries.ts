import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Locale } from "../i18n/locale";
import { EVENT_CATALOG_PATH } from "./event-page";
import { keepByLocale } from "./keep";
import { listSections, stripMarkup } from "./markdown";
import type { DocPage } from "./page";
import { listPages } from "./pages";
import { buildIndex, type SearchEntry, type SearchIndex } from "./search-engine";

const EXCERPT_LENGTH = 110;

function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= EXCERPT_LENGTH) return line;
  // Between words, where the language has spaces.
  const end = line.lastIndexOf(" ", EXCERPT_LENGTH);
  return `${line.slice(0, end > EXCERPT_LENGTH / 2 ? end : EXCERPT_LENGTH).trimEnd()}…`;
}

/** Guides and lists by heading, operations and errors as a whole. */
function listEntries(page: DocPage): Omit<SearchEntry, "id">[] {
  const { path, kind, title, body } = page;
  const description = stripMarkup(page.description);
  const sections = listSections(body);
  const whole = { url: path, kind, page: title, title, excerpt: excerptOf(description) };
  if (kind === "operation" || kind === "error")
    return [{ ...whole, text: [description, ...sections.map(({ text }) => text)].join("\n") }];
  const intro = sections.filter(({ heading }) => heading === null).map(({ text }) => text);
  return [
    { ...whole, text: [description, ...intro].join("\n") },
    ...sections.flatMap(({ heading, text }) =>
      heading === null
        ? []
        : [
            {
              url: `${path}#${heading.id}`,
              kind: path === EVENT_CATALOG_PATH && heading.text.includes(".") ? ("event" as const) : kind,
              page: title,
              title: heading.text,
              text,
              excerpt: excerptOf(text),
            },
          ],
    ),
  ];
}

/** Raised when the search engine reads texts in another way: browsers keep an index by the name that this makes. */
const FORMAT = 2;

export const nameIndex = keepByLocale((locale: Locale): string => {
  const text = JSON.stringify([FORMAT, locale, listPages(locale)]);
  return `${locale}-${createHash("sha256").update(text).digest("hex").slice(0, 16)}.json`;
});

export interface Search {
  index: SearchIndex;
  json: string;
}

/** Parsing all pages takes long, so other requests get their turn after each page. */
export const readSearch = keepByLocale(async (locale: Locale): Promise<Search> => {
  const entries: Omit<SearchEntry, "id">[] = [];
  for (const page of listPages(locale)) {
    await setImmediate();
    entries.push(...listEntries(page));
  }
  const index = await buildIndex(entries.map((entry, position) => ({ ...entry, id: String(position) })));
  return { index, json: JSON.stringify(index) };
});
