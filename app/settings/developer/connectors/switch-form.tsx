"use client";

import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { SubmitButton } from "@/app/_ui/submit-button";
import { type SwitchState, switchConnector } from "./switch-action";

const IDLE: SwitchState = { kind: "idle" };

interface SwitchFormProps {
  connectorId: string;
  isEnabled: boolean;
  look?: "plain" | "primary";
}

export function SwitchForm({ connectorId, isEnabled, look = "plain" }: SwitchFormProps) {
  const t = useTranslations("connectorForms");
  const [state, action, isPending] = useActionState(switchConnector, IDLE);
  const problems =
    state.kind === "refused"
      ? state.problems.map(({ field, reason }) => ({ field, message: t(`problems.${reason}`) }))
      : [];
  return (
    <ActionForm action={action} className="grid gap-2">
      <ErrorSummary answer={state} title={t("switchFailed")} problems={problems} />
      <input type="hidden" name="connectorId" value={connectorId} />
      <input type="hidden" name="isEnabled" value={isEnabled ? "false" : "true"} />
      <SubmitButton look={look} isPending={isPending} className="justify-self-start">
        {isEnabled ? <Pause aria-hidden /> : <Play aria-hidden />}
        {t(isEnabled ? "disable" : "enable")}
      </SubmitButton>
    </ActionForm>
  );
}
