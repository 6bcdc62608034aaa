import { useTranslations } from "next-intl";
import { CodeBlock } from "@/app/_ui/code-block";
import { WEBHOOK_API_VERSION_V2 } from "@/lib/platform/limits";
import { buildHeaders } from "@/lib/webhooks/headers";
import { buildSamplePayload } from "@/lib/webhooks/sample";

const MEANINGS = [
  ["Svc-Webhook-Id", "id"],
  ["Svc-Webhook-Delivery", "delivery"],
  ["Svc-Webhook-Timestamp", "timestamp"],
  ["Svc-Webhook-Signature", "signature"],
  ["Svc-Webhook-Type", "type"],
  ["Svc-Webhook-Api-Version", "version"],
  ["User-Agent", "agent"],
] as const;

/** By the code that writes the headers of a real delivery, with a secret that is none. */
function writeSampleHeaders(): string {
  const headers = buildHeaders({
    apiVersion: WEBHOOK_API_VERSION_V2,
    eventId: "evt_Zm9yIHRoZSBzYW1wbGVz0g",
    eventType: "task.created",
    deliveryId: "7c6f0a52-3b0e-4d5e-9a57-0d1c2f4b8e36",
    body: Buffer.from(buildSamplePayload("task.created", WEBHOOK_API_VERSION_V2)),
    secrets: ["whsec_sample"],
    customHeaders: {},
    now: new Date("2026-06-09T08:30:00.000Z"),
  });
  return Object.entries(headers)
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
