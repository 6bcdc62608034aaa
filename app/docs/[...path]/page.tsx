import { ListTree } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { whyPath } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { renderPage, titlePage } from "@/app/_ui/page/render-page";
import { stripMarkup } from "@/lib/docs/markdown";
import type { DocPage } from "@/lib/docs/page";
import { DOCS_PATH, findPage } from "@/lib/docs/pages";
import type { Locale } from "@/lib/i18n/locale";
import { isRequestId } from "@/lib/platform/ids";
import { DocArticle, linkMarkdown } from "../_page/doc-article";
import { MissingDoc } from "../_page/missing-doc";

interface Props {
  params: Promise<{ path: string[] }>;
  searchParams: SearchParams;
}

async function readPath({ params }: Pick<Props, "params">): Promise<string> {
  return [DOCS_PATH, ...(await params).path].join("/");
}

async function readPage(props: Pick<Props, "params">): Promise<{ page: DocPage; locale: Locale }> {
  const [path, locale] = await Promise.all([readPath(props), getLocale()]);
  const page = findPage(path, locale);
  if (!page) notFound();
  return { page, locale };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const title = await titlePage("doc", async () => (await readPage(props)).page.title);
  const [path, locale] = await Promise.all([readPath(props), getLocale()]);
  const page = findPage(path, locale);
  return page ? { ...title, ...linkMarkdown(page.path, locale), description: stripMarkup(page.description) } : title;
}

/** Errors of the API link this page with the id of the refused request. */
async function WhyLink({ requestId }: { requestId: string }) {
  const t = await getTranslations("docs");
  return (
    <IconLink icon={ListTree} href={whyPath(requestId)} className="mt-4">
      {t("whyRequest")}
    </IconLink>
  );
}

async function renderMissing(props: Props) {
  return <MissingDoc path={await readPath(props)} />;
}

export default renderPage(renderMissing, async (props: Props) => {
  const { page, locale } = await readPage(props);
  const requestId = page.kind === "error" ? readText(await props.searchParams, "request") : "";
  return (
    <DocArticle page={page} locale={locale}>
      {isRequestId(requestId) ? <WhyLink requestId={requestId} /> : null}
    </DocArticle>
  );
});
