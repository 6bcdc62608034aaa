import { useTranslations } from "next-intl";
import { UNITS } from "@/lib/platform/limits";

const OPERATIONS = [
  "restRead",
  "restWrite",
  "fileMetadata",
  "fileTransfer",
  "webhookDelivery",
  "toolRead",
  "toolWrite",
  "connectorAction",
  "agentRun",
] as const;

export function UnitPrices() {
  const t = useTranslations("usage");
  return (
    <section aria-labelledby="prices" className="card">
      <h2 id="prices" className="border-b border-line px-5 py-3.5 font-semibold">
        {t("prices")}
      </h2>
      <dl className="divide-y divide-line px-5 text-dense">
        {OPERATIONS.map((operation) => (
          <div key={operation} className="flex justify-between gap-4 py-2">
            <dt className="text-ink-2">{t(`operations.${operation}`)}</dt>
            <dd className="font-medium">{UNITS[operation]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
