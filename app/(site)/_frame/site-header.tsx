import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/controls/button";
import { Logo } from "@/app/_ui/page/logo";
import { SIGN_UP_PATH, signUpMode } from "@/lib/accounts/mail-links/sign-up";
import { readSession } from "@/lib/accounts/sessions/session";
import { brand } from "@/lib/platform/brand";
import { SITE_LINKS } from "./links";

const IN_HEADER = SITE_LINKS.filter(([name]) => name !== "events" && name !== "errors");

export async function SiteHeader() {
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
          <LinkButton href="/rooms" look="primary">
            {t("toRooms")}
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
