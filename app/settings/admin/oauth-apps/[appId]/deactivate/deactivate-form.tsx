"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ConfirmByTyping } from "@/app/_ui/confirm-by-typing";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { SubmitButton } from "@/app/_ui/submit-button";
import { type DeactivateState, deactivate } from "../../actions";
import { appPath } from "../../paths";

const IDLE: DeactivateState = { kind: "idle" };

export function DeactivateForm({ appId, name }: { appId: string; name: string }) {
  const t = useTranslations("appForm");
  const [state, action, isPending] = useActionState(deactivate, IDLE);
  const problems =
    state.kind === "invalid"
      ? state.problems.map(({ field, reason, line }) => ({ field, message: t(`problems.${reason}`, { line }) }))
      : [];
  return (
    <ActionForm action={action} className="grid gap-4">
      <input type="hidden" name="appId" value={appId} />
      <ErrorSummary answer={state} title={t("deactivateFailed")} problems={problems} />
      <ConfirmByTyping text={name} error={problems.find(({ field }) => field === "confirmation")?.message} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton look="danger" isPending={isPending}>
          {t("deactivate")}
        </SubmitButton>
        <LinkButton href={appPath(appId)}>{t("keep")}</LinkButton>
      </div>
    </ActionForm>
  );
}
