"use client";

import { Check, Send, Undo2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { TextArea } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { stepApproval } from "./approval-actions";

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
  const form = useForm(stepApproval);
  return (
    <ActionForm
      form={form}
      failed={t("refused")}
      hidden={{ roomId, recordId, requestId: requestId ?? "" }}
      className="grid grid-cols-1 gap-3"
    >
      {kind === "withdraw" ? null : (
        <TextArea
          name="comment"
          label={t(`approval.comment.${kind}`)}
          hint={t(`approval.commentHint.${kind}`)}
          rows={3}
          defaultValue={form.values ?? ""}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {kind === "request" ? (
          <SubmitButton name="step" value="request" icon={<Send aria-hidden />}>
            {t("approval.request")}
          </SubmitButton>
        ) : null}
        {kind === "decide" ? (
          <>
            <SubmitButton name="step" value="approve" icon={<Check aria-hidden />}>
              {t("approval.approve")}
            </SubmitButton>
            <SubmitButton look="dangerPlain" name="step" value="reject" icon={<X aria-hidden />}>
              {t("approval.reject")}
            </SubmitButton>
          </>
        ) : null}
        {kind === "withdraw" ? (
          <SubmitButton look="plain" name="step" value="withdraw" icon={<Undo2 aria-hidden />}>
            {t("approval.withdraw")}
          </SubmitButton>
        ) : null}
      </div>
    </ActionForm>
  );
}
