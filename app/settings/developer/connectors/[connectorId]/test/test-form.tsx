"use client";

import { PlugZap } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { SubmitButton } from "@/app/_ui/submit-button";
import { type RunFormState, run } from "../../run-action";
import { useRefusal } from "../../use-refusal";

const IDLE: RunFormState = { kind: "idle" };

export function TestForm({ connectorId, isAgain }: { connectorId: string; isAgain: boolean }) {
  const t = useTranslations("agentRunForms");
  const [state, action, isPending] = useActionState(run, IDLE);
  const problems = useRefusal(state);
  return (
    <ActionForm action={action} className="grid gap-3">
      <ErrorSummary answer={state} title={t("notStarted")} problems={problems} />
      <input type="hidden" name="connectorId" value={connectorId} />
      <input type="hidden" name="action" value="test-connection" />
      <SubmitButton isPending={isPending} className="justify-self-start">
        <PlugZap aria-hidden />
        {t(isAgain ? "testAgain" : "test")}
      </SubmitButton>
    </ActionForm>
  );
}
