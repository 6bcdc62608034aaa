import { CircleCheck, CircleDashed, CircleX, Lightbulb } from "lucide-react";
import { useTranslations } from "next-intl";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { Notice } from "@/app/_ui/page/notice";
import { STEP_NAMES, type Step, type Verdict } from "@/lib/webhooks/signing/verify";
import type { SchemeName } from "@/lib/webhooks/signing/verify-schemes";

type SchemeVerdict = Verdict & { scheme: SchemeName };

/** null: nothing to look at yet. "unavailable": browsers compute only on safe pages. */
export type Shown = readonly SchemeVerdict[] | "unavailable" | null;

const NOTHING_YET: SchemeVerdict = {
  scheme: "svc",
  steps: STEP_NAMES.map((name) => ({ name, state: "open", values: {} })),
  isValid: false,
  hints: [],
};

const LOOKS = {
  passed: { icon: CircleCheck, tone: "text-good" },
  failed: { icon: CircleX, tone: "text-bad" },
  open: { icon: CircleDashed, tone: "text-ink-3" },
} as const;

export function VerdictPanel({ shown }: { shown: Shown }) {
  const t = useTranslations("webhookVerify");
  const found = shown === "unavailable" ? null : shown;
  const steps = (found ?? []).flatMap((verdict) => verdict.steps);
  const isValid = steps.every(({ state }) => state === "passed");
  const isRefused = steps.some(({ state }) => state === "failed");
  return (
    <section aria-labelledby="verdict" className="card h-fit min-w-0 lg:sticky lg:top-9">
      <h2 id="verdict" aria-live="polite" className="border-b border-line px-5 py-3 font-semibold">
        {found === null ? t("waiting") : isValid ? t("valid") : isRefused ? t("invalid") : t("incomplete")}
      </h2>
      {shown === "unavailable" ? (
        <div className="px-5 pt-4">
          <Notice tone="warn">{t("unavailable")}</Notice>
        </div>
      ) : null}
      <div className="divide-y divide-line">
        {(found ?? [NOTHING_YET]).map((verdict, _, { length }) => (
          <SchemeSteps key={verdict.scheme} verdict={verdict} hasTitle={length > 1 || verdict.scheme === "standard"} />
        ))}
      </div>
    </section>
  );
}

function SchemeSteps({ verdict, hasTitle }: { verdict: SchemeVerdict; hasTitle: boolean }) {
  const t = useTranslations("webhookVerify");
  const { scheme, steps, hints, isValid } = verdict;
  return (
    <div>
      {hasTitle ? <h3 className="px-5 pt-4 text-dense font-medium text-ink-2">{t(`schemes.${scheme}`)}</h3> : null}
      <ol className="grid gap-3 px-5 py-4 text-dense">
        {steps.map((step) => (
          <StepLine key={step.name} step={step} />
        ))}
      </ol>
      {hints.length > 0 ? (
        <div className="grid gap-2 border-t border-line px-5 py-4 text-dense">
          <p className="font-medium">{t(isValid ? "note" : "why")}</p>
          {hints.map((hint) => (
            <p key={hint} className="flex items-start gap-2 text-ink-2 text-pretty">
              <Lightbulb aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-solid" />
              {t(`hints.${hint}`)}
            </p>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function StepLine({ step: { name, state, values } }: { step: Step }) {
  const t = useTranslations("webhookVerify");
  const { icon: Icon, tone } = LOOKS[state];
  return (
    <li className="flex gap-2.5">
      <Icon role="img" aria-label={t(`states.${state}`)} className={joinClasses("mt-0.5 size-4 shrink-0", tone)} />
      <span className="min-w-0">
        <span className={joinClasses("block font-medium", state === "open" && "text-ink-3")}>
          {t(`steps.${name}.name`)}
        </span>
        {state === "open" ? null : <span className="block text-ink-2">{t(`steps.${name}.${state}`, values)}</span>}
      </span>
    </li>
  );
}
