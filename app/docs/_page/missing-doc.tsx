import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/controls/button";
import { findNearPages } from "@/lib/docs/near-pages";
import { DOCS_PATH } from "@/lib/docs/pages";

/** Everyone may read all docs, so this says nothing of access. */
export async function MissingDoc({ path }: { path: string }) {
  const [t, locale] = await Promise.all([getTranslations("docs.missing"), getLocale()]);
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="text-2xl font-semibold tracking-tight">{t("title")}</h1>
      <p className="mt-2 text-ink-2">{t("text")}</p>
      <ul className="mt-6 grid grid-cols-1 gap-3">
        {findNearPages(path, locale).map(({ path: href, title, language }) => (
          <li key={href} className="card relative px-4 py-3 hover:border-accent">
            <Link href={href} prefetch={false} lang={language} className="font-medium after:absolute after:inset-0">
              {title}
            </Link>
            <p className="font-mono text-xs break-all text-ink-3">{href}</p>
          </li>
        ))}
      </ul>
      <LinkButton href={DOCS_PATH} prefetch={false} className="mt-6">
        {t("all")}
      </LinkButton>
    </div>
  );
}
