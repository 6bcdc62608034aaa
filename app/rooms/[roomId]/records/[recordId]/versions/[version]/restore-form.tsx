"use client";

import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { SubmitButton } from "@/app/_ui/submit-button";
import { type MoveState, restore } from "../../move-actions";

const IDLE: MoveState = { kind: "idle" };

interface RestoreFormProps {
  roomId: string;
  recordId: string;
  version: number;
}

export function RestoreForm({ roomId, recordId, version }: RestoreFormProps) {
  const t = useTranslations("roomRecords");
  const [state, action, isPending] = useActionState(restore, IDLE);
  const problems =
    state.kind === "refused"
      ? state.problems.map(({ reason }) => ({ field: "", message: t(`problems.${reason}`) }))
      : [];
  return (
    <ActionForm action={action} className="grid grid-cols-1 justify-items-start gap-2">
      <ErrorSummary answer={state} title={t("refused")} problems={problems} />
      <input type="hidden" name="roomId" value={roomId} />
      <input type="hidden" name="recordId" value={recordId} />
      <input type="hidden" name="version" value={version} />
      <SubmitButton look="plain" isPending={isPending}>
        {isPending ? null : <History aria-hidden />}
        {t("versions.restore")}
      </SubmitButton>
      <p className="text-dense text-ink-3">{t("versions.restoreHint")}</p>
    </ActionForm>
  );
}
