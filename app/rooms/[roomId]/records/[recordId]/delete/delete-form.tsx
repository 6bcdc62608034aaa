"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ConfirmByTyping } from "@/app/_ui/confirm-by-typing";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { SubmitButton } from "@/app/_ui/submit-button";
import { pathOfRecord } from "../../paths";
import { type MoveState, remove } from "../move-actions";

const IDLE: MoveState = { kind: "idle" };

export function DeleteForm({ roomId, recordId, title }: { roomId: string; recordId: string; title: string }) {
  const t = useTranslations("roomRecords");
  const [state, action, isPending] = useActionState(remove, IDLE);
  const problems =
    state.kind === "refused"
      ? state.problems.map(({ field, reason }) => ({ field, message: t(`problems.${reason}`) }))
      : [];
  return (
    <ActionForm action={action} className="grid grid-cols-1 gap-4">
      <input type="hidden" name="roomId" value={roomId} />
      <input type="hidden" name="recordId" value={recordId} />
      <ErrorSummary answer={state} title={t("refused")} problems={problems} />
      <ConfirmByTyping text={title} error={problems.find(({ field }) => field === "confirmation")?.message} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton look="danger" isPending={isPending}>
          {t("delete.submit")}
        </SubmitButton>
        <LinkButton href={pathOfRecord(roomId, recordId)}>{t("delete.keep")}</LinkButton>
      </div>
    </ActionForm>
  );
}
