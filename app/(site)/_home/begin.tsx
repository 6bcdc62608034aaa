import { Activity, BookOpen, Braces, Bug, type LucideIcon, Newspaper, Radio } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { CodeFigure } from "@/app/_light/code-figure";
import { writeFirstCall } from "@/lib/api-keys/first-call";
import { env } from "@/lib/platform/env";
import { SITE_LINKS } from "../_frame/links";

const STEPS = [
  { name: "key", href: "/settings/developer/api-keys/new" },
  { name: "call", href: "/docs/quickstart" },
  { name: "webhook", href: "/docs/listen" },
] as const;

const ICONS: Readonly<Record<(typeof SITE_LINKS)[number][0], LucideIcon>> = {
  docs: BookOpen,
  reference: Braces,
  events: Radio,
  errors: Bug,
  changelog: Newspaper,
  status: Activity,
};

export async function Begin() {
  const t = await getTranslations();
  return (
    <section aria-labelledby="begin-title" className="mt-20 sm:mt-28">
      <h2 id="begin-title" className="text-2xl font-semibold tracking-tight">
        {t("home.begin.title")}
      </h2>
      <div className="mt-6 grid grid-cols-1 gap-6 lg:grid-cols-2 lg:gap-12">
        <ol className="grid gap-5">
          {STEPS.map(({ name, href }, index) => (
            <li key={name} className="flex gap-4">
              <span
                aria-hidden
                className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent"
              >
                {index + 1}
              </span>
              <div className="min-w-0">
                <h3 className="font-semibold">
                  <Link href={href} prefetch={false} className="underline-offset-4 hover:underline">
                    {t(`home.begin.${name}.title`)}
                  </Link>
                </h3>
                <p className="text-ink-2 text-pretty">{t(`home.begin.${name}.text`)}</p>
              </div>
            </li>
          ))}
        </ol>
        <div className="min-w-0">
          <CodeFigure language="bash" label={t("home.begin.snippet")} code={writeFirstCall(env().SVC_BASE_URL)} />
        </div>
      </div>
      <ul className="mt-10 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {SITE_LINKS.map(([name, href]) => {
          const Icon = ICONS[name];
          return (
            <li key={name} className="card relative px-4 py-3.5 transition-colors hover:border-accent">
              <h3 className="flex items-center gap-2 font-medium">
                <Icon aria-hidden className="size-4 shrink-0 text-accent" />
                <Link href={href} prefetch={false} className="after:absolute after:inset-0 after:rounded-card">
                  {t(`site.links.${name}`)}
                </Link>
              </h3>
              <p className="mt-1 text-dense text-ink-2 text-pretty">{t(`home.begin.links.${name}`)}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
