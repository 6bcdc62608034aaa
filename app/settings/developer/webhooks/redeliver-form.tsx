"use client";

import { RotateCw } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { webhookPath } from "@/app/_links";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { AttemptOutcome } from "./attempt-outcome";
import { redeliverOne } from "./delivery-actions";

interface RedeliverFormProps {
  webhookId: string;
  attemptId: string;
  event: string;
}

/** Sends the event again under a new delivery id and shows the result in place. */
export function RedeliverForm({ webhookId, attemptId, event }: RedeliverFormProps) {
  const t = useTranslations("deliveries.redeliver");
  const form = useForm(redeliverOne);
  const { state } = form;
  return (
    <ActionForm form={form} failed={t("failed")} hidden={{ webhookId, attemptId }} className="contents">
      <SubmitButton look="plain" size="small" icon={<RotateCw aria-hidden />} aria-label={t("label", { event })}>
        {t("action")}
      </SubmitButton>
      {form.problems.some(({ reason }) => reason === "webhook_inactive") ? (
        <Link href={webhookPath(webhookId)} className="text-dense underline underline-offset-4">
          {t("toActivate")}
        </Link>
      ) : null}
      <div role="status" className="w-full empty:sr-only">
        {state.kind === "sent" ? (
          <div className="grid gap-2 rounded-control border border-line bg-muted p-3">
            <AttemptOutcome outcome={state.delivery} />
            <p className="text-dense text-ink-2">
              {t("newId")} <span className="font-mono break-all">{state.delivery.deliveryId}</span>{" "}
              <Link
                href={webhookPath(webhookId, `/attempts/${state.delivery.id}`)}
                className="font-medium text-ink underline underline-offset-4"
              >
                {t("see")}
              </Link>
            </p>
          </div>
        ) : null}
      </div>
    </ActionForm>
  );
}
