import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { CodeBlock } from "@/app/_ui/code-block";
import { Copyable } from "@/app/_ui/copyable";
import { drawPage } from "@/app/_ui/draw-page";
import { orNotFound } from "@/app/_ui/or-not-found";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { Panel } from "@/app/_ui/panel";
import { requireSession } from "@/lib/accounts/session";
import { readRun, type RunDetail } from "@/lib/agent-runs/queries";
import { isOver } from "@/lib/agent-runs/run";
import { now } from "@/lib/platform/clock";
import { RUNS_PATH, runPath } from "../../connectors/paths";
import { CancelForm } from "../cancel-form";
import { RunStatus } from "../run-status";
import { RunSteps } from "../run-steps";
import { RunWatch } from "../run-watch";
import { RunFacts } from "./run-facts";
import { RunOutcome } from "./run-outcome";
import { RunTraces } from "./run-traces";

interface Props {
  params: Promise<{ runId: string }>;
}

export const generateMetadata = pageTitle("agentRuns.runTitle");

export default drawPage("run", async function AgentRunPage({ params }: Props) {
  const { runId } = await params;
  const { user } = await requireSession(runPath(runId));
  const [run, t] = await Promise.all([orNotFound(readRun(user.id, runId)), getTranslations("agentRuns")]);
  return (
    <>
      <PageHeader
        back={<BackLink href={RUNS_PATH}>{t("title")}</BackLink>}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {t(`actions.${run.action}`)}
            {run.dryRun ? <span className="font-normal text-ink-2">{t("dryRunMark")}</span> : null}
            <RunStatus state={run.state} />
          </span>
        }
        description={<Copyable text={run.id} label={t("facts.id")} />}
      >
        {isOver(run.state) ? null : <CancelForm run={run} returnTo="run" />}
      </PageHeader>
      <RunWatch run={run} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <RunOutcome run={run} userId={user.id} />
          <Panel id="steps" title={t("stepsTitle")}>
            <RunSteps steps={run.steps} />
          </Panel>
          <RunExchange run={run} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <RunFacts run={run} now={now().toISOString()} />
          <RunTraces run={run} />
        </div>
      </div>
    </>
  );
});

/** The exact prompt and response, for managers of the connector only. */
function RunExchange({ run }: { run: RunDetail }) {
  const t = useTranslations("agentRuns.exchange");
  if (run.action === "test-connection") return null;
  return (
    <Panel id="exchange" title={t("title")}>
      {run.mayManage ? (
        <div className="grid gap-4">
          <p className="text-dense text-ink-2 text-pretty">{t("text")}</p>
          {run.prompt === null ? (
            <p className="text-dense text-ink-3">{t("nothingSent")}</p>
          ) : (
            <CodeBlock label={t("prompt")} code={run.prompt} wraps />
          )}
          {run.answer === null ? null : <CodeBlock label={t("answer")} code={run.answer} wraps />}
        </div>
      ) : (
        <p className="text-dense text-ink-2 text-pretty">{t("managersOnly")}</p>
      )}
    </Panel>
  );
}
