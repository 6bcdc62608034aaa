import { CircleAlert, CircleCheck, CircleDashed, CircleX, type LucideIcon, Unplug } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { Ago } from "@/app/_ui/shown/ago";
import { Status, type Tone } from "@/app/_ui/shown/status";
import type { Advice, HealthFact, HealthState, PartHealth } from "@/lib/admin/health/health";
import { ADVICE_SCREENS, MANUAL_PLACES, manualHref } from "./advice-places";

export function PartRow({ part: { part, state, facts, advice } }: { part: PartHealth }) {
  const t = useTranslations("health");
  return (
    <li className="grid gap-x-6 gap-y-2 px-5 py-4 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="flex flex-wrap items-center justify-between gap-2 sm:grid sm:justify-items-start sm:content-start">
        <h2 className="font-medium">{t(`names.${part}`)}</h2>
        <HealthStatus state={state} />
      </div>
      <div className="grid min-w-0 content-start gap-2 text-dense">
        {facts.length === 0 ? null : (
          <ul className="grid gap-0.5 text-ink-2">
            {facts.map((fact) => (
              <li key={`${fact.key} ${fact.text}`}>
                <Fact fact={fact} />
              </li>
            ))}
          </ul>
        )}
        {advice.map((one) => (
          <AdviceText key={one} advice={one} />
        ))}
      </div>
    </li>
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

export const HEALTH_LOOKS: Readonly<Record<HealthState, { tone: Tone; icon: LucideIcon }>> = {
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
