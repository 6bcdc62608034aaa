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
  const page = findPage([DOCS_PATH, ...path].join("/"), locale);
  const { SVC_BASE_URL } = env();
  if (page) return respondWithText("text/markdown", writeMarkdown(page, locale, SVC_BASE_URL));
  const text = `# Not found\n\nAll pages: ${SVC_BASE_URL}/llms.txt and ${SVC_BASE_URL}${markdownPath(DOCS_PATH, DEFAULT_LOCALE)}\n`;
  return respondWithText("text/markdown", text, 404);
}
