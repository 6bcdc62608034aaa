import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { drawPage } from "@/app/_ui/draw-page";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { requireSession } from "@/lib/accounts/session";
import { listRuns } from "@/lib/agent-runs/queries";
import { now } from "@/lib/platform/clock";
import { ConnectorFrame } from "../connector-frame";
import { findConnector } from "../find-connector";
import { pathOf } from "../paths";
import { ConnectorFacts } from "./connector-facts";
import { ConnectorNotices } from "./connector-notices";
import { ConnectorRooms } from "./connector-rooms";
import { RecentRuns } from "./recent-runs";

interface Props {
  params: Promise<{ connectorId: string }>;
  searchParams: SearchParams;
}

const RECENT_RUNS = 5;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("connectors"))("detailTitle") };
}

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
