import { Trash2 } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { drawPage } from "@/app/_ui/draw-page";
import { pageTitle } from "@/app/_ui/page-title";
import { requireSession } from "@/lib/accounts/session";
import { listRoomChoices } from "@/lib/connectors/list-rooms";
import { describePrivateReach } from "@/lib/connectors/private-targets";
import type { Connector } from "@/lib/connectors/queries";
import { update } from "../../actions";
import { ConnectorForm } from "../../connector-form";
import { ConnectorFrame } from "../../connector-frame";
import { findConnector } from "../../find-connector";
import type { ConnectorFormValues } from "../../form-values";
import { pathOf } from "../../paths";
import { SwitchForm } from "../../switch-form";

interface Props {
  params: Promise<{ connectorId: string }>;
}

export const generateMetadata = pageTitle("connectors.editTitle");

const startOf = (connector: Connector): ConnectorFormValues => ({
  ...connector,
  owner: connector.ownerId,
  targetKind: connector.agentId === null ? "model" : "agent",
  agentId: connector.agentId ?? connector.model ?? "",
  rooms: connector.rooms.filter(({ name }) => name !== null).map(({ id }) => id),
  keepsHiddenRooms: true,
  acceptsPublic: false,
  acceptsProxy: false,
});

export default drawPage("connector", async function EditConnectorPage({ params }: Props) {
  const { connectorId } = await params;
  const { user } = await requireSession(pathOf(connectorId, "/edit"));
  const { access, connector } = await findConnector(user.id, connectorId);
  const [rooms, t] = await Promise.all([listRoomChoices(access.ownedBy), getTranslations("connectors.settings")]);
  const { id, isEnabled, gatewayBaseUrl, publicAcceptedAt, proxyAcceptedAt } = connector;
  return (
    <ConnectorFrame connector={connector} tab="settings">
      <div className="grid gap-6">
        <ConnectorForm
          action={update}
          start={startOf(connector)}
          rooms={rooms}
          privateReach={describePrivateReach()}
          hiddenRooms={connector.rooms.filter(({ name }) => name === null).length}
          accepted={{ baseUrl: gatewayBaseUrl, public: publicAcceptedAt !== null, proxy: proxyAcceptedAt !== null }}
          connectorId={id}
          cancelHref={pathOf(id)}
        />
        <section aria-labelledby="danger" className="card divide-y divide-line [&>*]:px-5 [&>*]:py-4">
          <h2 id="danger" className="font-semibold">
            {t("danger")}
          </h2>
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="max-w-xl text-dense text-ink-2">{t(isEnabled ? "disableText" : "enableText")}</p>
            <SwitchForm connectorId={id} isEnabled={isEnabled} />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="max-w-xl text-dense text-ink-2">{t("deleteText")}</p>
            <LinkButton look="dangerPlain" href={pathOf(id, "/delete")}>
              <Trash2 aria-hidden />
              {t("delete")}
            </LinkButton>
          </div>
        </section>
      </div>
    </ConnectorFrame>
  );
});
