import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { RUNS_PATH, runPath } from "@/app/_links";
import { BackLink } from "@/app/_ui/page/back-link";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Section } from "@/app/_ui/page/section";
import { CodeBlock } from "@/app/_ui/shown/code-block";
import { Copyable } from "@/app/_ui/shown/copyable";
import { requireSession } from "@/lib/accounts/sessions/session";
import { type RunDetail, readRun } from "@/lib/agents/runs/queries";
import { isOver } from "@/lib/agents/runs/run";
import { CancelForm, RunWatch } from "../run-controls";
import { placeOf, RunFacts } from "../run-facts";
import { RunStatus, RunSteps } from "../run-steps";
import { RunOutcome } from "./run-outcome";

interface Props {
  params: Promise<{ runId: string }>;
}

export const generateMetadata = pageTitle("agentRuns.runTitle");

export default renderPage("run", async function AgentRunPage({ params }: Props) {
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
      <div className="grid items-start gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-x-10 gap-y-9">
          <RunOutcome run={run} userId={user.id} />
          <Section id="steps" title={t("stepsTitle")}>
            <RunSteps steps={run.steps} />
          </Section>
          {run.action === "test-connection" ? null : <RunExchange run={run} />}
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-x-10 gap-y-9">
          <RunFacts run={run} />
          {run.action === "test-connection" ? null : <RunTraces run={run} />}
        </div>
      </div>
    </>
  );
});

function RunExchange({ run }: { run: RunDetail }) {
  const t = useTranslations("agentRuns.exchange");
  return (
    <Section id="exchange" title={t("title")}>
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
    </Section>
  );
}

function RunTraces({ run }: { run: RunDetail }) {
  const t = useTranslations("agentRuns.traces");
  const written = run.written.map(({ id }) => id);
  return (
    <>
      <Section id="sent" title={t("sentTitle")}>
        <p className="text-dense text-ink-2 text-pretty">
          {run.sentIds.length > 0
            ? t("sentText", { count: run.sentIds.length, host: run.gatewayHost ?? "–" })
            : t("nothingSent")}
        </p>
        <IdList ids={run.sentIds} roomId={run.roomId} />
      </Section>
      <Section id="written" title={t("writtenTitle")}>
        <p className="text-dense text-ink-2 text-pretty">
          {written.length > 0 ? t("writtenText", { count: written.length }) : t("nothingWritten")}
        </p>
        <IdList ids={written} roomId={run.roomId} />
      </Section>
    </>
  );
}

function IdList({ ids, roomId }: { ids: readonly string[]; roomId: string | null }) {
  return (
    <ul className="mt-2 grid max-h-64 gap-1 overflow-y-auto font-mono text-xs empty:hidden">
      {ids.map((id) => (
        <li key={id} className="min-w-0 break-all">
          {roomId === null ? (
            id
          ) : (
            <Link href={placeOf(roomId, id)} className="inline-block min-h-6 underline underline-offset-4">
              {id}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
