import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { drawPage, titlePage } from "@/app/_ui/draw-page";
import { stripMarkup } from "@/lib/docs/markdown";
import type { DocPage } from "@/lib/docs/page";
import { DOCS_PATH, findPage } from "@/lib/docs/pages";
import type { Locale } from "@/lib/i18n/locale";
import { DocArticle } from "../_page/doc-article";
import { linkMarkdown } from "../_page/link-markdown";

interface Props {
  params: Promise<{ path: string[] }>;
}

async function readPage({ params }: Props): Promise<{ page: DocPage; locale: Locale }> {
  const [{ path }, locale] = await Promise.all([params, getLocale()]);
  const page = findPage([DOCS_PATH, ...path].join("/"), locale);
  if (!page) notFound();
  return { page, locale };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const title = await titlePage("doc", async () => (await readPage(props)).page.title);
  const { path } = await props.params;
  const locale = await getLocale();
  const page = findPage([DOCS_PATH, ...path].join("/"), locale);
  return page ? { ...title, ...linkMarkdown(page.path, locale), description: stripMarkup(page.description) } : title;
}

/** Guides, errors, events and changes: every page whose whole text is Markdown. */
export default drawPage("doc", async (props: Props) => {
  const { page, locale } = await readPage(props);
  return <DocArticle page={page} locale={locale} />;
});
