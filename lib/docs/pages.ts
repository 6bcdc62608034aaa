import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ERRORS_PATH } from "../api/error-path";
import { DEFAULT_LOCALE, type Locale } from "../i18n/locale";
import { ERROR_CODES, writeErrorList, writeErrorPage, writeOAuthErrorPage } from "./error-pages";
import { writeEventPage } from "./event-page";
import { writeOperationPage } from "./operation-page";
import type { DocPage } from "./page";
import { readReference } from "./surface/operations";
import { cacheByLocale, readTexts } from "./texts";

const GUIDE_SECTIONS = ["start", "build", "events", "operate", "more"] as const;
export type GuideSection = (typeof GUIDE_SECTIONS)[number];

const Contents = z.array(
  z.strictObject({ section: z.enum(GUIDE_SECTIONS), pages: z.array(z.string().regex(/^[a-z0-9-]+$/)) }),
);

const FOLDER = join(process.cwd(), "docs", "guides");

interface GuideGroup {
  section: GuideSection;
  guides: DocPage[];
}

function readGuides(locale: Locale): GuideGroup[] {
  const file = join(FOLDER, "contents.json");
  if (!existsSync(file)) return [];
  const contents = Contents.parse(JSON.parse(readFileSync(file, "utf8")));
  return contents.map(({ section, pages }) => ({ section, guides: pages.map((slug) => readGuide(slug, locale)) }));
}

function readGuide(slug: string, locale: Locale): DocPage {
  const translated = join(FOLDER, locale, `${slug}.md`);
  const language = existsSync(translated) ? locale : DEFAULT_LOCALE;
  const text = readFileSync(join(FOLDER, language, `${slug}.md`), "utf8");
  return { path: `/docs/${slug}`, kind: "guide", language, ...splitPage(text) };
}

export function splitPage(text: string): Pick<DocPage, "title" | "description" | "body"> {
  const [, title = "", description = "", body = ""] =
    /^# ([^\n]+)\n+((?:[^\n#]|#(?!#*\s))[^\n]*(?:\n[^\n]+)*)?\n*([\s\S]*)$/.exec(text.replaceAll("\r\n", "\n")) ?? [];
  if (title === "")
    throw new Error(`A guide begins with "# Title"; this one with ${JSON.stringify(text.slice(0, 40))}`);
  return { title: title.trim(), description: description.replaceAll("\n", " ").trim(), body: body.trim() };
}

export const DOCS_PATH = "/docs";
export const CHANGELOG_PATH = "/docs/changelog";
export const OPERATING_PATH = "/docs/operating";

export interface Library {
  guides: GuideGroup[];
  operations: DocPage[];
  errors: DocPage[];
  events: DocPage;
  changelog: DocPage;
  /** Operators of the service read it, not its callers. */
  operating: DocPage;
}

export const readLibrary = cacheByLocale((locale: Locale): Library => {
  const guides = readGuides(locale).map(({ section, guides: pages }) => ({
    section,
    // The guide to errors and the list of codes share one page.
    guides: pages.filter(({ path }) => path !== ERRORS_PATH),
  }));
  return {
    guides,
    operations: readReference().tags.flatMap(({ operations }) =>
      operations.map((operation) => writeOperationPage(operation, locale)),
    ),
    errors: [
      writeErrorsPage(locale),
      ...ERROR_CODES.map((code) => writeErrorPage(code, locale)),
      writeOAuthErrorPage(locale),
    ],
    events: writeEventPage(locale),
    changelog: writeChangelogPage(locale),
    operating: writeOperatingPage(locale),
  };
});

function writeErrorsPage(locale: Locale): DocPage {
  const guide = readGuides(locale)
    .flatMap(({ guides }) => guides)
    .find(({ path }) => path === ERRORS_PATH);
  // A page is in one language, so the list follows an untranslated guide.
  const language = guide?.language ?? locale;
  const t = readTexts(language);
  return {
    path: ERRORS_PATH,
    kind: "list",
    title: guide?.title ?? t("errors.title"),
    description: guide?.description ?? t("errors.description"),
    body: [guide?.body, writeErrorList(t)].filter((text) => text !== undefined).join("\n\n"),
    language,
  };
}

function writeChangelogPage(locale: Locale): DocPage {
  const t = readTexts(locale);
  const texts = { title: t("changelog.title"), description: t("changelog.description") };
  return { path: CHANGELOG_PATH, ...texts, ...readDocument("CHANGELOG.md") };
}

function writeOperatingPage(locale: Locale): DocPage {
  const t = readTexts(locale);
  const texts = { title: t("operating.title"), description: t("operating.description") };
  return { path: OPERATING_PATH, ...texts, ...readDocument("docs", "operating.md") };
}

/** Files of the repository are not served, so only the words of these links stay. */
const FILE_LINK = /\[([^\]]+)\]\((?!#|\/|https?:)[^)]+\)/g;

function readDocument(...path: readonly string[]): Pick<DocPage, "kind" | "body" | "language"> {
  const text = readFileSync(join(process.cwd(), ...path), "utf8");
  const [, body = ""] = /^# [^\n]*\n([\s\S]*)$/.exec(text) ?? [];
  return { kind: "list", body: body.replaceAll(FILE_LINK, "$1").trim(), language: "en" };
}

export const listPages = cacheByLocale((locale: Locale): DocPage[] => {
  const { guides, operations, errors, events, changelog, operating } = readLibrary(locale);
  return [...guides.flatMap((group) => group.guides), ...operations, ...errors, events, changelog, operating];
});

export function findPage(path: string, locale: Locale): DocPage | undefined {
  return path === DOCS_PATH ? writeStartPage(locale) : listPages(locale).find((page) => page.path === path);
}

const writeStartPage = cacheByLocale((locale: Locale): DocPage => {
  const t = readTexts(locale);
  const { guides, operations, errors, events, changelog, operating } = readLibrary(locale);
  const link = ({ path, title, description }: DocPage) => `- [${title}](${path}): ${description}`;
  const groups = [
    ...guides.map((group) => [t(`sections.${group.section}`), group.guides] as const),
    [t("reference"), operations] as const,
    [t("errors.title"), errors] as const,
    [t("sections.more"), [events, changelog, operating]] as const,
  ];
  return {
    path: DOCS_PATH,
    kind: "list",
    title: t("home.title"),
    description: t("home.description"),
    body: groups.map(([title, pages]) => [`## ${title}`, pages.map(link).join("\n")].join("\n\n")).join("\n\n"),
    language: locale,
  };
});
