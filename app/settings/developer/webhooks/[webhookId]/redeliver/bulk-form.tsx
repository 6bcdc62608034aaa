"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Notice } from "@/app/_ui/notice";
import { SubmitButton } from "@/app/_ui/submit-button";
import type { Cost } from "@/lib/webhooks/recover";
import { pathOf } from "../../paths";
import { type BulkState, sendMany } from "./action";

const IDLE: BulkState = { kind: "idle" };

interface BulkFormProps {
  kind: "failed" | "held";
  webhookId: string;
  cost: Cost;
  range: { from: string; to: string } | null;
  /** null: no limit on this plan. */
  unitsLeft: number | null;
  isActive: boolean;
}

/** Says how many and what they cost; the button is the confirmation. */
export function BulkForm({ kind, webhookId, cost, range, unitsLeft, isActive }: BulkFormProps) {
  const t = useTranslations("deliveries.bulk");
  const problemWords = useTranslations("webhookForms.problems");
  const [state, action, isPending] = useActionState(sendMany, IDLE);
  const problems =
    state.kind === "refused" ? state.problems.map(({ reason }) => ({ field: "", message: problemWords(reason) })) : [];
  return (
    <ActionForm action={action} className="grid gap-3">
      <input type="hidden" name="webhookId" value={webhookId} />
      <input type="hidden" name="kind" value={kind} />
      {range ? (
        <>
          <input type="hidden" name="from" value={range.from} />
          <input type="hidden" name="to" value={range.to} />
        </>
      ) : null}
      <ErrorSummary answer={state} title={t("notSent")} problems={problems} />
      <div role="status" className="grid gap-3">
        {state.kind === "queued" ? (
          <Notice tone="good">{t("queued", { count: state.cost.deliveries })}</Notice>
        ) : (
          <p>
            {cost.deliveries === 0
              ? t(`${kind}.none`)
              : t(`${kind}.count`, { count: cost.deliveries, units: cost.units })}
          </p>
        )}
      </div>
      {unitsLeft !== null && cost.units > unitsLeft ? (
        <Notice tone="warn">{t("tooFewUnits", { left: unitsLeft })}</Notice>
      ) : null}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {cost.deliveries > 0 && isActive && state.kind !== "queued" ? (
          <SubmitButton isPending={isPending}>{t(`${kind}.action`, { count: cost.deliveries })}</SubmitButton>
        ) : null}
        {state.kind === "queued" ? <LinkButton href={pathOf(webhookId, "/deliveries")}>{t("watch")}</LinkButton> : null}
      </div>
    </ActionForm>
  );
}
