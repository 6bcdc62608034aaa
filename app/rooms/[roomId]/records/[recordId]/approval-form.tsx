"use client";

import { Check, Send, Undo2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { TextArea } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { actOnApproval } from "./actions";

interface ApprovalFormProps {
  roomId: string;
  recordId: string;
  requestId: string | null;
  kind: keyof typeof BUTTONS;
}

const BUTTONS = {
  request: [["request", "primary", Send]],
  decide: [
    ["approve", "primary", Check],
    ["reject", "dangerPlain", X],
  ],
  withdraw: [["withdraw", "plain", Undo2]],
} as const;

export function ApprovalForm({ roomId, recordId, requestId, kind }: ApprovalFormProps) {
  const t = useTranslations("roomRecords");
  const form = useForm(actOnApproval);
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
        {BUTTONS[kind].map(([action, look, Icon]) => (
          <SubmitButton key={action} look={look} name="action" value={action} icon={<Icon aria-hidden />}>
            {t(`approval.${action}`)}
          </SubmitButton>
        ))}
      </div>
    </ActionForm>
  );
}
