import { CircleX, Clock, LoaderCircle, type LucideIcon, Moon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/controls/button";
import { Ago } from "@/app/_ui/shown/ago";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Status, type Tone } from "@/app/_ui/shown/status";
import { Time } from "@/app/_ui/shown/time";
import type { BackgroundRun } from "@/lib/admin/health/list-background";
import { cancel, retry } from "./actions";
import type { FunctionState } from "./function-table";

const LOOKS: Readonly<Record<BackgroundRun["state"], { tone: Tone; icon: LucideIcon }>> = {
  due: { tone: "warn", icon: Clock },
  running: { tone: "accent", icon: LoaderCircle },
  waiting: { tone: "neutral", icon: Moon },
  failed: { tone: "bad", icon: CircleX },
};

interface FunctionPaneProps {
  state: FunctionState;
  runs: readonly BackgroundRun[];
  canAct: boolean;
}

/** A function's runs that are open or failed, and what can be done with each. */
export function FunctionPane({ state: { name, events, crons, nextAt }, runs, canAct }: FunctionPaneProps) {
  const t = useTranslations("backgroundWork.pane");
  return (
    <div className="grid gap-4 text-dense">
      <p className="text-ink-2">
        {crons.length > 0 ? t("crons", { crons: crons.join(", ") }) : null}{" "}
        {events.length > 0 ? t("events", { events: events.join(", ") }) : null}{" "}
        {nextAt ? t.rich("next", { time: () => <Time value={nextAt.toISOString()} style="precise" /> }) : null}
      </p>
      {runs.length === 0 ? <p className="text-ink-3">{t("none")}</p> : null}
      <ul aria-label={t("runs")} className="grid divide-y divide-line">
        {runs.map((run) => (
          <li key={run.id} className="grid gap-1.5 py-3 first:pt-0">
            <RunRow run={run} functionName={name} canAct={canAct} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function RunRow({ run, functionName, canAct }: { run: BackgroundRun; functionName: string; canAct: boolean }) {
  const t = useTranslations("backgroundWork.pane");
  const { id, state, attempt, at, reason } = run;
  const isFailed = state === "failed";
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Status {...LOOKS[state]}>{t(`states.${state}`)}</Status>
        <span className="text-ink-2">
          <Ago value={at} />
        </span>
        {attempt > 0 ? <span className="text-ink-3">{t("attempts", { count: attempt })}</span> : null}
      </p>
      <Copyable text={id} label={t("runId")} />
      {reason === null ? null : <p className="font-mono text-xs text-ink-2">{reason}</p>}
      {canAct ? (
        <form action={isFailed ? retry : cancel}>
          <input type="hidden" name="runId" value={id} />
          <input type="hidden" name="function" value={functionName} />
          <Button
            type="submit"
            size="small"
            look={isFailed ? "plain" : "dangerPlain"}
            aria-label={t(isFailed ? "retryOf" : "cancelOf", { id })}
          >
            {t(isFailed ? "retry" : "cancel")}
          </Button>
        </form>
      ) : null}
    </>
  );
}
