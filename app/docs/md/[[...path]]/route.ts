import { findNearPages } from "@/lib/docs/near-pages";
import { markdownPath, writeMarkdown } from "@/lib/docs/page";
import { DOCS_PATH, findPage } from "@/lib/docs/pages";
import { DEFAULT_LOCALE, isLocale } from "@/lib/i18n/locale";
import { env } from "@/lib/platform/env";
import { respondWithText } from "../../_page/respond-with-text";

interface Context {
  params: Promise<{ path?: string[] }>;
}

/** `/docs/….md`. The URL alone decides the language, so that a cache can keep the file. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { path = [] } = await params;
  const wanted = new URL(request.url).searchParams.get("lang");
  const locale = isLocale(wanted) ? wanted : DEFAULT_LOCALE;
  const address = [DOCS_PATH, ...path].join("/");
  const page = findPage(address, locale);
  const { SVC_BASE_URL } = env();
  if (page) return respondWithText("text/markdown", writeMarkdown(page, locale, SVC_BASE_URL));
  const near = findNearPages(address, locale).map(
    (other) => `- [${other.title}](${SVC_BASE_URL}${markdownPath(other.path, locale)})`,
  );
  const text = `# There is no such page\n\nThe nearest names:\n\n${near.join("\n")}\n\nAll pages: ${SVC_BASE_URL}/llms.txt\n`;
  return respondWithText("text/markdown", text, 404);
}
