"use client";

import { RotateCw } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { Notice } from "@/app/_ui/notice";
import { SubmitButton } from "@/app/_ui/submit-button";
import { AttemptOutcome } from "./attempt-outcome";
import { pathOf } from "./paths";
import { type RedeliverState, redeliverOne } from "./redeliver-action";

const IDLE: RedeliverState = { kind: "idle" };

interface RedeliverFormProps {
  webhookId: string;
  attemptId: string;
  /** What is sent again, for those who hear the button alone. */
  event: string;
}

/** The event once more, under a new delivery id; what came of it stands where it was asked for. */
export function RedeliverForm({ webhookId, attemptId, event }: RedeliverFormProps) {
  const t = useTranslations("deliveries.redeliver");
  const problems = useTranslations("webhookForms.problems");
  const [state, action, isPending] = useActionState(redeliverOne, IDLE);
  return (
    <ActionForm action={action} className="contents">
      <input type="hidden" name="webhookId" value={webhookId} />
      <input type="hidden" name="attemptId" value={attemptId} />
      <SubmitButton look="plain" size="small" isPending={isPending} aria-label={t("label", { event })}>
        {isPending ? null : <RotateCw aria-hidden />}
        {t("action")}
      </SubmitButton>
      <div role="status" className="w-full empty:hidden">
        {state.kind === "refused" ? (
          <Notice tone="warn">
            {problems(state.reason)}{" "}
            {state.reason === "webhook_inactive" ? (
              <Link href={pathOf(webhookId)} className="underline underline-offset-4">
                {t("toActivate")}
              </Link>
            ) : null}
          </Notice>
        ) : null}
        {state.kind === "sent" ? (
          <div className="grid gap-2 rounded-control border border-line bg-muted p-3">
            <AttemptOutcome outcome={state.delivery} />
            <p className="text-dense text-ink-2">
              {t("newId")} <span className="font-mono break-all">{state.delivery.deliveryId}</span>{" "}
              <Link
                href={pathOf(webhookId, `/attempts/${state.delivery.id}`)}
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
