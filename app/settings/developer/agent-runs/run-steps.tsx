import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  TimerOff,
} from "lucide-react";
import { useLocale, useMessages, useTranslations } from "next-intl";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { Status, type Tone } from "@/app/_ui/shown/status";
import type { RunDetail } from "@/lib/agents/runs/queries";
import type { RunState, RunStep } from "@/lib/agents/runs/run";

const LOOKS: Record<RunState, { tone: Tone; icon: LucideIcon }> = {
  queued: { tone: "neutral", icon: CircleDashed },
  running: { tone: "accent", icon: LoaderCircle },
  succeeded: { tone: "good", icon: CircleCheck },
  failed: { tone: "bad", icon: CircleX },
  cancelled: { tone: "neutral", icon: Ban },
  timed_out: { tone: "warn", icon: TimerOff },
};

export function RunStatus({ state }: { state: RunState }) {
  const t = useTranslations("agentRuns.states");
  return <Status {...LOOKS[state]}>{t(state)}</Status>;
}

const STEP_LOOKS = {
  pending: { icon: CircleDashed, tone: "text-ink-3" },
  running: { icon: LoaderCircle, tone: "text-accent animate-spin motion-reduce:animate-none" },
  passed: { icon: CircleCheck, tone: "text-good" },
  failed: { icon: CircleX, tone: "text-bad" },
  skipped: { icon: CircleMinus, tone: "text-ink-3" },
} as const;

export function RunSteps({ steps }: { steps: readonly RunStep[] }) {
  return (
    <ol className="grid gap-3 text-dense">
      {steps.map((step) => (
        <StepLine key={step.name} step={step} />
      ))}
    </ol>
  );
}

function StepLine({ step: { name, state, code, detail, durationMs } }: { step: RunStep }) {
  const t = useTranslations("agentRuns");
  const texts = useMessages().agentRuns.steps;
  const isKnown = (step: string): step is keyof typeof texts => Object.hasOwn(texts, step);
  const readReason = useReason();
  const { icon: Icon, tone } = STEP_LOOKS[state];
  const words = code === null ? null : readReason(code);
  return (
    <li className="flex gap-2.5">
      <Icon role="img" aria-label={t(`stepStates.${state}`)} className={joinClasses("mt-0.5 size-4 shrink-0", tone)} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className={state === "pending" ? "text-ink-2" : "font-medium"}>
            {isKnown(name) ? t(`steps.${name}.name`) : name}
          </span>
          {durationMs === null ? null : <span className="text-xs text-ink-3">{t("ms", { ms: durationMs })}</span>}
        </span>
        {state === "pending" && isKnown(name) ? (
          <span className="block text-ink-3">{t(`steps.${name}.text`)}</span>
        ) : null}
        {words ? <span className="block text-bad">{words}</span> : null}
        {detail ? (
          <span lang="en" className={joinClasses("block", state === "failed" && !words ? "text-bad" : "text-ink-2")}>
            {detail}
          </span>
        ) : null}
      </span>
    </li>
  );
}

/** Words of the reader's language for why a run did not succeed; null where the run's own English message says it best. */
export function useReason(): (code: string) => string | null {
  const t = useTranslations("agentRuns.reasons");
  const { reasons } = useMessages().agentRuns;
  const isKnown = (code: string): code is keyof typeof reasons => Object.hasOwn(reasons, code);
  const locale = useLocale();
  return (code) => (locale === "en" || !isKnown(code) ? null : t(code));
}

export function RunReason({ reason: { code, message } }: { reason: NonNullable<RunDetail["reason"]> }) {
  const words = useReason()(code);
  return (
    <section className="flex gap-2.5 rounded-control border border-bad/35 bg-bad-soft p-3 text-dense text-bad">
      <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {words ? <p className="font-medium text-pretty">{words}</p> : null}
        <p lang="en">{message}</p>
        <p className="font-mono text-xs">{code}</p>
      </div>
    </section>
  );
}
