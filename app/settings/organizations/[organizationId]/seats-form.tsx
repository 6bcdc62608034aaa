"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { organizationPath } from "@/app/_links";
import { FormButtons, PlainForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { Notice } from "@/app/_ui/page/notice";
import {
  BILLING_ENTITY_BURST_MAX,
  BILLING_ENTITY_BURST_MIN,
  BILLING_ENTITY_BURST_PER_SEAT,
  limitEntityBurst,
  limitMonthlyUnits,
  MONTHLY_UNITS_PER_SEAT,
  type Plan,
} from "@/lib/platform/limits";
import { saveSeats } from "../actions";

interface SeatsFormProps {
  organizationId: string;
  plan: Plan;
  seats: number;
  max: number;
  taken: number;
  used: number;
}

export function SeatsForm({ organizationId, plan, seats, max, taken, used }: SeatsFormProps) {
  const t = useTranslations("organizationSettings.seats");
  const format = useFormatter();
  const [typed, setTyped] = useState(String(seats));
  const wanted = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : seats;
  return (
    <PlainForm action={saveSeats} failed={t("failed")} hidden={{ organizationId }} className="grid gap-5">
      <TextField
        name="seats"
        label={t("number")}
        hint={t("numberHint", { taken, max: format.number(max) })}
        type="number"
        inputMode="numeric"
        min={1}
        max={max}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className="max-w-32"
      />
      <SeatEffects plan={plan} from={seats} to={wanted} used={used} />
      <p className="text-dense text-ink-3 text-pretty">
        {t("rule", {
          units: format.number(MONTHLY_UNITS_PER_SEAT),
          perSeat: format.number(BILLING_ENTITY_BURST_PER_SEAT),
          min: format.number(BILLING_ENTITY_BURST_MIN),
          max: format.number(BILLING_ENTITY_BURST_MAX),
        })}
      </p>
      <FormButtons submit={t("save")} cancelHref={organizationPath(organizationId)} />
    </PlainForm>
  );
}

interface SeatEffectsProps extends Pick<SeatsFormProps, "plan" | "used"> {
  from: number;
  to: number;
}

/** §8: both limits are reckoned from the number of seats with each request, so a change counts at once. */
function SeatEffects({ plan, from, to, used }: SeatEffectsProps) {
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
        <caption className="mb-2 text-start font-medium">{t("effect")}</caption>
        <thead className="border-b border-line text-xs text-ink-3">
          <tr>
            <th scope="col" className="py-1.5 font-medium">
              {t("limit")}
            </th>
            <th scope="col" className="py-1.5 ps-3 text-end font-medium">
              {t("now")}
            </th>
            <th scope="col" className="py-1.5 ps-3 text-end font-medium">
              {t("then")}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(([name, before, after]) => (
            <tr key={name}>
              <th scope="row" className="py-2 pe-2 font-normal text-ink-2">
                {name}
              </th>
              <td className="py-2 ps-3 text-end">{show(before)}</td>
              <td className="py-2 ps-3 text-end font-medium">{show(after)}</td>
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
