import { getTranslations } from "next-intl/server";
import { drawPage } from "@/app/_ui/draw-page";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { Time } from "@/app/_ui/time";
import { requireSession } from "@/lib/accounts/session";
import { now } from "@/lib/platform/clock";
import { readLatestAttempts } from "@/lib/webhooks/stats-query";
import { remove } from "../../actions";
import { BackLink } from "../../back-link";
import { findWebhook } from "../../find-webhook";
import { pathOf } from "../../paths";

interface Props {
  params: Promise<{ webhookId: string }>;
}

export const generateMetadata = pageTitle("webhooks.delete.title");

export default drawPage("webhook", async function DeleteWebhookPage({ params }: Props) {
  const { webhookId } = await params;
  const { user } = await requireSession(pathOf(webhookId, "/delete"));
  const [{ webhook }, t, form] = await Promise.all([
    findWebhook(user.id, webhookId),
    getTranslations("webhooks.delete"),
    getTranslations("webhookForms"),
  ]);
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
