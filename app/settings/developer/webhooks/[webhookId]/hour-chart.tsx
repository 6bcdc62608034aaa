"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Section } from "@/app/_ui/page/section";
import { useZone } from "@/app/_ui/shown/zone";
import type { HourOfDeliveries } from "@/lib/webhooks/history/stats-query";
import { ChartTable } from "../../_charts/chart-table";

const BAR = 18;
const GAP = 4;
const HEIGHT = 120;

/** Finished deliveries by hour, in the reader's zone like all times; the table below holds the same numbers. */
export function HourChart({ hours }: { hours: readonly HourOfDeliveries[] }) {
  const t = useTranslations("webhooks.charts");
  const format = useFormatter();
  const most = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed));
  const tall = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT));
  const sum = (key: "succeeded" | "failed") => hours.reduce((total, hour) => total + hour[key], 0);
  const zone = useZone();
  const formatHour = (hour: Date) => {
    const text = format.dateTime(hour, { hour: "2-digit", minute: "2-digit", timeZone: zone ?? "UTC" });
    return zone === null ? `${text} UTC` : text;
  };
  return (
    <Section id="by-hour" title={t("byHour")}>
      {sum("succeeded") + sum("failed") === 0 ? (
        <p className="text-dense text-ink-3">{t("nothing")}</p>
      ) : (
        <div>
          <svg
            role="img"
            aria-label={t("byHourText", { succeeded: sum("succeeded"), failed: sum("failed"), most })}
            viewBox={`0 0 ${24 * (BAR + GAP) - GAP} ${HEIGHT + 1}`}
            className="w-full"
          >
            {hours.map((hour, n) => {
              const x = n * (BAR + GAP);
              const bad = tall(hour.failed);
              const good = Math.min(HEIGHT - bad, tall(hour.succeeded));
              return (
                <g key={hour.hour.getTime()}>
                  <title>{`${formatHour(hour.hour)}: ${t("hourText", { succeeded: hour.succeeded, failed: hour.failed })}`}</title>
                  <rect x={x} y={HEIGHT} width={BAR} height={1} className="fill-line-strong" />
                  <rect x={x} y={HEIGHT - bad} width={BAR} height={bad} className="fill-bad-solid" />
                  <rect x={x} y={HEIGHT - bad - good} width={BAR} height={good} className="fill-good" />
                </g>
              );
            })}
          </svg>
          <p className="mt-2 flex justify-between text-xs text-ink-3">
            <span>{hours[0] ? formatHour(hours[0].hour) : ""}</span>
            <span>{t("now")}</span>
          </p>
          <Legend />
          <ChartTable
            label={t("asTable")}
            caption={t("byHour")}
            columns={[t("hour"), t("succeeded"), t("failed")]}
            rows={hours
              .filter(({ succeeded, failed }) => succeeded + failed > 0)
              .map(({ hour, succeeded, failed }) => ({
                key: hour.toISOString(),
                head: formatHour(hour),
                cells: [succeeded, failed],
              }))}
          />
        </div>
      )}
    </Section>
  );
}

function Legend() {
  const t = useTranslations("webhooks.charts");
  return (
    <p aria-hidden className="mt-2 flex gap-4 text-xs text-ink-2">
      <span className="flex items-center gap-1.5">
        <span className="size-2.5 rounded-sm bg-good" />
        {t("succeeded")}
      </span>
      <span className="flex items-center gap-1.5">
        <span className="size-2.5 rounded-sm bg-bad-solid" />
        {t("failed")}
      </span>
    </p>
  );
}
