import type { Locale } from "../i18n/locale";
import { brand } from "../platform/brand";
import { type DocPage, markdownPath, writeMarkdown } from "./page";
import { listPages, readLibrary } from "./pages";
import { readTexts } from "./texts";

const LOCALE: Locale = "en";

/** llmstxt.org asks for English and for links that lead to Markdown. */
export function writeLlms(baseUrl: string): string {
  const t = readTexts(LOCALE);
  const { guides, operations, errors, events, changelog, operating } = readLibrary(LOCALE);
  const link = ({ path, title, description }: DocPage) =>
    `- [${title}](${baseUrl}${markdownPath(path, LOCALE)}): ${shorten(description)}`;
  const sections = [
    ...guides.map((group) => [t(`sections.${group.section}`), group.guides.map(link)] as const),
    [t("reference"), operations.map(link)] as const,
    [t("errors.title"), errors.map(link)] as const,
    [t("events.title"), [link(events)]] as const,
    [
      t("llms.optional"),
      [
        link(changelog),
        link(operating),
        `- [${t("llms.openapi")}](${baseUrl}/openapi.json): ${t("llms.openapiText")}`,
        `- [llms-full.txt](${baseUrl}/llms-full.txt): ${t("llms.full")}`,
      ],
    ] as const,
  ];
  const filled = sections.filter(([, lines]) => lines.length > 0);
  return [
    `# ${t("llms.title", { brand: brand().name })}`,
    `> ${t("llms.summary")}`,
    t("llms.intro", { base: baseUrl }),
    ...filled.map(([title, lines]) => `## ${title}\n\n${lines.join("\n")}`),
    "",
  ].join("\n\n");
}

/** Links of a description would become links of the index. */
function shorten(description: string): string {
  return description.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("\n", " ");
}

export function writeLlmsFull(baseUrl: string): string {
  return listPages(LOCALE)
    .map((page) => writeMarkdown(page, LOCALE, baseUrl))
    .join("\n---\n\n");
}
