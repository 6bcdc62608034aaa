import { PlugZap } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { runPath } from "@/app/_links";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { orNull } from "@/app/_ui/page/or-not-found";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Section } from "@/app/_ui/page/section";
import { Ago } from "@/app/_ui/shown/ago";
import { listRuns, type RunSummary, readRun } from "@/lib/agents/runs/queries";
import { isOver, toPendingStep } from "@/lib/agents/runs/run";
import { testConnection } from "@/lib/agents/runs/test-connection";
import { UNITS } from "@/lib/platform/limits";
import { CancelForm, RunWatch } from "../../../agent-runs/run-controls";
import { RunStatus, RunSteps } from "../../../agent-runs/run-steps";
import { run as start } from "../../actions";
import { connectorTab } from "../../connector-page";

export const generateMetadata = pageTitle("connectors.test.title");

export default connectorTab("test", async function TestConnectionPage({ userId, connector, query }) {
  const [t, form] = await Promise.all([getTranslations("connectors.test"), getTranslations("agentRunForms")]);
  const run = await findTest(userId, connector.id, readText(query, "run"));
  return (
    <div className="grid max-w-3xl gap-x-10 gap-y-9">
      {readText(query, "created") ? <DoneNotice>{t("created")}</DoneNotice> : null}
      <div className="grid gap-4">
        <p className="text-ink-2 text-pretty">{t("text", { units: UNITS.connectorAction })}</p>
        <PlainForm
          action={start}
          failed={form("notStarted")}
          hidden={{ connectorId: connector.id, action: "test-connection" }}
          className="grid gap-3"
        >
          <SubmitButton icon={<PlugZap aria-hidden />} className="justify-self-start">
            {form(run ? "testAgain" : "test")}
          </SubmitButton>
        </PlainForm>
      </div>
      <TestSteps run={run} />
      {run ? (
        <p className="text-dense">
          <Link href={runPath(run.id)} className="underline underline-offset-4">
            {t("openRun")}
          </Link>
        </p>
      ) : null}
    </div>
  );
});

async function findTest(userId: string, connectorId: string, runId: string): Promise<RunSummary | null> {
  const named = runId === "" ? null : await readTest(userId, connectorId, runId);
  if (named) return named;
  const { runs } = await listRuns(userId, { connectorId, action: "test-connection", limit: 1 });
  return runs[0] ?? null;
}

async function readTest(userId: string, connectorId: string, runId: string): Promise<RunSummary | null> {
  const run = await orNull(readRun(userId, runId));
  return run?.connectorId === connectorId && run.action === "test-connection" ? run : null;
}

const PENDING = testConnection.steps.map(toPendingStep);

function TestSteps({ run }: { run: RunSummary | null }) {
  const t = useTranslations("connectors.test");
  return (
    <div>
      {run ? <RunWatch run={run} /> : null}
      <Section id="steps" title={t("steps")}>
        {run ? (
          <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-dense text-ink-2">
            <RunStatus state={run.state} />
            <span>
              <Ago value={run.createdAt} />
            </span>
            {isOver(run.state) ? null : <CancelForm run={run} returnTo="test" size="small" />}
          </div>
        ) : null}
        <RunSteps steps={run && run.steps.length > 0 ? run.steps : PENDING} />
      </Section>
    </div>
  );
}
