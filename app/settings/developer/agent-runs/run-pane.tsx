import { useTranslations } from "next-intl";
import { runPath } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import type { RunDetail } from "@/lib/agents/runs/queries";
import { isOver } from "@/lib/agents/runs/run";
import { CancelForm } from "./cancel-form";
import { RunFacts } from "./run-facts";
import { RunReason } from "./run-reason";
import { RunStatus } from "./run-status";
import { RunSteps } from "./run-steps";

export function RunPane({ run }: { run: RunDetail }) {
  const t = useTranslations("agentRuns");
  const action = t(`actions.${run.action}`);
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <RunStatus state={run.state} />
        <LinkButton size="small" href={runPath(run.id)}>
          {t("pane.page")}
        </LinkButton>
        {isOver(run.state) ? null : (
          <CancelForm run={run} size="small" returnTo="list" label={t("cancelOf", { action })} />
        )}
      </div>
      {run.reason ? <RunReason reason={run.reason} /> : null}
      <section className="grid grid-cols-1 gap-3">
        <h3 className="text-dense font-semibold">{t("stepsTitle")}</h3>
        <RunSteps steps={run.steps} />
      </section>
      <section className="grid grid-cols-1 gap-2">
        <h3 className="text-dense font-semibold">{t("pane.facts")}</h3>
        <RunFacts run={run} />
      </section>
    </div>
  );
}
