import { useFormatter, useTranslations } from "next-intl";
import { webhookPath } from "@/app/_links";
import { Section } from "@/app/_ui/page/section";
import type { DeliverySums, DeliveryUsage } from "@/lib/requests/sum-deliveries";
import type { Usage } from "@/lib/requests/usage";
import { ChartTable } from "../_charts/chart-table";
import { RankTable } from "../_charts/rank-table";
import { StackedBars } from "../_charts/stacked-bars";

interface DeliveryUsageProps {
  usage: Usage;
  deliveries: DeliveryUsage;
  unit: "hour" | "day";
}

export function DeliveryUsagePanels({ usage, deliveries, unit }: DeliveryUsageProps) {
  const t = useTranslations("usage.deliveries");
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-9 lg:grid-cols-2">
      <DeliveryChart usage={usage} deliveries={deliveries} unit={unit} />
      <RankTable
        id="by-webhook"
        title={t("webhooks")}
        subject={t("webhook")}
        counted={t("attempts")}
        rows={deliveries.webhooks.map(({ webhook, attempts, units }) => ({
          key: webhook?.id ?? "others",
          name: webhook ? t("named", { name: webhook.name, room: webhook.roomName }) : t("others"),
          ...(webhook ? { href: webhookPath(webhook.id) } : {}),
          requests: attempts,
          units,
        }))}
      />
    </div>
  );
}

function DeliveryChart({ usage, deliveries, unit }: DeliveryUsageProps) {
  const t = useTranslations("usage.deliveries");
  const charts = useTranslations("usage.charts");
  const format = useFormatter();
  const title = t(unit === "hour" ? "byHour" : "byDay");
  const nameOf = (start: string) =>
    format.dateTime(new Date(start), {
      month: "short",
      day: "numeric",
      ...(unit === "hour" ? { hour: "2-digit", minute: "2-digit" } : {}),
      timeZone: "UTC",
    });
  const length = unit === "hour" ? "2026-11-22T00".length : "2026-11-22".length;
  const startOf = (hour: Date) => `${hour.toISOString().slice(0, length)}${unit === "hour" ? ":00Z" : ""}`;
  const sums = new Map<string, DeliverySums>(
    usage.hours.map(({ hour }) => [startOf(hour), { attempts: 0, failed: 0, units: 0 }]),
  );
  for (const { hour, attempts, failed, units } of deliveries.hours) {
    const slot = sums.get(startOf(hour));
    if (slot) {
      slot.attempts += attempts;
      slot.failed += failed;
      slot.units += units;
    }
  }
  const slots = [...sums].map(([start, sum]) => ({ start, ...sum }));
  return (
    <Section id="deliveries-over-time" title={title}>
      {deliveries.total.attempts === 0 ? (
        <p className="text-dense text-ink-3">{charts("nothing")}</p>
      ) : (
        <div>
          <StackedBars
            bars={slots.map(({ start, attempts, failed, units }) => ({
              key: start,
              title: `${nameOf(start)}: ${t("counts", { attempts, failed, units })}`,
              parts: { passed: attempts - failed, failed },
            }))}
            label={t("counts", { ...deliveries.total })}
            height={120}
            className="h-30 w-full"
          />
          <p className="mt-2 flex justify-between text-xs text-ink-3">
            <span>{slots[0] ? `${nameOf(slots[0].start)} UTC` : ""}</span>
            <span>{charts("now")}</span>
          </p>
          <ChartTable
            label={charts("asTable")}
            caption={title}
            columns={[charts(unit), t("attempts"), charts("failed"), charts("units")]}
            rows={slots
              .filter(({ attempts }) => attempts > 0)
              .toReversed()
              .map(({ start, attempts, failed, units }) => ({
                key: start,
                head: nameOf(start),
                cells: [attempts, failed, units].map((count) => format.number(count)),
              }))}
          />
        </div>
      )}
    </Section>
  );
}
