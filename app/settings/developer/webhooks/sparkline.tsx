import { useFormatter, useTranslations } from "next-intl";
import type { SuccessSummary } from "@/lib/webhooks/history/stats-query";
import { readSuccessPercent } from "@/lib/webhooks/settings/webhook-summary";

const BAR = 4;
const GAP = 1;
const HEIGHT = 20;

/** Bars for 24 hours, delivered on top of failed. The label says the same in words. */
export function Sparkline({ success }: { success: SuccessSummary }) {
  const t = useTranslations("webhooks");
  const { hours, succeeded, failed } = success;
  const most = Math.max(1, ...hours.map((hour) => hour.succeeded + hour.failed));
  const tall = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / most) * HEIGHT));
  return (
    <svg
      role="img"
      aria-label={t("sparkline", { succeeded, failed })}
      viewBox={`0 0 ${24 * (BAR + GAP) - GAP} ${HEIGHT}`}
      className="h-5 w-[7.4375rem] max-w-full"
    >
      {hours.map((hour, n) => {
        const x = n * (BAR + GAP);
        const bad = tall(hour.failed);
        const good = Math.min(HEIGHT - bad, tall(hour.succeeded));
        return (
          <g key={hour.hour.getTime()}>
            <rect x={x} y={HEIGHT - 1} width={BAR} height={1} className="fill-line" />
            <rect x={x} y={HEIGHT - bad} width={BAR} height={bad} className="fill-bad-solid" />
            <rect x={x} y={HEIGHT - bad - good} width={BAR} height={good} className="fill-good" />
          </g>
        );
      })}
    </svg>
  );
}

export function SuccessShare({ success, none }: { success: SuccessSummary; none?: string }) {
  const t = useTranslations("webhooks");
  const format = useFormatter();
  const percent = readSuccessPercent(success);
  if (percent === null) return <span className="text-ink-3">{none ?? t("nothingSent")}</span>;
  return (
    <span className={success.failed === 0 ? "text-ink" : percent < 90 ? "text-bad" : "text-warn"}>
      {format.number(percent / 100, { style: "percent", maximumFractionDigits: 1 })}
    </span>
  );
}
