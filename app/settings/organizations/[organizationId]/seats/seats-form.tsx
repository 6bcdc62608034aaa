"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { useForm } from "@/app/_ui/form/use-form";
import {
  BILLING_ENTITY_BURST_MAX,
  BILLING_ENTITY_BURST_MIN,
  BILLING_ENTITY_BURST_PER_SEAT,
  MONTHLY_UNITS_PER_SEAT,
  ORGANIZATION_SEATS_MAX,
  type Plan,
} from "@/lib/platform/limits";
import { saveSeats } from "../../actions";
import { organizationPath } from "../../paths";
import { SeatEffects } from "./seat-effects";

interface SeatsFormProps {
  organizationId: string;
  plan: Plan;
  seats: number;
  taken: number;
  /** Units of this month. */
  used: number;
}

/** Shows the effects of the number while it is typed. */
export function SeatsForm({ organizationId, plan, seats, taken, used }: SeatsFormProps) {
  const t = useTranslations("organizationSettings.seats");
  const format = useFormatter();
  const form = useForm(saveSeats);
  const [typed, setTyped] = useState(String(seats));
  const wanted = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : seats;
  return (
    <ActionForm form={form} failed={t("failed")} hidden={{ organizationId }} className="card grid gap-5 p-4 sm:p-5">
      <TextField
        name="seats"
        label={t("number")}
        hint={t("numberHint", { taken, max: format.number(ORGANIZATION_SEATS_MAX) })}
        type="number"
        inputMode="numeric"
        min={1}
        max={ORGANIZATION_SEATS_MAX}
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
    </ActionForm>
  );
}
