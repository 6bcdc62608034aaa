"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Checkbox } from "@/app/_ui/input";
import { SubmitButton } from "@/app/_ui/submit-button";
import { type FinishState, finish } from "./action";

const IDLE: FinishState = { kind: "idle" };

export function FinishForm({ webhookId }: { webhookId: string }) {
  const t = useTranslations("webhookForms");
  const [state, action, isPending] = useActionState(finish, IDLE);
  const problems =
    state.kind === "refused"
      ? state.problems.map(({ field, reason }) => ({ field, message: t(`problems.${reason}`) }))
      : [];
  return (
    <ActionForm action={action} className="flex flex-wrap items-center justify-between gap-4">
      <div className="w-full empty:hidden">
        <ErrorSummary answer={state} title={t("finish.failed")} problems={problems} />
      </div>
      <input type="hidden" name="webhookId" value={webhookId} />
      <div className="grid max-w-xl gap-2 text-dense">
        <p className="text-ink-2 text-pretty">{t("finish.text")}</p>
        <label className="flex min-h-6 items-center gap-2">
          <Checkbox name="isSure" required />
          {t("finish.sure")}
        </label>
      </div>
      <SubmitButton look="danger" isPending={isPending}>
        {t("finish.action")}
      </SubmitButton>
    </ActionForm>
  );
}
