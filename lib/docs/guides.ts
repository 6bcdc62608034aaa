import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { DEFAULT_LOCALE, type Locale } from "../i18n/locale";
import type { DocPage } from "./page";

export const GUIDE_SECTIONS = ["start", "build", "operate", "more"] as const;
export type GuideSection = (typeof GUIDE_SECTIONS)[number];

const Contents = z.array(
  z.strictObject({ section: z.enum(GUIDE_SECTIONS), pages: z.array(z.string().regex(/^[a-z0-9-]+$/)) }),
);

const FOLDER = join(process.cwd(), "docs", "guides");

export interface GuideGroup {
  section: GuideSection;
  guides: DocPage[];
}

export function readGuides(locale: Locale): GuideGroup[] {
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
