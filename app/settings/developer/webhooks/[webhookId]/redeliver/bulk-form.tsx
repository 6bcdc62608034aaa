"use client";

import { useTranslations } from "next-intl";
import { webhookPath } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { Notice } from "@/app/_ui/page/notice";
import type { Cost } from "@/lib/webhooks/delivery/recover";
import { sendMany } from "../../delivery-actions";

interface BulkFormProps {
  kind: "failed" | "held";
  webhookId: string;
  cost: Cost;
  range: { from: string; to: string } | null;
  /** null: no limit on this plan. */
  unitsLeft: number | null;
  isActive: boolean;
}

export function BulkForm({ kind, webhookId, cost, range, unitsLeft, isActive }: BulkFormProps) {
  const t = useTranslations("deliveries.bulk");
  const form = useForm(sendMany);
  const { state } = form;
  return (
    <ActionForm form={form} failed={t("notSent")} hidden={{ webhookId, kind, ...range }} className="grid gap-3">
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
          <SubmitButton>{t(`${kind}.action`, { count: cost.deliveries })}</SubmitButton>
        ) : null}
        {state.kind === "queued" ? (
          <LinkButton href={webhookPath(webhookId, "/deliveries")}>{t("watch")}</LinkButton>
        ) : null}
      </div>
    </ActionForm>
  );
}
