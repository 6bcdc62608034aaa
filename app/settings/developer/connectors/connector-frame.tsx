import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CONNECTORS_PATH, connectorPath } from "@/app/_links";
import { BackLink } from "@/app/_ui/page/back-link";
import { TabLinks } from "@/app/_ui/page/tab-links";
import { EndpointHeader } from "@/app/_ui/shown/endpoint-header";
import type { Connector } from "@/lib/agents/connectors/queries";
import { ConnectorStatus } from "./connector-status";

const TABS = [
  ["overview", ""],
  ["test", "/test"],
  ["try", "/try"],
  ["token", "/token"],
  ["settings", "/edit"],
] as const;

interface ConnectorFrameProps {
  connector: Connector;
  tab: (typeof TABS)[number][0];
  children: ReactNode;
}

export async function ConnectorFrame({ connector, tab, children }: ConnectorFrameProps) {
  const t = await getTranslations("connectors");
  return (
    <>
      <EndpointHeader
        back={<BackLink href={CONNECTORS_PATH}>{t("title")}</BackLink>}
        name={connector.name}
        status={<ConnectorStatus isEnabled={connector.isEnabled} />}
        address={connector.gatewayBaseUrl}
        addressLabel={t("gateway")}
        tabs={
          <TabLinks
            label={t("tabs.label", { name: connector.name })}
            tabs={TABS.map(([key, rest]) => ({ key, href: connectorPath(connector.id, rest), text: t(`tabs.${key}`) }))}
            current={tab}
          />
        }
      />
      <div className="max-w-5xl">{children}</div>
    </>
  );
}
