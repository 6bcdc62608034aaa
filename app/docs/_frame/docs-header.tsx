import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LinkButton } from "@/app/_ui/controls/button";
import { LocaleSwitch, ThemeSwitch } from "@/app/_ui/form/preference-controls";
import { Logo } from "@/app/_ui/page/logo";
import { MobileMenu } from "@/app/settings/_frame/mobile-menu";
import { readSession } from "@/lib/accounts/sessions/session";
import { DOCS_PATH } from "@/lib/docs/pages";
import { nameIndex } from "@/lib/docs/search-entries";
import { brand } from "@/lib/platform/brand";
import { SearchBox } from "./search-box";

export async function DocsHeader({ nav }: { nav: ReactNode }) {
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
