import { DEFAULT_LOCALE, type Locale } from "../i18n/locale";

/** Screen, Markdown file and search index are all made from this text. */
export interface DocPage {
  path: string;
  kind: "guide" | "operation" | "error" | "list";
  title: string;
  description: string;
  body: string;
  language: Locale;
}

export function markdownPath(path: string, locale: Locale): string {
  return `${path.split("#")[0]}.md${locale === DEFAULT_LOCALE ? "" : `?lang=${locale}`}`;
}

/** Links lead to the other Markdown files, so that programs stay among them. */
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

/** The page folds a block that has a title. */
export function writeFence(language: string, code: string, title = ""): string {
  return `\`\`\`${`${language} ${title}`.trim()}\n${code.trimEnd()}\n\`\`\``;
}
