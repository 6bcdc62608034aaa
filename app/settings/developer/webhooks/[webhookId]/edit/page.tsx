import { Trash2 } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { drawPage } from "@/app/_ui/draw-page";
import { Notice } from "@/app/_ui/notice";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { requireSession } from "@/lib/accounts/session";
import { listEventGroups } from "../../event-groups";
import { findWebhook } from "../../find-webhook";
import { pathOf } from "../../paths";
import { SwitchForm } from "../../switch-form";
import { WebhookForm } from "../../webhook-form";
import { WebhookFrame } from "../../webhook-frame";

interface Props {
  params: Promise<{ webhookId: string }>;
  searchParams: SearchParams;
}

export const generateMetadata = pageTitle("webhooks.editTitle");

export default drawPage("webhook", async function EditWebhookPage({ params, searchParams }: Props) {
  const { webhookId } = await params;
  const { user } = await requireSession(pathOf(webhookId, "/edit"));
  const [{ webhook }, query, groups, t] = await Promise.all([
    findWebhook(user.id, webhookId),
    searchParams,
    listEventGroups(),
    getTranslations("webhooks.settings"),
  ]);
  const { id, roomId, name, url, events, customHeaders, isActive } = webhook;
  const headers = Object.entries(customHeaders).map(([header, value]) => ({ name: header, value }));
  return (
    <WebhookFrame webhook={webhook} tab="settings">
      <div className="grid gap-6">
        {readText(query, "switched") === (isActive ? "on" : "off") ? (
          <Notice tone="good" role="status">
            {t(isActive ? "switchedOn" : "switchedOff")}
          </Notice>
        ) : null}
        <WebhookForm
          start={{ room: roomId, name, url, events, headers }}
          groups={groups}
          rooms={null}
          webhookId={id}
          cancelHref={pathOf(id)}
        />
        <section aria-labelledby="danger" className="card divide-y divide-line [&>*]:px-5 [&>*]:py-4">
          <h2 id="danger" className="font-semibold">
            {t("danger")}
          </h2>
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="max-w-xl text-dense text-ink-2">{t(isActive ? "deactivateText" : "activateText")}</p>
            <SwitchForm webhookId={id} isActive={isActive} returnTo="/edit" />
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
    </WebhookFrame>
  );
});
