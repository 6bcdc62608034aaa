"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ConfirmByTyping } from "@/app/_ui/confirm-by-typing";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { SubmitButton } from "@/app/_ui/submit-button";
import { type RevokeState, revoke } from "../../actions";

const IDLE: RevokeState = { kind: "idle" };

export function RevokeForm({ keyId, name }: { keyId: string; name: string }) {
  const t = useTranslations("keyForm");
  const [state, action, isPending] = useActionState(revoke, IDLE);
  const problems =
    state.kind === "invalid"
      ? state.problems.map(({ field, reason }) => ({ field, message: t(`problems.${reason}`) }))
      : [];
  return (
    <ActionForm action={action} className="grid gap-4">
      <input type="hidden" name="keyId" value={keyId} />
      <ErrorSummary answer={state} title={t("revokeFailed")} problems={problems} />
      <ConfirmByTyping text={name} error={problems.find(({ field }) => field === "confirmation")?.message} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton look="danger" isPending={isPending}>
          {t("revoke")}
        </SubmitButton>
        <LinkButton href={`/settings/developer/api-keys/${keyId}`}>{t("keep")}</LinkButton>
      </div>
    </ActionForm>
  );
}
