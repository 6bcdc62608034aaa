"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { SubmitButton } from "@/app/_ui/submit-button";
import { TokenField } from "../../token-field";
import { rotate, type TokenState } from "./action";

const IDLE: TokenState = { kind: "idle" };

export function TokenForm({ connectorId }: { connectorId: string }) {
  const t = useTranslations("connectorForms");
  const [state, action, isPending] = useActionState(rotate, IDLE);
  const problems =
    state.kind === "refused"
      ? state.problems.map(({ field, reason }) => ({ field, message: t(`problems.${reason}`) }))
      : [];
  return (
    // Drawn anew after it was replaced, so that the field is empty again.
    <ActionForm action={action} className="grid gap-4">
      <ErrorSummary answer={state} title={t("rotateFailed")} problems={problems} />
      <input type="hidden" name="connectorId" value={connectorId} />
      <TokenField error={problems.find(({ field }) => field === "gatewayToken")?.message} />
      <div>
        <SubmitButton isPending={isPending}>{t("rotate")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
