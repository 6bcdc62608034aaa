"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { findCode } from "./actions";

export function CodeForm({ code }: { code: string }) {
  const t = useTranslations("cliApproval");
  const form = useForm(findCode);
  return (
    <ActionForm form={form} failed={t("failed")} noValidate className="grid gap-4">
      <TextField
        name="code"
        label={t("codeLabel")}
        hint={t("codeHint")}
        placeholder="BCDF-GHJK"
        autoCapitalize="characters"
        spellCheck={false}
        required
        className="font-mono tracking-widest uppercase"
        defaultValue={form.values ?? code}
      />
      <SubmitButton className="w-full">{t("continue")}</SubmitButton>
    </ActionForm>
  );
}
