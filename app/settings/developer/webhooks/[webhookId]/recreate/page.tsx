import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { webhookPath } from "@/app/_links";
import { BackLink } from "@/app/_ui/page/back-link";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Section } from "@/app/_ui/page/section";
import { CodeSample } from "@/app/_ui/shown/code-sample";
import { Time } from "@/app/_ui/shown/time";
import { isEventType } from "@/lib/events/catalog";
import { WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2, WEBHOOK_LEGACY_HEADER_SUNSET_AT } from "@/lib/platform/limits";
import type { ApiVersion } from "@/lib/webhooks/delivery/payload";
import { buildSamplePayload } from "@/lib/webhooks/settings/sample";
import { formatJson } from "../../format-json";
import { RecreateForm } from "../../reveal-secret";
import { VerifierCode } from "../../verifier-code";
import { webhookPage } from "../../webhook-page";

const CHANGES = ["body", "signature", "secret", "id"] as const;

export const generateMetadata = pageTitle("webhooks.recreate.title");

export default webhookPage("/recreate", async function RecreateWebhookPage({ webhook }) {
  const t = await getTranslations("webhooks.recreate");
  if (webhook.apiVersion !== WEBHOOK_API_VERSION_V1) redirect(webhookPath(webhook.id));
  const event = webhook.events.find(isEventType) ?? "record.created";
  const sample = (version: ApiVersion) => formatJson(buildSamplePayload(event, version));
  return (
    <>
      <PageHeader
        back={<BackLink href={webhookPath(webhook.id)}>{webhook.name}</BackLink>}
        title={t("heading", { name: webhook.name })}
        description={t.rich("description", {
          time: () => <Time value={WEBHOOK_LEGACY_HEADER_SUNSET_AT.toISOString()} style="date" />,
        })}
      />
      <div className="grid gap-x-10 gap-y-9">
        <Section id="changes" title={t("changes")}>
          <dl className="divide-y divide-line text-dense">
            {CHANGES.map((change) => (
              <div key={change} className="grid gap-x-4 py-3 sm:grid-cols-[9rem_1fr]">
                <dt className="font-medium">{t(`${change}.name`)}</dt>
                <dd className="text-ink-2 text-pretty">{t(`${change}.text`)}</dd>
              </div>
            ))}
          </dl>
          <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
            <CodeSample language="json" label={t("before", { event })} code={sample(WEBHOOK_API_VERSION_V1)} />
            <CodeSample language="json" label={t("after", { event })} code={sample(WEBHOOK_API_VERSION_V2)} />
          </div>
        </Section>
        <RecreateForm webhookId={webhook.id} name={webhook.name} verifier={<VerifierCode isRevealed />} />
      </div>
    </>
  );
});
