import { DEFAULT_LOCALE, type Locale } from "../i18n/locale";

/** A page of the docs. The screen, the Markdown file and the search index are all made from its text. */
export interface DocPage {
  path: string;
  kind: "guide" | "operation" | "error" | "list";
  title: string;
  /** One paragraph of Markdown. */
  description: string;
  /** Markdown without the title. */
  body: string;
  /** Some texts exist in English alone. */
  language: Locale;
}

/** `/docs/webhooks#retries` → `/docs/webhooks.md`. The default language has no parameter. */
export function markdownPath(path: string, locale: Locale): string {
  return `${path.split("#")[0]}.md${locale === DEFAULT_LOCALE ? "" : `?lang=${locale}`}`;
}

/** The whole page as a Markdown file. Its links lead to the other files, so that programs stay among them. */
export function writeMarkdown({ title, description, body }: DocPage, locale: Locale, baseUrl: string): string {
  const text = `# ${title}\n\n${description}\n\n${body.trim()}\n`;
  return text.replaceAll(/\]\((\/docs(?:\/[\w./-]*)?)(#[\w-]+)?\)/g, (_, path: string, anchor = "") => {
    return `](${baseUrl}${markdownPath(path, locale)}${anchor})`;
  });
}

export function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

export function writeFence(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}
