import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Locale } from "../i18n/locale";
import { EVENT_CATALOG_PATH } from "./event-page";
import { listSections, stripMarkup } from "./markdown";
import type { DocPage } from "./page";
import { listPages } from "./pages";
import { buildIndex, type SearchEntry, type SearchIndex } from "./search-engine";
import { cacheByLocale } from "./texts";

const EXCERPT_LENGTH = 110;

function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= EXCERPT_LENGTH) return line;
  const end = line.lastIndexOf(" ", EXCERPT_LENGTH);
  return `${line.slice(0, end > EXCERPT_LENGTH / 2 ? end : EXCERPT_LENGTH).trimEnd()}…`;
}

function listEntries(page: DocPage): Omit<SearchEntry, "id">[] {
  const { path, kind, title, body } = page;
  const description = stripMarkup(page.description);
  const sections = listSections(body);
  // An operation is also found by the name that the description gives it.
  const name = kind === "operation" ? (path.split("/").at(-1) ?? title) : title;
  const whole = { url: path, kind, page: name, title, excerpt: excerptOf(description) };
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

/** Raise this when the search engine reads texts differently: browsers cache an index under this name. */
const FORMAT = 3;

export const nameIndex = cacheByLocale((locale: Locale): string => {
  const text = JSON.stringify([FORMAT, locale, listPages(locale)]);
  return `${locale}-${createHash("sha256").update(text).digest("hex").slice(0, 16)}.json`;
});

export interface Search {
  index: SearchIndex;
  json: string;
}

/** Parsing all pages takes long, so other requests get a turn after each page. */
export const readSearch = cacheByLocale(async (locale: Locale): Promise<Search> => {
  const entries: Omit<SearchEntry, "id">[] = [];
  for (const page of listPages(locale)) {
    await setImmediate();
    entries.push(...listEntries(page));
  }
  const index = await buildIndex(entries.map((entry, position) => ({ ...entry, id: String(position) })));
  return { index, json: JSON.stringify(index) };
});
