import Link from "next/link";
import { useTranslations } from "next-intl";
import { drawPage } from "@/app/_ui/draw-page";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { requireSession } from "@/lib/accounts/session";
import { type ListedRun, listRuns } from "@/lib/agent-runs/queries";
import { now } from "@/lib/platform/clock";
import { RunTable } from "../../agent-runs/run-table";
import { ConnectorFrame } from "../connector-frame";
import { findConnector } from "../find-connector";
import { pathOf, RUNS_PATH } from "../paths";
import { ConnectorFacts } from "./connector-facts";
import { ConnectorNotices } from "./connector-notices";
import { ConnectorRooms } from "./connector-rooms";

interface Props {
  params: Promise<{ connectorId: string }>;
  searchParams: SearchParams;
}

const RECENT_RUNS = 5;

export const generateMetadata = pageTitle("connectors.detailTitle");

export default drawPage("connector", async function ConnectorPage({ params, searchParams }: Props) {
  const { connectorId } = await params;
  const { user } = await requireSession(pathOf(connectorId));
  const [{ connector }, query] = await Promise.all([findConnector(user.id, connectorId), searchParams]);
  const { runs } = await listRuns(user.id, { connectorId: connector.id, limit: RECENT_RUNS });
  const [saved, switched] = [readText(query, "saved") !== "", readText(query, "switched")];
  return (
    <ConnectorFrame connector={connector} tab="overview">
      <div className="grid gap-6">
        <ConnectorNotices connector={connector} isSaved={saved} switched={switched} hasRuns={runs.length > 0} />
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <ConnectorFacts connector={connector} />
          <ConnectorRooms connector={connector} />
        </div>
        <RecentRuns connectorId={connector.id} runs={runs} now={now().toISOString()} />
      </div>
    </ConnectorFrame>
  );
});

interface RecentRunsProps {
  connectorId: string;
  runs: readonly ListedRun[];
  now: string;
}

function RecentRuns({ connectorId, runs, now }: RecentRunsProps) {
  const t = useTranslations("connectors.runs");
  return (
    <section aria-labelledby="recent-runs" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="recent-runs" className="font-semibold">
          {t("title")}
        </h2>
        {runs.length > 0 ? (
          <Link href={`${RUNS_PATH}?connector=${connectorId}`} className="text-dense underline underline-offset-4">
            {t("all")}
          </Link>
        ) : null}
      </div>
      {runs.length > 0 ? <RunTable runs={runs} now={now} /> : <p className="card p-5 text-ink-2">{t("none")}</p>}
    </section>
  );
}
