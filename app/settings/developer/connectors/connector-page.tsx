import { Lock, Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CONNECTORS_PATH, connectorPath } from "@/app/_links";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import type { SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { renderPage } from "@/app/_ui/page/render-page";
import { TabLinks } from "@/app/_ui/page/tab-links";
import { EndpointHeader } from "@/app/_ui/shown/endpoint-header";
import { requireSession } from "@/lib/accounts/sessions/session";
import { type ConnectorAccess, openConnector } from "@/lib/agents/connectors/open-connector";
import { type Connector, readConnector } from "@/lib/agents/connectors/queries";
import { switchConnector } from "./actions";
import { ConnectorStatus } from "./connector-status";

interface Props {
  params: Promise<{ connectorId: string }>;
  searchParams: SearchParams;
}

interface Found {
  access: ConnectorAccess;
  connector: Connector;
  userId: string;
  query: Awaited<SearchParams>;
}

function connectorPage(rest: string, draw: (found: Found) => ReactNode) {
  return renderPage("connector", async ({ params, searchParams }: Props) => {
    const { connectorId } = await params;
    const { user } = await requireSession(connectorPath(connectorId, rest));
    const access = await orNotFound(openConnector(user.id, connectorId));
    const [connector, query] = await Promise.all([orNotFound(readConnector(access)), searchParams]);
    return draw({ access, connector, userId: user.id, query });
  });
}

const TABS = { overview: "", test: "/test", try: "/try", token: "/token", settings: "/edit" };
const TAB_NAMES = Object.keys(TABS) as (keyof typeof TABS)[];

export function connectorTab(tab: keyof typeof TABS, draw: (found: Found) => ReactNode) {
  return connectorPage(TABS[tab], async (found) => {
    const { id, name, isEnabled, gatewayBaseUrl } = found.connector;
    const [content, t] = await Promise.all([draw(found), getTranslations("connectors")]);
    return (
      <>
        <EndpointHeader
          back={<BackLink href={CONNECTORS_PATH}>{t("title")}</BackLink>}
          name={name}
          status={<ConnectorStatus isEnabled={isEnabled} />}
          address={gatewayBaseUrl}
          addressLabel={t("gateway")}
          tabs={
            <TabLinks
              label={t("tabs.label", { name })}
              tabs={TAB_NAMES.map((key) => ({ key, href: connectorPath(id, TABS[key]), text: t(`tabs.${key}`) }))}
              current={tab}
            />
          }
        />
        <div className="max-w-5xl">{content}</div>
      </>
    );
  });
}

/** The same for every token: neither its letters nor its length are told. */
export function MaskedToken() {
  const t = useTranslations("connectors.token");
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span aria-hidden className="font-mono tracking-widest">
        ••••••••••••
      </span>
      <span className="inline-flex items-center gap-1 text-xs text-ink-3">
        <Lock aria-hidden className="size-3.5" />
        {t("sealed")}
      </span>
    </span>
  );
}

interface SwitchFormProps {
  connectorId: string;
  isEnabled: boolean;
  look?: "plain" | "primary";
}

export function SwitchForm({ connectorId, isEnabled, look = "plain" }: SwitchFormProps) {
  const t = useTranslations("connectorForms");
  const Icon = isEnabled ? Pause : Play;
  return (
    <PlainForm
      action={switchConnector}
      failed={t("switchFailed")}
      hidden={{ connectorId, isEnabled: String(!isEnabled) }}
      className="grid gap-2"
    >
      <SubmitButton look={look} icon={<Icon aria-hidden />} className="justify-self-start">
        {t(isEnabled ? "disable" : "enable")}
      </SubmitButton>
    </PlainForm>
  );
}
