import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PageParts } from "@/app/_light/page-parts";
import { describeRobots } from "@/app/_ui/page/page-languages";
import { SkipLink } from "@/app/_ui/page/skip-link";
import { brand } from "@/lib/platform/brand";
import { DocsFooter } from "./_frame/docs-footer";
import { DocsHeader } from "./_frame/docs-header";
import { DocsNav } from "./_frame/docs-nav";
import { listNavGroups } from "./_frame/nav-groups";

export async function generateMetadata(): Promise<Metadata> {
  const [ui, t] = await Promise.all([getTranslations("ui"), getTranslations("docs")]);
  const title = `${t("brand")} · ${ui("product", { brand: brand().name })}`;
  return { title: { absolute: title, template: `%s · ${title}` }, robots: describeRobots() };
}

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const [locale, t] = await Promise.all([getLocale(), getTranslations()]);
  const nav = <DocsNav label={t("docs.nav")} groups={await listNavGroups(locale)} />;
  return (
    <>
      <PageParts />
      <SkipLink>{t("ui.skip")}</SkipLink>
      <DocsHeader nav={nav} />
      <div className="mx-auto max-w-[92rem] lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)]">
        <aside className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] min-w-0 overflow-y-auto border-e border-line px-3 py-6 lg:block">
          {nav}
        </aside>
        <div className="flex min-h-[calc(100dvh-3.5rem)] min-w-0 flex-col">
          <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 outline-none sm:px-8 sm:py-9">
            {children}
          </main>
          <DocsFooter />
        </div>
      </div>
    </>
  );
}
