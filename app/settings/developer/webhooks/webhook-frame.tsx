import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { EndpointHeader } from "@/app/_ui/endpoint-header";
import { TabLinks } from "@/app/_ui/tab-links";
import type { Webhook } from "@/lib/webhooks/queries";
import { BackLink } from "./back-link";
import { pathOf } from "./paths";
import { WebhookStatus } from "./webhook-status";

const TABS = [
  ["overview", ""],
  ["deliveries", "/deliveries"],
  ["test", "/test"],
  ["secret", "/secret"],
  ["settings", "/edit"],
] as const;
export type WebhookTab = (typeof TABS)[number][0];

interface WebhookFrameProps {
  webhook: Webhook;
  tab: WebhookTab;
  children: ReactNode;
}

/** Name, state and address above, the pages of one webhook as tabs: each has an address of its own. */
export async function WebhookFrame({ webhook, tab, children }: WebhookFrameProps) {
  const t = await getTranslations("webhooks");
  return (
    <>
      <EndpointHeader
        back={<BackLink />}
        name={webhook.name}
        status={<WebhookStatus webhook={webhook} />}
        address={webhook.url}
        addressLabel={t("url")}
      />
      <TabLinks
        label={t("tabs.label", { name: webhook.name })}
        tabs={TABS.map(([key, rest]) => ({ key, href: pathOf(webhook.id, rest), text: t(`tabs.${key}`) }))}
        current={tab}
      />
      {children}
    </>
  );
}
