import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { LocaleSwitch, ThemeSwitch } from "@/app/_ui/form/preference-controls";
import { Logo } from "@/app/_ui/page/logo";
import { brand } from "@/lib/platform/brand";
import { SITE_LINKS } from "./links";

export async function SiteFooter() {
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
