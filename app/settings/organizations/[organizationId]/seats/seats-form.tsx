"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { SubmitButton } from "@/app/_ui/submit-button";
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
import type { OrganizationFormState } from "../../problems";
import { useProblems } from "../../use-problems";
import { SeatEffects } from "./seat-effects";

const IDLE: OrganizationFormState = { kind: "idle" };

interface SeatsFormProps {
  organizationId: string;
  plan: Plan;
  seats: number;
  taken: number;
  /** Units of this month. */
  used: number;
}

/** What the number does is shown while it is typed, and in words for when it is not. */
export function SeatsForm({ organizationId, plan, seats, taken, used }: SeatsFormProps) {
  const t = useTranslations("organizationSettings.seats");
  const format = useFormatter();
  const [state, action, isPending] = useActionState(saveSeats, IDLE);
  const [typed, setTyped] = useState(String(seats));
  const problems = useProblems(state);
  const wanted = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : seats;
  return (
    <ActionForm action={action} className="card grid gap-5 p-4 sm:p-5">
      <input type="hidden" name="organizationId" value={organizationId} />
      <ErrorSummary answer={state} title={t("failed")} problems={problems.all} />
      <Field
        id="seats"
        label={t("number")}
        hint={t("numberHint", { taken, max: format.number(ORGANIZATION_SEATS_MAX) })}
        error={problems.at("seats")}
      >
        {(aria) => (
          <Input
            {...aria}
            name="seats"
            type="number"
            inputMode="numeric"
            min={1}
            max={ORGANIZATION_SEATS_MAX}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            className="max-w-32"
          />
        )}
      </Field>
      <SeatEffects plan={plan} from={seats} to={wanted} used={used} />
      <p className="text-dense text-ink-3 text-pretty">
        {t("rule", {
          units: format.number(MONTHLY_UNITS_PER_SEAT),
          perSeat: format.number(BILLING_ENTITY_BURST_PER_SEAT),
          min: format.number(BILLING_ENTITY_BURST_MIN),
          max: format.number(BILLING_ENTITY_BURST_MAX),
        })}
      </p>
      <div className="flex flex-wrap gap-2">
        <SubmitButton isPending={isPending}>{t("save")}</SubmitButton>
        <LinkButton look="quiet" href={organizationPath(organizationId)}>
          {t("cancel")}
        </LinkButton>
      </div>
    </ActionForm>
  );
}
