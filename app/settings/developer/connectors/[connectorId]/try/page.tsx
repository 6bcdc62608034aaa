import { getTranslations } from "next-intl/server";
import { drawPage } from "@/app/_ui/draw-page";
import { Notice } from "@/app/_ui/notice";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { readProfile } from "@/lib/accounts/queries";
import { requireSession } from "@/lib/accounts/session";
import { listRecordsToRun } from "@/lib/agent-runs/list-records";
import { UNITS } from "@/lib/platform/limits";
import { ConnectorFrame } from "../../connector-frame";
import { findConnector } from "../../find-connector";
import { pathOf } from "../../paths";
import { listTryActions } from "./list-actions";
import { TryForm } from "./try-form";

interface Props {
  params: Promise<{ connectorId: string }>;
  searchParams: SearchParams;
}

export const generateMetadata = pageTitle("connectors.try.title");

export default drawPage("connector", async function TryConnectorPage({ params, searchParams }: Props) {
  const { connectorId } = await params;
  const { user } = await requireSession(pathOf(connectorId, "/try"));
  const { access, connector } = await findConnector(user.id, connectorId);
  const [records, profile, given, t] = await Promise.all([
    listRecordsToRun(access),
    readProfile(user.id),
    searchParams,
    getTranslations("connectors.try"),
  ]);
  const rooms = connector.rooms.flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]));
  return (
    <ConnectorFrame connector={connector} tab="try">
      <div className="grid max-w-3xl gap-6">
        <p className="text-ink-2 text-pretty">{t("text", { units: UNITS.agentRun })}</p>
        {connector.isEnabled ? null : <Notice tone="warn">{t("disabled")}</Notice>}
        <TryForm
          connectorId={connector.id}
          actions={listTryActions(connector.toolProfile)}
          records={records}
          rooms={rooms}
          sendsTranscripts={profile?.sendsTranscripts ?? false}
          start={{ action: readText(given, "action"), recordId: readText(given, "record") }}
        />
      </div>
    </ConnectorFrame>
  );
});
