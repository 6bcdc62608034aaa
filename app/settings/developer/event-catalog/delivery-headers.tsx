import { useTranslations } from "next-intl";
import { CodeBlock } from "@/app/_ui/code-block";
import { buildSampleHeaders } from "@/lib/webhooks/sample";

const MEANINGS = [
  ["Svc-Webhook-Id", "id"],
  ["Svc-Webhook-Delivery", "delivery"],
  ["Svc-Webhook-Timestamp", "timestamp"],
  ["Svc-Webhook-Signature", "signature"],
  ["Svc-Webhook-Type", "type"],
  ["Svc-Webhook-Api-Version", "version"],
  ["User-Agent", "agent"],
] as const;

/** With a secret that is none. */
function writeSampleHeaders(): string {
  return Object.entries(buildSampleHeaders("task.created"))
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

export function DeliveryHeaders() {
  const t = useTranslations("eventCatalog");
  return (
    <section aria-labelledby="delivery" className="card min-w-0">
      <h2 id="delivery" className="border-b border-line px-5 py-3 font-semibold">
        {t("deliveryTitle")}
      </h2>
      <div className="grid grid-cols-1 gap-4 p-5">
        <p className="text-dense text-ink-2 text-pretty">{t("deliveryText")}</p>
        <CodeBlock label={t("headers")} code={writeSampleHeaders()} />
        <dl className="grid gap-x-4 gap-y-1.5 text-dense sm:grid-cols-[13rem_1fr]">
          {MEANINGS.map(([header, meaning]) => (
            <div key={header} className="contents">
              <dt className="font-mono text-xs leading-5">{header}</dt>
              <dd className="mb-1 text-ink-2 sm:mb-0">{t(`headerNames.${meaning}`)}</dd>
            </div>
          ))}
        </dl>
        <p className="text-xs text-ink-3 text-pretty">{t("legacy")}</p>
      </div>
    </section>
  );
}
