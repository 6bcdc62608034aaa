import { ArrowRight, KeyRound, MessageSquareWarning, ShieldCheck } from "lucide-react";
import { getFormatter, getTranslations } from "next-intl/server";
import { CodeFigure } from "@/app/_light/code-figure";
import { PageParts } from "@/app/_light/page-parts";
import { LinkButton } from "@/app/_ui/button";
import { Logo } from "@/app/_ui/logo";
import { LocaleSwitch, ThemeSwitch } from "@/app/_ui/preference-controls";
import { readSession } from "@/lib/accounts/session";
import { env } from "@/lib/platform/env";
import { API_KEY_BURST_PER_MINUTE, MONTHLY_UNITS_PER_SEAT } from "@/lib/platform/limits";

export default async function HomePage() {
  const [session, t, format] = await Promise.all([readSession(), getTranslations("home"), getFormatter()]);
  const facts = [
    { icon: KeyRound, title: t("facts.keys.title"), text: t("facts.keys.text") },
    {
      icon: ShieldCheck,
      title: t("facts.limits.title"),
      text: t("facts.limits.text", { units: format.number(MONTHLY_UNITS_PER_SEAT), burst: API_KEY_BURST_PER_MINUTE }),
    },
    { icon: MessageSquareWarning, title: t("facts.errors.title"), text: t("facts.errors.text") },
  ];
  return (
    <div className="mx-auto flex min-h-dvh max-w-4xl flex-col px-4 sm:px-8">
      <PageParts />
      <header className="flex flex-wrap items-center justify-between gap-3 py-5">
        <span className="flex items-center gap-2.5 font-semibold tracking-tight">
          <Logo />
          {t("brand")}
        </span>
        <span className="flex items-center gap-3">
          <LocaleSwitch />
          <ThemeSwitch />
        </span>
      </header>
      <main className="flex-1 py-12 sm:py-20">
        <h1 className="max-w-2xl text-3xl font-semibold tracking-tight text-balance sm:text-4xl">{t("title")}</h1>
        <p className="mt-4 max-w-xl text-lg text-ink-2 text-pretty">{t("text")}</p>
        <div className="mt-7 flex flex-wrap gap-2.5">
          <LinkButton look="primary" href={session ? "/settings/developer" : "/login"}>
            {session ? t("toSettings") : t("signIn")}
            <ArrowRight aria-hidden />
          </LinkButton>
          <LinkButton href="/rooms">{t("toRooms")}</LinkButton>
          <LinkButton href="/settings/developer/api-keys">{t("toKeys")}</LinkButton>
        </div>
        <div className="mt-12">
          <CodeFigure
            language="bash"
            label={t("snippet")}
            code={`curl ${env().SVC_BASE_URL}/v1/me \\\n  -H "Authorization: Bearer $SVC_API_KEY"`}
          />
        </div>
        <ul className="mt-12 grid gap-8 sm:grid-cols-3">
          {facts.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon aria-hidden className="size-5 text-accent" />
              <h2 className="mt-3 font-semibold">{title}</h2>
              <p className="mt-1 text-ink-2 text-pretty">{text}</p>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
