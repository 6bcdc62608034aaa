import { useFormatter, useTranslations } from "next-intl";
import { Section } from "@/app/_ui/page/section";
import type { Usage } from "@/lib/requests/usage";
import { ChartTable } from "./chart-table";
import { type Bar, StackedBars } from "./stacked-bars";

export interface TimeSlot {
  start: Date;
  href?: string;
  requests: number;
  refused: number;
  failed: number;
  units: number;
}

interface RequestChartProps {
  id: string;
  title: string;
  slots: readonly TimeSlot[];
  unit: "hour" | "day";
  of: "requests" | "units";
}

const HEIGHT = 120;

function readCounts({ requests, refused, failed, units }: TimeSlot) {
  return { requests, refused, failed, units };
}

export function RequestChart({ id, title, slots, unit, of }: RequestChartProps) {
  const t = useTranslations("usage.charts");
  const format = useFormatter();
  const nameSlot = (start: Date) =>
    format.dateTime(start, {
      month: "short",
      day: "numeric",
      ...(unit === "hour" ? { hour: "2-digit", minute: "2-digit" } : {}),
      timeZone: "UTC",
    });
  const sum = (read: (slot: TimeSlot) => number) => slots.reduce((total, slot) => total + read(slot), 0);
  const bars = slots.map(
    (slot): Bar => ({
      key: slot.start.toISOString(),
      title: `${nameSlot(slot.start)}: ${t("slot", readCounts(slot))}`,
      parts: of === "units" ? { amount: slot.units } : splitRequests(slot),
    }),
  );
  const busy = slots.filter(({ requests }) => requests > 0);
  const total = { requests: sum((slot) => slot.requests), units: sum((slot) => slot.units) };
  return (
    <Section id={id} title={title}>
      {busy.length === 0 ? (
        <p className="text-dense text-ink-3">{t("nothing")}</p>
      ) : (
        <div>
          <StackedBars
            bars={bars}
            label={t("label", { ...total, refused: sum((slot) => slot.refused), failed: sum((slot) => slot.failed) })}
            height={HEIGHT}
            className="h-30 w-full"
          />
          <p className="mt-2 flex justify-between text-xs text-ink-3">
            <span>{slots[0] ? `${nameSlot(slots[0].start)} UTC` : ""}</span>
            <span>{t("now")}</span>
          </p>
          {of === "requests" ? <Legend /> : null}
          <ChartTable
            label={t("asTable")}
            caption={title}
            columns={[t(unit), t("requests"), t("refused"), t("failed"), t("units")]}
            rows={busy.toReversed().map(({ start, href, requests, refused, failed, units }) => ({
              key: start.toISOString(),
              head: nameSlot(start),
              ...(href === undefined ? {} : { href }),
              cells: [requests, refused, failed, units].map((count) => format.number(count)),
            }))}
          />
        </div>
      )}
    </Section>
  );
}

function splitRequests({ requests, refused, failed }: Pick<TimeSlot, "requests" | "refused" | "failed">) {
  return { passed: requests - refused - failed, refused, failed };
}

const COLORS = { passed: "bg-good", refused: "bg-warn-solid", failed: "bg-bad-solid" } as const;

function Legend() {
  const t = useTranslations("usage.charts");
  return (
    <p aria-hidden className="mt-2 flex flex-wrap gap-x-4 text-xs text-ink-2">
      {(["passed", "refused", "failed"] as const).map((part) => (
        <span key={part} className="flex items-center gap-1.5">
          <span className={`size-2.5 rounded-sm ${COLORS[part]}`} />
          {t(part)}
        </span>
      ))}
    </p>
  );
}

const SPARKLINE_HEIGHT = 24;

/** Requests of some hours in small. The label says the same in words. */
export function RequestSparkline({ hours }: { hours: Usage["hours"] }) {
  const t = useTranslations("usage.charts");
  const sum = (read: (hour: Usage["hours"][number]) => number) => hours.reduce((total, hour) => total + read(hour), 0);
  const label = t("label", {
    requests: sum(({ requests }) => requests),
    refused: sum(({ refused }) => refused),
    failed: sum(({ failed }) => failed),
    units: sum(({ units }) => units),
  });
  return (
    <StackedBars
      bars={hours.map((hour) => ({ key: hour.hour.toISOString(), parts: splitRequests(hour) }))}
      label={label}
      height={SPARKLINE_HEIGHT}
      className="h-6 w-36 max-w-full"
    />
  );
}
