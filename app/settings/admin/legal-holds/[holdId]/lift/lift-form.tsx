"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { HOLDS_PATH } from "@/app/_links";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { TextArea, TextField } from "@/app/_ui/form/field";
import { useForm } from "@/app/_ui/form/use-form";
import { type LiftingValues, lift } from "../../actions";

export function LiftForm({ holdId, name }: { holdId: string; name: string }) {
  const [t, ui] = [useTranslations("legalHolds.liftPage"), useTranslations("ui")];
  const form = useForm<never, LiftingValues>(lift);
  const strong = (text: ReactNode) => <strong className="font-semibold break-all">{text}</strong>;
  return (
    <ActionForm form={form} failed={t("failed")} hidden={{ holdId }} noValidate className="grid gap-4">
      <TextArea name="reason" label={t("reason")} rows={3} defaultValue={form.values?.reason ?? ""} />
      <TextField
        name="confirmation"
        label={ui.rich("confirmByTyping", { text: name, strong })}
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormButtons look="danger" submit={t("submit")} cancelHref={HOLDS_PATH} />
    </ActionForm>
  );
}
