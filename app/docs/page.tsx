import { ArrowRight, Bot, Braces, Bug, type LucideIcon, Newspaper, Radio } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CodeFigure } from "@/app/_light/code-figure";
import { LinkButton } from "@/app/_ui/controls/button";
import { ERRORS_PATH } from "@/lib/api/error-path";
import { writeFirstCall } from "@/lib/api-keys/first-call";
import { EVENT_CATALOG_PATH } from "@/lib/docs/event-page";
import { stripMarkup } from "@/lib/docs/markdown";
import { REFERENCE_PATH } from "@/lib/docs/operation-page";
import { CHANGELOG_PATH, DOCS_PATH, readLibrary } from "@/lib/docs/pages";
import { env } from "@/lib/platform/env";
import { linkMarkdown } from "./_page/doc-article";

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale] = await Promise.all([getTranslations("docs.home"), getLocale()]);
  return { description: t("description"), ...linkMarkdown(DOCS_PATH, locale) };
}

export default async function DocsPage() {
  const [locale, t] = await Promise.all([getLocale(), getTranslations("docs")]);
  const { guides } = readLibrary(locale);
  const first = guides[0]?.guides[0];
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="max-w-2xl text-3xl font-semibold tracking-tight text-balance">{t("home.title")}</h1>
      <p className="mt-3 max-w-2xl text-lg text-ink-2 text-pretty">{t("home.description")}</p>
      <div className="mt-5 flex flex-wrap gap-2.5">
        {first ? (
          <LinkButton look="primary" href={first.path} prefetch={false}>
            {t("home.startNow", { title: first.title })}
            <ArrowRight aria-hidden />
          </LinkButton>
        ) : null}
        <LinkButton href={REFERENCE_PATH} prefetch={false}>
          {t("home.browse")}
        </LinkButton>
      </div>
      <div className="mt-8 max-w-2xl">
        <CodeFigure language="bash" label={t("home.firstCall")} code={writeFirstCall(env().SVC_BASE_URL)} />
      </div>
      {guides.map(({ section, guides: pages }) => (
        <section key={section} aria-labelledby={`section-${section}`} className="mt-10">
          <h2 id={`section-${section}`} className="text-lg font-semibold">
            {t(`sections.${section}`)}
          </h2>
          <ul className="mt-3 grid grid-cols-1 gap-3 sm:grid-cols-2">
            {pages.map(({ path, title, description }) => (
              <Card key={path} href={path} title={title} text={stripMarkup(description)} />
            ))}
          </ul>
        </section>
      ))}
      <section aria-labelledby="section-lookup" className="mt-10">
        <h2 id="section-lookup" className="text-lg font-semibold">
          {t("home.lookUp")}
        </h2>
        <ul className="mt-3 grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Card icon={Braces} href={REFERENCE_PATH} title={t("reference")} text={t("home.referenceText")} />
          <Card icon={Bug} href={ERRORS_PATH} title={t("errors.title")} text={t("home.errorsText")} />
          <Card icon={Radio} href={EVENT_CATALOG_PATH} title={t("events.title")} text={t("home.eventsText")} />
          <Card icon={Newspaper} href={CHANGELOG_PATH} title={t("changelog.title")} text={t("home.changelogText")} />
        </ul>
      </section>
      <section aria-labelledby="section-programs" className="mt-10 flex max-w-2xl gap-3">
        <Bot aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
        <div className="min-w-0">
          <h2 id="section-programs" className="font-semibold">
            {t("home.forAgents")}
          </h2>
          <p className="mt-1 text-ink-2 text-pretty">
            {t.rich("home.forAgentsText", {
              link: (chunks) => <FileLink href="/llms.txt">{chunks}</FileLink>,
              full: (chunks) => <FileLink href="/llms-full.txt">{chunks}</FileLink>,
            })}
          </p>
        </div>
      </section>
    </div>
  );
}

function FileLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="text-accent underline underline-offset-2">
      {children}
    </a>
  );
}

interface CardProps {
  icon?: LucideIcon;
  href: string;
  title: string;
  text: string;
}

function Card({ icon: Icon, href, title, text }: CardProps) {
  return (
    <li className="card relative px-4 py-3.5 transition-colors hover:border-accent">
      <h3 className="flex items-center gap-2 font-medium">
        {Icon ? <Icon aria-hidden className="size-4 text-accent" /> : null}
        <Link href={href} prefetch={false} className="after:absolute after:inset-0 after:rounded-card">
          {title}
        </Link>
      </h3>
      <p className="mt-1 text-dense text-ink-2 text-pretty">{text}</p>
    </li>
  );
}
