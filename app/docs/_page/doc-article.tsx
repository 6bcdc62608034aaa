import { ChevronRight, FileText } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { linkLanguages } from "@/app/_ui/page/page-languages";
import { type Heading, listHeadings } from "@/lib/docs/markdown";
import { type DocPage, markdownPath } from "@/lib/docs/page";
import type { Locale } from "@/lib/i18n/locale";
import { MarkdownText } from "./markdown-text";
import { ReaderValues } from "./reader-values";

export async function DocArticle({ page, locale, children }: { page: DocPage; locale: Locale; children?: ReactNode }) {
  const t = await getTranslations("docs");
  const { path, kind, title, description, body, language } = page;
  const headings = listHeadings(body).filter(({ depth }) => depth <= 3);
  const isCode = kind === "error" && /^[a-z_]+$/.test(title);
  return (
    <div className="mx-auto max-w-5xl xl:grid xl:grid-cols-[minmax(0,1fr)_13rem] xl:gap-12">
      <article lang={language} className="min-w-0">
        <header className="mb-6">
          <h1 className="text-2xl font-semibold tracking-tight text-balance">
            {isCode ? <span className="font-mono text-xl">{title}</span> : title}
          </h1>
          <div className="mt-2 text-lg text-ink-2 text-pretty">
            <MarkdownText id={`${locale}:${path}:description`} text={description} />
          </div>
          <a
            href={markdownPath(path, locale)}
            lang={locale}
            className="mt-2 inline-flex min-h-6 items-center gap-1.5 text-xs text-ink-3 underline-offset-4 hover:text-ink hover:underline"
          >
            <FileText aria-hidden className="size-3.5" />
            {t("asMarkdown")}
          </a>
          {language === locale ? null : (
            <p lang={locale} className="mt-1 text-xs text-ink-3">
              {t("onlyInEnglish")}
            </p>
          )}
          {children ? <div>{children}</div> : null}
        </header>
        {headings.length > 1 ? <FoldedHeadings title={t("onThisPage")} headings={headings} /> : null}
        <ReaderValues text={body} locale={locale} />
        <MarkdownText id={`${locale}:${path}`} text={body} />
      </article>
      {headings.length > 1 ? (
        <nav
          aria-label={t("onThisPage")}
          data-contents
          className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] self-start overflow-y-auto xl:block"
        >
          <h2 className="mb-2 text-xs font-medium text-ink-3">{t("onThisPage")}</h2>
          <HeadingLinks headings={headings} />
        </nav>
      ) : null}
    </div>
  );
}

function FoldedHeadings({ title, headings }: { title: string; headings: readonly Heading[] }) {
  return (
    <details className="group/fold card mb-6 px-4 xl:hidden">
      <summary className="flex min-h-10 items-center gap-1.5 text-dense font-medium">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open/fold:rotate-90" />
        {title}
      </summary>
      <div className="pb-3">
        <HeadingLinks headings={headings} />
      </div>
    </details>
  );
}

function HeadingLinks({ headings }: { headings: readonly Heading[] }) {
  return (
    <ul className="grid grid-cols-1 border-s border-line">
      {headings.map(({ id, depth, text }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={`-ms-px flex min-h-6 items-center border-s-2 border-transparent py-1 text-xs text-ink-2 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink ${depth > 2 ? "ps-6" : "ps-3"}`}
          >
            <span className="min-w-0">{text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export function linkMarkdown(path: string, locale: Locale): Metadata {
  return { alternates: { ...linkLanguages(path, locale), types: { "text/markdown": markdownPath(path, locale) } } };
}
