import { useFormatter, useTranslations } from "next-intl";
import { Notice } from "@/app/_ui/notice";
import { limitEntityBurst, limitMonthlyUnits, type Plan } from "@/lib/platform/limits";

interface SeatEffectsProps {
  plan: Plan;
  from: number;
  to: number;
  /** Units of this month. */
  used: number;
}

/** §8: both limits are reckoned from the number of seats with each request, so a change counts at once. */
export function SeatEffects({ plan, from, to, used }: SeatEffectsProps) {
  const t = useTranslations("organizationSettings.seats");
  const format = useFormatter();
  const show = (limit: number | null) => (limit === null ? t("unlimited") : format.number(limit));
  const rows = [
    [t("units"), limitMonthlyUnits({ plan, seats: from }), limitMonthlyUnits({ plan, seats: to })],
    [t("burstPerMinute"), limitEntityBurst({ plan, seats: from }), limitEntityBurst({ plan, seats: to })],
  ] as const;
  const units = limitMonthlyUnits({ plan, seats: to });
  return (
    <div className="grid gap-3">
      <table className="w-full text-dense">
        <caption className="mb-2 text-left font-medium">{t("effect")}</caption>
        <thead className="border-b border-line text-xs text-ink-3">
          <tr>
            <th scope="col" className="py-1.5 text-left font-medium">
              {t("limit")}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {t("now")}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {t("then")}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(([name, before, after]) => (
            <tr key={name}>
              <th scope="row" className="py-2 pr-2 text-left font-normal text-ink-2">
                {name}
              </th>
              <td className="py-2 text-right">{show(before)}</td>
              <td className="py-2 text-right font-medium">{show(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {units !== null && used > units ? (
        <Notice tone="warn">{t("overused", { used: format.number(used) })}</Notice>
      ) : null}
    </div>
  );
}
