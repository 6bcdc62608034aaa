import { getTranslations } from "next-intl/server";
import { readText } from "@/app/_ui/list/search-params";
import { Notice } from "@/app/_ui/page/notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { readProfile } from "@/lib/accounts/queries";
import { ACTION_NAMES, ACTION_PROFILES, coversProfile } from "@/lib/agents/connectors/connector";
import { listRecordsToRun } from "@/lib/agents/runs/queries";
import { UNITS } from "@/lib/platform/limits";
import { connectorTab } from "../../connector-page";
import { TryForm } from "./try-form";

export const generateMetadata = pageTitle("connectors.try.title");

export default connectorTab("try", async function TryConnectorPage({ userId, access, connector, query }) {
  const [records, profile, t] = await Promise.all([
    listRecordsToRun(access),
    readProfile(userId),
    getTranslations("connectors.try"),
  ]);
  return (
    <div className="grid max-w-3xl gap-6">
      <p className="text-ink-2 text-pretty">{t("text", { units: UNITS.agentRun })}</p>
      {connector.isEnabled ? null : <Notice tone="warn">{t("disabled")}</Notice>}
      <TryForm
        connectorId={connector.id}
        allowed={ACTION_NAMES.filter((action) => coversProfile(connector.toolProfile, ACTION_PROFILES[action]))}
        records={records}
        rooms={connector.rooms.flatMap(({ id, name }) => (name === null ? [] : { id, name }))}
        sendsTranscripts={profile?.sendsTranscripts ?? false}
        start={{ action: readText(query, "action"), recordId: readText(query, "record") }}
      />
    </div>
  );
});
