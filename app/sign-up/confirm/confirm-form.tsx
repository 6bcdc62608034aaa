"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { PasswordField } from "@/app/_ui/form/password-field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { finishSignUp } from "../actions";

interface ConfirmFormProps {
  token: string;
  email: string;
  submit: string;
  passwordHint: string;
}

export function ConfirmForm({ token, email, submit, passwordHint }: ConfirmFormProps) {
  const t = useTranslations("signUp");
  const form = useForm(finishSignUp);
  return (
    <ActionForm form={form} failed={t("notCreated")} hidden={{ token }} noValidate className="card grid gap-4 p-5">
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        name="name"
        label={t("name")}
        hint={t("nameHint")}
        autoComplete="name"
        required
        defaultValue={form.values ?? ""}
      />
      <PasswordField label={t("password")} hint={passwordHint} autoComplete="new-password" />
      <SubmitButton className="w-full">{submit}</SubmitButton>
    </ActionForm>
  );
}
