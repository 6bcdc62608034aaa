import type { Metadata } from "next";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/app/_ui/controls/button";
import { SearchField } from "@/app/_ui/form/search-field";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { PageHeader } from "@/app/_ui/page/page-header";
import { searchIndex } from "@/lib/docs/search-engine";
import { readSearch } from "@/lib/docs/search-entries";

const RESULTS_MAX = 50;
const QUERY_MAX_LENGTH = 200;

interface Props {
  searchParams: SearchParams;
}

async function readQuery({ searchParams }: Props): Promise<string> {
  return readText(await searchParams, "q")
    .trim()
    .slice(0, QUERY_MAX_LENGTH);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [query, t] = await Promise.all([readQuery(props), getTranslations("docsSearch")]);
  return { title: query === "" ? t("title") : t("titleFor", { query }) };
}

/** The same index as in the browser, for readers without JavaScript and for more results than the list shows. */
export default async function DocsSearchPage(props: Props) {
  const [query, locale, t] = await Promise.all([readQuery(props), getLocale(), getTranslations("docsSearch")]);
  const { index } = await readSearch(locale);
  const hits = searchIndex(index, query, RESULTS_MAX);
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={query === "" ? t("title") : t("titleFor", { query })}
        description={query === "" ? t("intro") : t("found", { count: hits.length })}
      />
      <form className="flex flex-wrap gap-2">
        <SearchField label={t("label")} text={query} />
        <Button type="submit">{t("submit")}</Button>
      </form>
      {query !== "" && hits.length === 0 ? <p className="mt-6 text-ink-2">{t("none", { query })}</p> : null}
      <ul className="mt-6 grid grid-cols-1 gap-3">
        {hits.map(({ url, kind, page, title, excerpt }) => (
          <li key={url} className="card relative px-4 py-3 hover:border-accent">
            <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
              <Link href={url} prefetch={false} className="min-w-0 after:absolute after:inset-0">
                {title}
              </Link>
              <span className="text-xs font-normal text-ink-3">{t(`kinds.${kind}`)}</span>
            </h2>
            <p className="text-dense text-ink-2">{page === title ? excerpt : `${page}: ${excerpt}`}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
