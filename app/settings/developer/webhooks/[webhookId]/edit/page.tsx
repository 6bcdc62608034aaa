import { Trash2 } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { pathOfStep, webhookPath } from "@/app/_links";
import { StepDialog } from "@/app/_ui/controls/dialog";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { readText } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { LastUseNotice } from "@/app/_ui/page/last-use-notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { WEBHOOK_API_VERSION_V2 } from "@/lib/platform/limits";
import { readLatestAttempts } from "@/lib/webhooks/history/stats-query";
import { remove } from "../../actions";
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
      {readText(query, "step") === "delete" ? <DeleteStep id={id} name={name} /> : null}
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
          <IconLink
            icon={Trash2}
            look="dangerPlain"
            href={pathOfStep(webhookPath(id, "/edit"), "delete")}
            scroll={false}
          >
            {t("delete")}
          </IconLink>
        </div>
      </section>
    </div>
  );
});

async function DeleteStep({ id, name }: { id: string; name: string }) {
  const [latest, t, form] = await Promise.all([
    readLatestAttempts([id]),
    getTranslations("webhooks.delete"),
    getTranslations("webhookForms"),
  ]);
  const path = webhookPath(id, "/edit");
  return (
    <StepDialog backHref={path} title={t("heading", { name })}>
      <p className="text-ink-2 text-pretty">{t("consequence")}</p>
      <LastUseNotice
        at={latest.get(id)?.deliveredAt ?? null}
        never={t("neverUsed")}
        used={(time) => t.rich("lastUsed", { time })}
      />
      <ConfirmForm
        action={remove}
        hidden={{ webhookId: id }}
        name={name}
        failed={form("deleteFailed")}
        submit={form("delete")}
        cancelHref={path}
      />
    </StepDialog>
  );
}
