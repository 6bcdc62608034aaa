import { CircleAlert, CircleCheck, CircleDashed, CircleX, type LucideIcon, RefreshCw, Unplug } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { HEALTH_PATH, healthPath } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { DataTable } from "@/app/_ui/list/data-table";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Ago } from "@/app/_ui/shown/ago";
import { Status, type Tone } from "@/app/_ui/shown/status";
import { Time } from "@/app/_ui/shown/time";
import { type Advice, type HealthFact, type HealthState, type PartHealth, worstState } from "@/lib/admin/health/health";
import { readHealth } from "@/lib/admin/health/read-health";
import { LOAD_SPANS, readLoadInTime } from "@/lib/admin/health/read-load";
import { now } from "@/lib/platform/clock";
import { ADVICE_SCREENS, MANUAL_PLACES, manualHref } from "./_health/advice-places";
import { HealthTabs } from "./_health/health-tabs";
import { LoadSection } from "./_health/load-section";
import { requireAdmin } from "./open-administration-page";

export const generateMetadata = pageTitle("health.title");

const FRAMES = {
  good: "border-good/40 bg-good-soft text-good",
  warn: "border-warn/40 bg-warn-soft text-warn",
  bad: "border-bad/40 bg-bad-soft text-bad",
} as const;

/** A part that is not used needs nothing. */
const isWell = (state: HealthState) => state === "good" || state === "off";

export default renderPage("page", async function HealthPage({ searchParams }: { searchParams: SearchParams }) {
  const admin = await requireAdmin(HEALTH_PATH);
  const since = readText(await searchParams, "since");
  const span = LOAD_SPANS.find((known) => known === since) ?? "24h";
  const [parts, slots, t] = await Promise.all([
    readHealth(admin),
    readLoadInTime(admin, span),
    getTranslations("health"),
  ]);
  return (
    <>
      <PageHeader title={t("title")}>
        <IconLink icon={RefreshCw} href={span === "24h" ? HEALTH_PATH : healthPath({ since: span })} prefetch={false}>
          {t("again")}
        </IconLink>
      </PageHeader>
      <HealthTabs current="parts" />
      <div className="grid grid-cols-1 gap-4">
        <Overall parts={parts} />
        <DataTable
          caption={t("parts")}
          columns={[
            { name: t("columns.part"), className: "w-32 sm:w-44" },
            { name: t("columns.state"), className: "hidden w-40 sm:table-cell" },
            { name: t("columns.figures") },
          ]}
        >
          {parts.map((part) => (
            <PartRow key={part.part} part={part} />
          ))}
        </DataTable>
        <p className="text-xs text-ink-3">
          {t.rich("checked", { time: () => <Time value={now().toISOString()} style="precise" /> })}
        </p>
        <LoadSection slots={slots} span={span} />
      </div>
    </>
  );
});

async function Overall({ parts }: { parts: readonly PartHealth[] }) {
  const t = await getTranslations("health.overall");
  const worst = worstState(parts);
  const state = isWell(worst) ? "good" : worst;
  const { icon: Icon } = HEALTH_LOOKS[state];
  const count = parts.filter((part) => !isWell(part.state)).length;
  return (
    <p
      className={`flex items-center gap-3 rounded-card border px-5 py-4 text-lg font-semibold ${FRAMES[state === "silent" ? "bad" : state]}`}
    >
      <Icon aria-hidden className="size-6 shrink-0" />
      {state === "good" ? t("good") : t(state, { count })}
    </p>
  );
}

function PartRow({ part: { part, state, facts, advice } }: { part: PartHealth }) {
  const t = useTranslations("health");
  return (
    <tr className="align-top">
      <th scope="row" className="space-y-1.5 py-3 ps-4 pe-3 font-medium break-words">
        {t(`names.${part}`)}
        <div className="sm:hidden">
          <HealthStatus state={state} />
        </div>
      </th>
      <td className="hidden px-3 py-3 sm:table-cell">
        <HealthStatus state={state} />
      </td>
      <td className="px-3 py-3 break-words">
        <div className="grid gap-x-6 gap-y-2 xl:grid-cols-2">
          <ul className="grid content-start gap-0.5 text-ink-2">
            {facts.map((fact) => (
              <li key={`${fact.key} ${fact.text}`}>
                <Fact fact={fact} />
              </li>
            ))}
          </ul>
          <div className="grid content-start gap-2">
            {advice.map((one) => (
              <AdviceText key={one} advice={one} />
            ))}
          </div>
        </div>
      </td>
    </tr>
  );
}

function Fact({ fact: { key, count = 0, isMost = false, max = 0, text = "", at } }: { fact: HealthFact }) {
  const t = useTranslations("health");
  const format = useFormatter();
  const number = format.number(count);
  return t.rich(`facts.${key}`, {
    count,
    shown: isMost ? t("most", { count: number }) : number,
    max,
    text,
    ago: () => (at ? <Ago value={at} /> : null),
  });
}

function AdviceText({ advice }: { advice: Advice }) {
  const [t, sections] = [useTranslations("health"), useTranslations("sections.names")];
  const [place, screen] = [MANUAL_PLACES[advice], ADVICE_SCREENS[advice]];
  return (
    <div className="rounded-control border border-line bg-muted/50 px-3 py-2">
      <p className="text-pretty">
        <strong className="font-medium">{t("todo")}</strong> {t(`advice.${advice}`)}{" "}
        {screen === undefined ? null : (
          <Link href={screen.href} prefetch={false} className="underline underline-offset-4">
            {sections(screen.section)}
          </Link>
        )}
      </p>
      {place === null ? null : <ManualLink place={place} />}
    </div>
  );
}

function ManualLink({ place }: { place: string }) {
  const t = useTranslations("health");
  return (
    <p className="mt-0.5 text-xs text-ink-3">
      {t.rich("manual", {
        place,
        link: (name) => (
          <Link href={manualHref(place)} prefetch={false} lang="en" className="underline underline-offset-4">
            {name}
          </Link>
        ),
      })}
    </p>
  );
}

const HEALTH_LOOKS: Readonly<Record<HealthState, { tone: Tone; icon: LucideIcon }>> = {
  off: { tone: "neutral", icon: CircleDashed },
  good: { tone: "good", icon: CircleCheck },
  warn: { tone: "warn", icon: CircleAlert },
  silent: { tone: "bad", icon: Unplug },
  bad: { tone: "bad", icon: CircleX },
};

function HealthStatus({ state }: { state: HealthState }) {
  const t = useTranslations("health.states");
  return <Status {...HEALTH_LOOKS[state]}>{t(state)}</Status>;
}
