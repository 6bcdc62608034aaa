import { ChevronRight } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Section } from "@/app/_ui/page/section";
import { useSizeText } from "@/app/rooms/[roomId]/_files/use-size-text";
import {
  ACTOR_BURST_PER_MINUTE,
  API_KEY_BURST_PER_MINUTE,
  agentRunsPerMinute,
  apiWriteBurstPerMinute,
  limitEntityBurst,
  limitStoredBytes,
  TOOL_CALL_BURST_PER_MINUTE,
  UNITS,
  WEBHOOK_DELIVERIES_PER_MINUTE,
} from "@/lib/platform/limits";
import type { UnitsSummary } from "@/lib/usage/queries";
import { Allowance } from "../units-panel";

interface PriceListProps {
  entities: readonly UnitsSummary[];
  storedBytes: ReadonlyMap<string, number>;
}

export function PriceList({ entities, storedBytes }: PriceListProps) {
  const t = useTranslations("usage");
  return (
    <details className="group">
      <summary className="inline-flex min-h-9 items-center gap-1.5 rounded-control font-semibold">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {t("limitsTitle")}
      </summary>
      <div className="mt-3 grid grid-cols-1 items-start gap-x-10 gap-y-9 lg:grid-cols-2">
        <UnitPrices />
        <div className="grid grid-cols-1 gap-x-10 gap-y-9">
          <StorageList entities={entities} storedBytes={storedBytes} />
          <BurstTable units={entities} />
        </div>
      </div>
    </details>
  );
}

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

function UnitPrices() {
  const t = useTranslations("usage");
  return (
    <Section id="prices" title={t("prices")}>
      <dl className="-my-2 divide-y divide-line text-dense">
        {OPERATIONS.map((operation) => (
          <div key={operation} className="flex justify-between gap-4 py-2">
            <dt className="text-ink-2">{t(`operations.${operation}`)}</dt>
            <dd className="font-medium">{UNITS[operation]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function StorageList({ entities, storedBytes }: PriceListProps) {
  const t = useTranslations("usage.storage");
  const sizeText = useSizeText();
  return (
    <Section id="storage" title={t("title")}>
      <div className="grid gap-5">
        {entities.map((entity) => {
          const limit = limitStoredBytes(entity);
          const bytes = storedBytes.get(entity.entityId) ?? 0;
          const used = sizeText(bytes);
          return (
            <Allowance
              key={entity.entityId}
              name={entity.kind === "INDIVIDUAL" ? t("own") : entity.name}
              text={limit === null ? t("unlimited", { used }) : t("usedOf", { used, limit: sizeText(limit) })}
              used={bytes}
              limit={limit}
            />
          );
        })}
      </div>
    </Section>
  );
}

const AXES = [
  ["apiKey", API_KEY_BURST_PER_MINUTE],
  ["actor", ACTOR_BURST_PER_MINUTE],
  ["writes", apiWriteBurstPerMinute],
  ["toolCalls", TOOL_CALL_BURST_PER_MINUTE],
  ["agentRuns", agentRunsPerMinute],
  ["deliveries", WEBHOOK_DELIVERIES_PER_MINUTE],
] as const;

function BurstTable({ units }: { units: readonly UnitsSummary[] }) {
  const t = useTranslations("usage");
  const own = useTranslations("overview.units");
  const format = useFormatter();
  const perMinute = (limit: number) => t("perMinute", { limit: format.number(limit) });
  return (
    <Section id="bursts" title={t("bursts")}>
      <p className="text-dense text-ink-2 text-pretty">{t("burstsText")}</p>
      <dl className="grid pt-2 text-dense">
        {units.map((entity) => {
          const limit = limitEntityBurst(entity);
          const name = entity.kind === "INDIVIDUAL" ? own("own") : entity.name;
          const value = limit === null ? t("unlimited") : perMinute(limit);
          return <Axis key={entity.entityId} name={t("axes.entity", { name })} value={value} />;
        })}
        {AXES.map(([axis, limit]) => (
          <Axis key={axis} name={t(`axes.${axis}`)} value={perMinute(limit)} />
        ))}
      </dl>
    </Section>
  );
}

function Axis({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-4 border-b border-line py-2">
      <dt className="text-ink-2">{name}</dt>
      <dd className="font-medium whitespace-nowrap">{value}</dd>
    </div>
  );
}
