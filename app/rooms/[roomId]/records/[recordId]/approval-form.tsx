"use client";

import { Check, Send, Undo2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { SubmitButton } from "@/app/_ui/submit-button";
import { type ApprovalState, stepApproval } from "./approval-actions";

const IDLE: ApprovalState = { kind: "idle" };

interface ApprovalFormProps {
  roomId: string;
  recordId: string;
  /** The approval request being decided. */
  requestId: string | null;
  kind: "request" | "decide" | "withdraw";
}

/** One comment field and the buttons that submit it. */
export function ApprovalForm({ roomId, recordId, requestId, kind }: ApprovalFormProps) {
  const t = useTranslations("roomRecords");
  const [state, action, isPending] = useActionState(stepApproval, IDLE);
  const problems =
    state.kind === "refused"
      ? state.problems.map(({ field, reason }) => ({ field, message: t(`problems.${reason}`) }))
      : [];
  return (
    <ActionForm action={action} className="grid grid-cols-1 gap-3">
      <ErrorSummary answer={state} title={t("refused")} problems={problems} />
      <input type="hidden" name="roomId" value={roomId} />
      <input type="hidden" name="recordId" value={recordId} />
      <input type="hidden" name="requestId" value={requestId ?? ""} />
      {kind === "withdraw" ? null : (
        <Field
          id="comment"
          label={t(`approval.comment.${kind}`)}
          hint={t(`approval.commentHint.${kind}`)}
          error={problems.find(({ field }) => field === "comment")?.message}
        >
          {(aria) => (
            <textarea
              {...aria}
              name="comment"
              rows={3}
              defaultValue={state.kind === "refused" ? state.comment : ""}
              className="control h-auto py-2"
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        {kind === "request" ? (
          <SubmitButton name="step" value="request" isPending={isPending}>
            {isPending ? null : <Send aria-hidden />}
            {t("approval.request")}
          </SubmitButton>
        ) : null}
        {kind === "decide" ? (
          <>
            <SubmitButton name="step" value="approve" isPending={isPending}>
              {isPending ? null : <Check aria-hidden />}
              {t("approval.approve")}
            </SubmitButton>
            <SubmitButton look="dangerPlain" name="step" value="reject" isPending={isPending}>
              {isPending ? null : <X aria-hidden />}
              {t("approval.reject")}
            </SubmitButton>
          </>
        ) : null}
        {kind === "withdraw" ? (
          <SubmitButton look="plain" name="step" value="withdraw" isPending={isPending}>
            {isPending ? null : <Undo2 aria-hidden />}
            {t("approval.withdraw")}
          </SubmitButton>
        ) : null}
      </div>
    </ActionForm>
  );
}
