import type { Metadata } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PageParts } from "@/app/_light/page-parts";
import { LinkButton } from "@/app/_ui/controls/button";
import { Checkbox } from "@/app/_ui/form/input";
import { LocaleSwitch, ThemeSwitch } from "@/app/_ui/form/preference-controls";
import { Logo } from "@/app/_ui/page/logo";
import { describeRobots } from "@/app/_ui/page/page-languages";
import { SkipLink } from "@/app/_ui/page/skip-link";
import { MobileMenu } from "@/app/settings/_frame/mobile-menu";
import { readSession } from "@/lib/accounts/sessions/session";
import { DOCS_PATH } from "@/lib/docs/pages";
import { nameIndex } from "@/lib/docs/search-entries";
import { brand } from "@/lib/platform/brand";
import { DocsNav, DocsTabs } from "./_frame/docs-nav";
import { listNavTabs } from "./_frame/nav-tabs";
import { SearchBox } from "./_frame/search-box";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs");
  const title = `${t("brand")} · ${brand().name}`;
  return { title: { absolute: title, template: `%s · ${title}` }, robots: describeRobots() };
}

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const [locale, t] = await Promise.all([getLocale(), getTranslations()]);
  const list = await listNavTabs(locale);
  const nav = <DocsNav label={t("docs.nav")} tabs={list} />;
  const tabs = <DocsTabs label={t("docs.tabs.label")} tabs={list} />;
  return (
    <>
      <PageParts />
      <SkipLink>{t("ui.skip")}</SkipLink>
      <DocsHeader nav={nav} tabs={tabs} />
      <div className="border-b border-line px-2 lg:hidden">{tabs}</div>
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

async function DocsHeader({ nav, tabs }: { nav: ReactNode; tabs: ReactNode }) {
  const [locale, t, session] = await Promise.all([getLocale(), getTranslations("docs"), readSession()]);
  const account = session ? (
    <LinkButton href="/settings/developer" size="small" prefetch={false}>
      {t("toSettings")}
    </LinkButton>
  ) : (
    <LinkButton href="/login?callbackUrl=%2Fdocs" size="small" prefetch={false}>
      {t("signIn")}
    </LinkButton>
  );
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-[92rem] items-center gap-3 px-4 sm:px-5">
        <Link
          href={DOCS_PATH}
          prefetch={false}
          className="flex shrink-0 items-center gap-2.5 rounded-control font-semibold tracking-tight"
        >
          <Logo />
          <span className="max-sm:sr-only">
            {brand().name} <span className="font-normal text-ink-2">{t("brand")}</span>
          </span>
        </Link>
        <div className="hidden lg:block">{tabs}</div>
        <SearchBox indexUrl={`${DOCS_PATH}/search-index/${nameIndex(locale)}`} />
        <div className="ms-auto hidden items-center gap-3 lg:flex">
          <LocaleSwitch />
          <ThemeSwitch />
          {account}
        </div>
        <div className="shrink-0 lg:hidden">
          <MobileMenu>
            <div className="grid grid-cols-1 gap-6">
              <div className="flex flex-wrap items-center gap-2">
                <LocaleSwitch />
                <ThemeSwitch />
                {account}
              </div>
              {nav}
            </div>
          </MobileMenu>
        </div>
      </div>
    </header>
  );
}

const FILES = ["/llms.txt", "/llms-full.txt", "/openapi.json"] as const;

async function DocsFooter() {
  const t = await getTranslations("docs");
  return (
    <footer className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line px-4 py-4 text-xs text-ink-3 sm:px-8">
      <nav aria-label={t("forPrograms")}>
        <ul className="flex flex-wrap gap-x-5">
          {FILES.map((path) => (
            <li key={path}>
              <a
                href={path}
                className="inline-flex min-h-6 items-center font-mono underline-offset-4 hover:text-ink hover:underline"
              >
                {path.slice(1)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <SingleKeysChoice />
    </footer>
  );
}

/** WCAG 2.1.4. Readers without an account have no other place for this choice. The script shows it. */
function SingleKeysChoice() {
  const t = useTranslations("docsSearch");
  return (
    <label hidden className="flex min-h-6 items-center gap-2" data-single-keys>
      <Checkbox defaultChecked />
      {t("singleKeys")}
    </label>
  );
}
