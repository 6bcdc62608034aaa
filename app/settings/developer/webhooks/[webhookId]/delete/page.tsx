import { getTranslations } from "next-intl/server";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { Time } from "@/app/_ui/time";
import { now } from "@/lib/platform/clock";
import { readLatestAttempts } from "@/lib/webhooks/stats-query";
import { remove } from "../../actions";
import { pathOf } from "../../paths";
import { BackLink, webhookPage } from "../../webhook-page";

export const generateMetadata = pageTitle("webhooks.delete.title");

export default webhookPage("/delete", async function DeleteWebhookPage({ webhook }) {
  const [t, form] = await Promise.all([getTranslations("webhooks.delete"), getTranslations("webhookForms")]);
  const latest = (await readLatestAttempts([webhook.id])).get(webhook.id);
  return (
    <>
      <PageHeader
        back={<BackLink webhook={webhook} rest="/edit" />}
        title={<span className="break-words">{t("heading", { name: webhook.name })}</span>}
      />
      <div className="card grid max-w-xl gap-5 p-5">
        <p className="text-ink-2 text-pretty">{t("consequence")}</p>
        <Notice tone={latest ? "warn" : "neutral"}>
          {latest
            ? t.rich("lastUsed", {
                time: () => (
                  <Time value={latest.deliveredAt.toISOString()} style="relative" now={now().toISOString()} />
                ),
              })
            : t("neverUsed")}
        </Notice>
        <ConfirmForm
          action={remove}
          hidden={{ webhookId: webhook.id }}
          name={webhook.name}
          failed={form("deleteFailed")}
          submit={form("delete")}
          cancelHref={pathOf(webhook.id, "/edit")}
        />
      </div>
    </>
  );
});
