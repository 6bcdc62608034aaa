"use client";

import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { restore } from "../../move-actions";

interface RestoreFormProps {
  roomId: string;
  recordId: string;
  version: number;
}

export function RestoreForm({ roomId, recordId, version }: RestoreFormProps) {
  const t = useTranslations("roomRecords");
  const form = useForm(restore);
  return (
    <ActionForm
      form={form}
      failed={t("refused")}
      hidden={{ roomId, recordId, version }}
      className="grid grid-cols-1 justify-items-start gap-2"
    >
      <SubmitButton look="plain" icon={<History aria-hidden />}>
        {t("versions.restore")}
      </SubmitButton>
      <p className="text-dense text-ink-3">{t("versions.restoreHint")}</p>
    </ActionForm>
  );
}
