import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from "lucide-react";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { PageHeader } from "@/app/_ui/page/page-header";
import { linkLanguages } from "@/app/_ui/page/page-languages";
import { Status, type Tone } from "@/app/_ui/shown/status";
import { Time } from "@/app/_ui/shown/time";
import { type PartState, readStatus } from "@/app/api/readyz/read-status";
import { STATUS_PATH } from "../_frame/links";

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale] = await Promise.all([getTranslations("status"), getLocale()]);
  return {
    title: t("title"),
    description: t("description"),
    alternates: linkLanguages(STATUS_PATH, locale),
  };
}

const STATUS_FILE = "/status.json";

const LOOKS: Readonly<Record<PartState, { tone: Tone; icon: LucideIcon; frame: string }>> = {
  up: { tone: "good", icon: CircleCheck, frame: "border-good/40 bg-good-soft text-good" },
  degraded: { tone: "warn", icon: CircleAlert, frame: "border-warn/40 bg-warn-soft text-warn" },
  down: { tone: "bad", icon: CircleX, frame: "border-bad/40 bg-bad-soft text-bad" },
};

const PARTS = ["database", "limitsBackend", "background", "migrations"] as const;

/** The health of each part of the service, for people. `/status.json` has the same for programs. */
export default async function StatusPage() {
  const [t, { state, parts, checkedAt }] = await Promise.all([getTranslations("status"), readStatus()]);
  const { icon: Icon, frame } = LOOKS[state];
  return (
    <div className="mx-auto max-w-3xl pt-8 sm:pt-12">
      <PageHeader title={t("title")} />
      <p className={`flex items-center gap-3 rounded-card border p-5 text-lg font-semibold ${frame}`}>
        <Icon aria-hidden className="size-6 shrink-0" />
        {t(`overall.${state}`)}
      </p>
      <ul className="card mt-5 divide-y divide-line">
        {PARTS.map((part) => {
          const { tone, icon } = LOOKS[parts[part]];
          return (
            <li key={part} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4">
              <div className="min-w-0">
                <h2 className="font-medium">{t(`parts.${part}.title`)}</h2>
                <p className="text-dense text-ink-2">{t(`parts.${part}.text`)}</p>
              </div>
              <Status tone={tone} icon={icon}>
                {t(`states.${parts[part]}`)}
              </Status>
            </li>
          );
        })}
      </ul>
      <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-dense text-ink-2">
        <span>{t.rich("checked", { time: () => <Time value={checkedAt} style="precise" /> })}</span>
        <a
          href={STATUS_FILE}
          className="inline-flex min-h-6 items-center font-mono text-xs underline underline-offset-4"
        >
          status.json
        </a>
      </p>
    </div>
  );
}
