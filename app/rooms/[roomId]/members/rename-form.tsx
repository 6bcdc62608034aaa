"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { rename } from "./actions";

export function RenameForm({ roomId, name }: { roomId: string; name: string }) {
  const t = useTranslations("roomMembers.settings");
  const form = useForm(rename);
  return (
    <ActionForm form={form} failed={t("failed")} hidden={{ roomId }} className="card grid gap-4 p-4 sm:p-5">
      <TextField key={name} name="name" label={t("name")} hint={t("nameHint")} defaultValue={name} />
      <div>
        <SubmitButton look="plain">{t("rename")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
