import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { drawPage } from "@/app/_ui/draw-page";
import { Notice } from "@/app/_ui/notice";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { requireSession } from "@/lib/accounts/session";
import { listRuns, readRun, type RunSummary } from "@/lib/agent-runs/queries";
import { AppError } from "@/lib/platform/errors";
import { UNITS } from "@/lib/platform/limits";
import { ConnectorFrame } from "../../connector-frame";
import { findConnector } from "../../find-connector";
import { pathOf, runPath } from "../../paths";
import { TestForm } from "./test-form";
import { TestSteps } from "./test-steps";

interface Props {
  params: Promise<{ connectorId: string }>;
  searchParams: SearchParams;
}

export const generateMetadata = pageTitle("connectors.test.title");

export default drawPage("connector", async function TestConnectionPage({ params, searchParams }: Props) {
  const { connectorId } = await params;
  const { user } = await requireSession(pathOf(connectorId, "/test"));
  const [{ connector }, query, t] = await Promise.all([
    findConnector(user.id, connectorId),
    searchParams,
    getTranslations("connectors.test"),
  ]);
  const run = await findTest(user.id, connector.id, readText(query, "run"));
  return (
    <ConnectorFrame connector={connector} tab="test">
      <div className="grid max-w-3xl gap-6">
        {readText(query, "created") ? (
          <Notice tone="good" role="status">
            {t("created")}
          </Notice>
        ) : null}
        <div className="grid gap-4">
          <p className="text-ink-2 text-pretty">{t("text", { units: UNITS.connectorAction })}</p>
          <TestForm connectorId={connector.id} isAgain={run !== null} />
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
    </ConnectorFrame>
  );
});

/** The test that the address names, or the last one of this connector. */
async function findTest(userId: string, connectorId: string, runId: string): Promise<RunSummary | null> {
  const named = runId === "" ? null : await readTest(userId, connectorId, runId);
  if (named) return named;
  const { runs } = await listRuns(userId, { connectorId, action: "test-connection", limit: 1 });
  return runs[0] ?? null;
}

async function readTest(userId: string, connectorId: string, runId: string): Promise<RunSummary | null> {
  try {
    const run = await readRun(userId, runId);
    return run.connectorId === connectorId && run.action === "test-connection" ? run : null;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
