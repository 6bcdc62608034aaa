import { getTranslations } from "next-intl/server";
import { webhookPath } from "@/app/_links";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { pageTitle } from "@/app/_ui/page/page-title";
import { LastUseNotice, StepPage } from "@/app/_ui/page/step-page";
import { readLatestAttempts } from "@/lib/webhooks/history/stats-query";
import { remove } from "../../actions";
import { webhookPage } from "../../webhook-page";

export const generateMetadata = pageTitle("webhooks.delete.title");

export default webhookPage("/delete", async function DeleteWebhookPage({ webhook: { id, name } }) {
  const [t, form] = await Promise.all([getTranslations("webhooks.delete"), getTranslations("webhookForms")]);
  const latest = (await readLatestAttempts([id])).get(id);
  return (
    <StepPage backHref={webhookPath(id, "/edit")} name={name} title={t("heading", { name })}>
      <p className="text-ink-2 text-pretty">{t("consequence")}</p>
      <LastUseNotice
        at={latest?.deliveredAt ?? null}
        never={t("neverUsed")}
        used={(time) => t.rich("lastUsed", { time })}
      />
      <ConfirmForm
        action={remove}
        hidden={{ webhookId: id }}
        name={name}
        failed={form("deleteFailed")}
        submit={form("delete")}
        cancelHref={webhookPath(id, "/edit")}
      />
    </StepPage>
  );
});
