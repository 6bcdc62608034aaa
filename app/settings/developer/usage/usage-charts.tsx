import { useTranslations } from "next-intl";
import { REQUESTS_PATH, writeQuery } from "@/app/_links";
import type { Usage } from "@/lib/requests/usage";
import { RequestChart, type TimeSlot } from "../_charts/request-chart";
import type { UsageQuery } from "./usage-query";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export function UsageCharts({ usage, query }: { usage: Usage; query: UsageQuery }) {
  const t = useTranslations("usage.charts");
  const toSlot = (start: Date, lengthMs: number, sums: Omit<TimeSlot, "start" | "href">): TimeSlot => ({
    start,
    href: hrefOf(query, start, lengthMs),
    ...sums,
  });
  const hours = usage.hours.map(({ hour, ...sums }) => toSlot(hour, HOUR_MS, sums));
  const days = usage.days.map(({ day, ...sums }) => toSlot(new Date(`${day}T00:00:00.000Z`), DAY_MS, sums));
  const isShort = query.since === "24h";
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      {query.since === "30d" ? null : (
        <div className={isShort ? undefined : "lg:col-span-2"}>
          <RequestChart id="requests-by-hour" title={t("byHour")} slots={hours} unit="hour" of="requests" />
        </div>
      )}
      {isShort ? null : <RequestChart id="requests-by-day" title={t("byDay")} slots={days} unit="day" of="requests" />}
      <RequestChart
        id="units-over-time"
        title={t(isShort ? "unitsByHour" : "unitsByDay")}
        slots={isShort ? hours : days}
        unit={isShort ? "hour" : "day"}
        of="units"
      />
    </div>
  );
}

function hrefOf({ area }: UsageQuery, start: Date, lengthMs: number): string {
  const minute = (at: Date) => at.toISOString().slice(0, 16);
  const end = new Date(start.getTime() + lengthMs);
  return `${REQUESTS_PATH}${writeQuery({ area, from: minute(start), to: minute(end) })}`;
}
