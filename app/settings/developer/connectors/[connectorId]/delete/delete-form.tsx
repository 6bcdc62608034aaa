"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ConfirmByTyping } from "@/app/_ui/confirm-by-typing";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { SubmitButton } from "@/app/_ui/submit-button";
import { pathOf } from "../../paths";
import { type DeleteState, remove } from "./action";

const IDLE: DeleteState = { kind: "idle" };

export function DeleteForm({ connectorId, name }: { connectorId: string; name: string }) {
  const t = useTranslations("connectorForms");
  const [state, action, isPending] = useActionState(remove, IDLE);
  const problems =
    state.kind === "refused"
      ? state.problems.map(({ field, reason }) => ({ field, message: t(`problems.${reason}`) }))
      : [];
  return (
    <ActionForm action={action} className="grid gap-4">
      <input type="hidden" name="connectorId" value={connectorId} />
      <ErrorSummary answer={state} title={t("deleteFailed")} problems={problems} />
      <ConfirmByTyping text={name} error={problems.find(({ field }) => field === "confirmation")?.message} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton look="danger" isPending={isPending}>
          {t("delete")}
        </SubmitButton>
        <LinkButton href={pathOf(connectorId, "/edit")}>{t("keep")}</LinkButton>
      </div>
    </ActionForm>
  );
}
