import { Pause, Play } from "lucide-react";
import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { WEBHOOKS_PATH, webhookPath } from "@/app/_links";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import type { SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { renderPage } from "@/app/_ui/page/render-page";
import { TabLinks } from "@/app/_ui/page/tab-links";
import { EndpointHeader } from "@/app/_ui/shown/endpoint-header";
import { requireSession } from "@/lib/accounts/sessions/session";
import { readWebhook, type Webhook } from "@/lib/webhooks/queries";
import { openWebhook, type WebhookAccess } from "@/lib/webhooks/settings/open-webhook";
import { switchWebhook } from "./actions";
import { WebhookStatus } from "./webhook-status";

export async function findWebhook(userId: string, webhookId: string) {
  const access = await orNotFound(openWebhook(userId, webhookId));
  return { access, webhook: await orNotFound(readWebhook(access)) };
}

interface Props {
  params: Promise<{ webhookId: string }>;
  searchParams: SearchParams;
}

interface Found {
  access: WebhookAccess;
  webhook: Webhook;
  userId: string;
  query: Awaited<SearchParams>;
}

export function webhookPage(rest: string, draw: (found: Found) => ReactNode) {
  return renderPage("webhook", async ({ params, searchParams }: Props) => {
    const { webhookId } = await params;
    const { user } = await requireSession(webhookPath(webhookId, rest));
    const [found, query] = await Promise.all([findWebhook(user.id, webhookId), searchParams]);
    return draw({ ...found, userId: user.id, query });
  });
}

const TABS = { overview: "", deliveries: "/deliveries", test: "/test", secret: "/secret", settings: "/edit" };

const TAB_NAMES = Object.keys(TABS) as (keyof typeof TABS)[];
const LISTENER_TABS: typeof TAB_NAMES = ["overview", "deliveries", "test"];

export function webhookTab(tab: keyof typeof TABS, draw: (found: Found) => ReactNode) {
  return webhookPage(TABS[tab], async (found) => {
    const { id, name, url, listener } = found.webhook;
    const shown = listener ? LISTENER_TABS : TAB_NAMES;
    if (!shown.includes(tab)) notFound();
    const [content, t] = await Promise.all([draw(found), getTranslations("webhooks")]);
    const tabs = shown.map((key) => ({
      key,
      href: webhookPath(id, TABS[key]),
      text: t(`tabs.${key}`),
    }));
    return (
      <>
        <EndpointHeader
          back={<BackLink href={WEBHOOKS_PATH}>{t("title")}</BackLink>}
          name={name}
          status={<WebhookStatus webhook={found.webhook} />}
          address={listener ? t("listener.device", { device: listener.deviceName }) : (url ?? "")}
          addressLabel={listener ? null : t("url")}
          tabs={<TabLinks label={t("tabs.label", { name })} tabs={tabs} current={tab} />}
        />
        <div className="max-w-5xl has-data-wide:max-w-none">{content}</div>
      </>
    );
  });
}

interface SwitchFormProps {
  webhookId: string;
  isActive: boolean;
  /** The current page, to come back to it without JavaScript. */
  returnTo: string;
  look?: "plain" | "primary";
}

export function SwitchForm({ webhookId, isActive, returnTo, look = "plain" }: SwitchFormProps) {
  const t = useTranslations("webhookForms");
  const Icon = isActive ? Pause : Play;
  return (
    <PlainForm
      action={switchWebhook}
      failed={t("switchFailed")}
      hidden={{ webhookId, isActive: String(!isActive), returnTo }}
      className="grid gap-2"
    >
      <SubmitButton look={look} icon={<Icon aria-hidden />} className="justify-self-start">
        {t(isActive ? "deactivate" : "activate")}
      </SubmitButton>
    </PlainForm>
  );
}
