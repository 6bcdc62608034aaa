import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { OperationPage, titleReference } from "@/app/_reference/operation-page";
import { renderPage, titlePage } from "@/app/_ui/page/render-page";
import { stripMarkup } from "@/lib/docs/markdown";
import { pathOfOperation } from "@/lib/docs/operation-page";
import { findPage } from "@/lib/docs/pages";
import { linkMarkdown } from "../../_page/doc-article";
import { MissingDoc } from "../../_page/missing-doc";

interface Props {
  params: Promise<{ operationId: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ operationId }, locale] = await Promise.all([params, getLocale()]);
  const title = await titlePage("doc", () => titleReference(operationId));
  const page = findPage(pathOfOperation(operationId), locale);
  return page ? { ...title, ...linkMarkdown(page.path, locale), description: stripMarkup(page.description) } : title;
}

async function renderMissing({ params }: Props) {
  return <MissingDoc path={pathOfOperation((await params).operationId)} />;
}

export default renderPage(renderMissing, async function PublicOperationPage({ params }: Props) {
  return OperationPage({ operationId: (await params).operationId });
});
