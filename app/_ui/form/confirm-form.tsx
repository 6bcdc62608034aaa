"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ActionForm, FormButtons } from "./action-form";
import type { FormAction } from "./define-action";
import { TextField } from "./field";
import { useForm } from "./use-form";

interface ConfirmFormProps {
  action: FormAction;
  hidden: Readonly<Record<string, string>>;
  name: string;
  failed: string;
  submit: string;
  cancelHref: string;
  children?: ReactNode;
}

export function ConfirmForm({ action, hidden, name, failed, submit, cancelHref, children }: ConfirmFormProps) {
  const t = useTranslations("ui");
  const form = useForm(action);
  const strong = (text: ReactNode) => <strong className="font-semibold break-all">{text}</strong>;
  return (
    <ActionForm form={form} failed={failed} hidden={hidden} className="grid gap-4">
      {children}
      <TextField
        name="confirmation"
        label={t.rich("confirmByTyping", { text: name, strong })}
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormButtons look="danger" submit={submit} cancelHref={cancelHref} />
    </ActionForm>
  );
}
