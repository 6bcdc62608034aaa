import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PageParts } from "@/app/_light/page-parts";
import { LinkButton } from "@/app/_ui/controls/button";
import { LocaleSwitch, ThemeSwitch } from "@/app/_ui/form/preference-controls";
import { Logo } from "@/app/_ui/page/logo";
import { describeRobots } from "@/app/_ui/page/page-languages";
import { SkipLink } from "@/app/_ui/page/skip-link";
import { SIGN_UP_PATH, signUpMode } from "@/lib/accounts/mail-links/sign-up";
import { readSession } from "@/lib/accounts/sessions/session";
import { HOME_PATH } from "@/lib/accounts/sign-in/callback-path";
import { brand } from "@/lib/platform/brand";
import { SITE_LINKS } from "./_frame/links";

export function generateMetadata(): Metadata {
  return { title: { absolute: brand().name, template: `%s · ${brand().name}` }, robots: describeRobots() };
}

/** The frame of the pages for everyone. They are light pages: whole without a script. */
export default async function SiteLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("ui");
  return (
    <>
      <PageParts />
      <SkipLink>{t("skip")}</SkipLink>
      <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-4 sm:px-8">
        <SiteHeader />
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          {children}
        </main>
        <SiteFooter />
      </div>
    </>
  );
}

const IN_HEADER = SITE_LINKS.filter(([name]) => name !== "events" && name !== "errors");

async function SiteHeader() {
  // The page about a failure of the database is drawn without it.
  const [t, session] = await Promise.all([getTranslations("site"), readSession().catch(() => null)]);
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 py-4 sm:gap-x-6">
      <Link
        href="/"
        prefetch={false}
        className="flex min-w-0 items-center gap-2.5 rounded-control text-lg font-semibold tracking-tight"
      >
        <Logo className="size-7" />
        <span className="min-w-0">{brand().name}</span>
      </Link>
      <nav aria-label={t("nav")} className="max-md:hidden">
        <ul className="flex gap-1">
          {IN_HEADER.map(([name, href]) => (
            <li key={name}>
              <Link
                href={href}
                prefetch={false}
                className="inline-flex h-8 items-center rounded-control px-2.5 text-ink-2 transition-colors hover:bg-muted hover:text-ink"
              >
                {t(`links.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="ms-auto flex items-center gap-2">
        {session ? (
          <LinkButton href={HOME_PATH} look="primary">
            {t("toApp")}
          </LinkButton>
        ) : (
          <>
            <LinkButton href="/login">{t("signIn")}</LinkButton>
            {signUpMode() === "open" ? (
              <LinkButton href={SIGN_UP_PATH} look="primary">
                {t("signUp")}
              </LinkButton>
            ) : null}
          </>
        )}
      </div>
    </header>
  );
}

async function SiteFooter() {
  const t = await getTranslations("site");
  return (
    <footer className="mt-16 flex flex-wrap items-center justify-between gap-x-8 gap-y-5 border-t border-line py-8 text-ink-2">
      <p className="flex items-center gap-2.5 font-medium text-ink">
        <Logo className="size-5" />
        {brand().name}
      </p>
      <nav aria-label={t("more")}>
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {SITE_LINKS.map(([name, href]) => (
            <li key={name}>
              <Link
                href={href}
                prefetch={false}
                className="inline-flex min-h-6 items-center underline-offset-4 hover:text-ink hover:underline"
              >
                {t(`links.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex items-center gap-3">
        <LocaleSwitch />
        <ThemeSwitch />
      </div>
    </footer>
  );
}
