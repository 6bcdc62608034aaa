import { Trash2 } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { webhookPath } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { readText } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { WEBHOOK_API_VERSION_V2 } from "@/lib/platform/limits";
import { listEventGroups } from "../../event-groups";
import { EditWebhookForm } from "../../webhook-form";
import { SwitchForm, webhookTab } from "../../webhook-page";

export const generateMetadata = pageTitle("webhooks.editTitle");

export default webhookTab("settings", async function EditWebhookPage({ webhook, query }) {
  const isV2 = webhook.apiVersion === WEBHOOK_API_VERSION_V2;
  const [groups, t] = await Promise.all([listEventGroups({ isV2 }), getTranslations("webhooks.settings")]);
  const { id, roomId, name, url, events, customHeaders, standardHeaders, isActive } = webhook;
  const headers = Object.entries(customHeaders).map(([header, value]) => ({ name: header, value }));
  return (
    <div className="grid gap-6">
      {readText(query, "switched") === (isActive ? "on" : "off") ? (
        <DoneNotice>{t(isActive ? "switchedOn" : "switchedOff")}</DoneNotice>
      ) : null}
      <EditWebhookForm
        start={{ room: roomId, name, url: url ?? "", events, headers, standardHeaders }}
        groups={groups}
        webhookId={id}
      />
      <section aria-labelledby="danger" className="card divide-y divide-line [&>*]:px-5 [&>*]:py-4">
        <h2 id="danger" className="text-lg font-semibold tracking-tight">
          {t("danger")}
        </h2>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-xl text-dense text-ink-2">{t(isActive ? "deactivateText" : "activateText")}</p>
          <SwitchForm webhookId={id} isActive={isActive} returnTo="/edit" />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-xl text-dense text-ink-2">{t("deleteText")}</p>
          <IconLink icon={Trash2} look="dangerPlain" href={webhookPath(id, "/delete")}>
            {t("delete")}
          </IconLink>
        </div>
      </section>
    </div>
  );
});
