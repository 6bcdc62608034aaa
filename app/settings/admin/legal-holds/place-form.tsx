"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { TextArea, TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { type PlacingValues, place } from "./actions";

export function PlaceForm() {
  const t = useTranslations("legalHolds");
  const form = useForm<never, PlacingValues>(place);
  return (
    <ActionForm form={form} failed={t("placeFailed")} noValidate className="grid gap-4">
      <TextField
        name="area"
        label={t("area")}
        hint={t("areaHint")}
        defaultValue={form.values?.area ?? ""}
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextArea
        name="reason"
        label={t("reason")}
        hint={t("reasonHint")}
        rows={3}
        defaultValue={form.values?.reason ?? ""}
      />
      <div>
        <SubmitButton>{t("submit")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
