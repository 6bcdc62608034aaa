import { Trash2 } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { connectorPath } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { pageTitle } from "@/app/_ui/page/page-title";
import { describePrivateReach } from "@/lib/agents/connectors/private-targets";
import { type Connector, listRoomChoices } from "@/lib/agents/connectors/queries";
import { update } from "../../actions";
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

export default connectorTab("settings", async function EditConnectorPage({ access, connector }) {
  const [rooms, t] = await Promise.all([listRoomChoices(access.ownedBy), getTranslations("connectors.settings")]);
  const { id, isEnabled, gatewayBaseUrl, publicAcceptedAt, proxyAcceptedAt } = connector;
  return (
    <div className="grid gap-6">
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
          <IconLink look="dangerPlain" icon={Trash2} href={connectorPath(id, "/delete")}>
            {t("delete")}
          </IconLink>
        </div>
      </section>
    </div>
  );
});
