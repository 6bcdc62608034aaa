"use client";

import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { SubmitButton } from "@/app/_ui/submit-button";
import { type SwitchState, switchWebhook } from "./switch-action";

const IDLE: SwitchState = { kind: "idle" };

interface SwitchFormProps {
  webhookId: string;
  isActive: boolean;
  /** Where it is, so that without JavaScript the same page comes back. */
  returnTo: string;
  look?: "plain" | "primary";
}

export function SwitchForm({ webhookId, isActive, returnTo, look = "plain" }: SwitchFormProps) {
  const t = useTranslations("webhookForms");
  const [state, action, isPending] = useActionState(switchWebhook, IDLE);
  const problems =
    state.kind === "refused"
      ? state.problems.map(({ field, reason }) => ({ field, message: t(`problems.${reason}`) }))
      : [];
  return (
    <ActionForm action={action} className="grid gap-2">
      <ErrorSummary answer={state} title={t("switchFailed")} problems={problems} />
      <input type="hidden" name="webhookId" value={webhookId} />
      <input type="hidden" name="isActive" value={isActive ? "false" : "true"} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <SubmitButton look={look} isPending={isPending} className="justify-self-start">
        {isActive ? <Pause aria-hidden /> : <Play aria-hidden />}
        {t(isActive ? "deactivate" : "activate")}
      </SubmitButton>
    </ActionForm>
  );
}
