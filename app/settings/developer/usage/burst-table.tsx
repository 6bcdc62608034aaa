import { useTranslations } from "next-intl";
import type { UnitsSummary } from "@/lib/overview/queries";
import {
  ACTOR_BURST_PER_MINUTE,
  API_KEY_BURST_PER_MINUTE,
  agentRunsPerMinute,
  apiWriteBurstPerMinute,
  limitEntityBurst,
  TOOL_CALL_BURST_PER_MINUTE,
  WEBHOOK_DELIVERIES_PER_MINUTE,
} from "@/lib/platform/limits";

const AXES = [
  ["apiKey", API_KEY_BURST_PER_MINUTE],
  ["actor", ACTOR_BURST_PER_MINUTE],
  ["writes", apiWriteBurstPerMinute],
  ["toolCalls", TOOL_CALL_BURST_PER_MINUTE],
  ["agentRuns", agentRunsPerMinute],
  ["deliveries", WEBHOOK_DELIVERIES_PER_MINUTE],
] as const;

interface BurstTableProps {
  units: readonly UnitsSummary[];
  formatNumber: (value: number) => string;
}

export function BurstTable({ units, formatNumber }: BurstTableProps) {
  const t = useTranslations("usage");
  const own = useTranslations("overview.units");
  return (
    <section aria-labelledby="bursts" className="card lg:col-span-2">
      <h2 id="bursts" className="border-b border-line px-5 py-3.5 font-semibold">
        {t("bursts")}
      </h2>
      <p className="px-5 pt-4 text-dense text-ink-2 text-pretty">{t("burstsText")}</p>
      <dl className="grid px-5 pt-2 pb-3 text-dense sm:grid-cols-2 sm:gap-x-10">
        {units.map((entity) => {
          const limit = limitEntityBurst(entity);
          const name = entity.kind === "INDIVIDUAL" ? own("own") : entity.name;
          return (
            <Axis
              key={entity.entityId}
              name={t("axes.entity", { name })}
              value={limit === null ? t("unlimited") : t("perMinute", { limit: formatNumber(limit) })}
            />
          );
        })}
        {AXES.map(([axis, limit]) => (
          <Axis key={axis} name={t(`axes.${axis}`)} value={t("perMinute", { limit: formatNumber(limit) })} />
        ))}
      </dl>
    </section>
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
