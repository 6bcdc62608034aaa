import { Trash2 } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { connectorPath, pathOfStep } from "@/app/_links";
import { StepDialog } from "@/app/_ui/controls/dialog";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { readText } from "@/app/_ui/list/search-params";
import { LastUseNotice } from "@/app/_ui/page/last-use-notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { describePrivateReach } from "@/lib/agents/connectors/private-targets";
import { type Connector, listRoomChoices } from "@/lib/agents/connectors/queries";
import { remove, update } from "../../actions";
import { ConnectorForm } from "../../connector-form";
import { connectorTab, SwitchForm } from "../../connector-page";
import type { ConnectorFormValues } from "../../form-values";

export const generateMetadata = pageTitle("connectors.editTitle");

const startOf = (connector: Connector): ConnectorFormValues => ({
  ...connector,
  owner: connector.ownerId,
  targetKind: connector.agentId === null ? "model" : "agent",
  agentId: connector.agentId ?? connector.model ?? "",
  allowedRoomIds: connector.rooms.filter(({ name }) => name !== null).map(({ id }) => id),
  keepsHiddenRooms: true,
  acceptsPublic: false,
  acceptsProxy: false,
});

export default connectorTab("settings", async function EditConnectorPage({ access, connector, query }) {
  const [rooms, t] = await Promise.all([listRoomChoices(access.ownedBy), getTranslations("connectors.settings")]);
  const { id, isEnabled, gatewayBaseUrl, publicAcceptedAt, proxyAcceptedAt } = connector;
  return (
    <div className="grid gap-6">
      {readText(query, "step") === "delete" ? <DeleteStep connector={connector} /> : null}
      <ConnectorForm
        action={update}
        start={startOf(connector)}
        rooms={rooms}
        privateReach={describePrivateReach()}
        hiddenRooms={connector.rooms.filter(({ name }) => name === null).length}
        accepted={{ baseUrl: gatewayBaseUrl, public: publicAcceptedAt !== null, proxy: proxyAcceptedAt !== null }}
        connectorId={id}
        cancelHref={connectorPath(id)}
      />
      <section aria-labelledby="danger" className="card divide-y divide-line [&>*]:px-5 [&>*]:py-4">
        <h2 id="danger" className="text-lg font-semibold tracking-tight">
          {t("danger")}
        </h2>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-xl text-dense text-ink-2">{t(isEnabled ? "disableText" : "enableText")}</p>
          <SwitchForm connectorId={id} isEnabled={isEnabled} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-xl text-dense text-ink-2">{t("deleteText")}</p>
          <IconLink
            look="dangerPlain"
            icon={Trash2}
            href={pathOfStep(connectorPath(id, "/edit"), "delete")}
            scroll={false}
          >
            {t("delete")}
          </IconLink>
        </div>
      </section>
    </div>
  );
});

async function DeleteStep({ connector: { id, name, lastRun } }: { connector: Connector }) {
  const [t, form] = await Promise.all([getTranslations("connectors.delete"), getTranslations("connectorForms")]);
  const path = connectorPath(id, "/edit");
  return (
    <StepDialog backHref={path} title={t("heading", { name })}>
      <p className="text-ink-2 text-pretty">{t("consequence")}</p>
      <LastUseNotice
        at={lastRun?.createdAt ?? null}
        never={t("neverUsed")}
        used={(time) => t.rich("lastUsed", { time })}
      />
      <ConfirmForm
        action={remove}
        hidden={{ connectorId: id }}
        name={name}
        failed={form("deleteFailed")}
        submit={form("delete")}
        cancelHref={path}
      />
    </StepDialog>
  );
}
