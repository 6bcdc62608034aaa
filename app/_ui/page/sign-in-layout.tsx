import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LocaleSwitch, ThemeSwitch } from "../form/preference-controls";
import { Logo } from "./logo";

export function SignInLayout({ heading, intro, children }: { heading: string; intro?: string; children?: ReactNode }) {
  const t = useTranslations("signIn");
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="mx-auto grid w-full grid-cols-1 max-w-[23rem] flex-1 content-center gap-6 px-4 py-10">
        <div>
          <Link href="/" aria-label={t("home")} className="inline-block rounded-control">
            <Logo className="size-9" />
          </Link>
          <h1 className="mt-5 text-xl font-semibold tracking-tight text-balance">{heading}</h1>
          {intro ? <p className="mt-1 text-ink-2">{intro}</p> : null}
        </div>
        {children}
      </main>
      <footer className="flex flex-wrap items-center justify-center gap-3 p-6">
        <LocaleSwitch />
        <ThemeSwitch />
      </footer>
    </div>
  );
}
