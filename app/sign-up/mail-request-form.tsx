"use client";

import { MailCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { ActionForm } from "@/app/_ui/form/action-form";
import type { FormAction } from "@/app/_ui/form/define-action";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import type { SentState } from "./mail-request";

interface MailRequestFormProps {
  action: FormAction<SentState, string>;
  texts: "signUp" | "resetPassword";
  path: string;
}

/** Asks for an address; then says that a mail may be on its way, in the same words for every address. */
export function MailRequestForm({ action, texts, path }: MailRequestFormProps) {
  const [t, own] = [useTranslations("signUp"), useTranslations(texts)];
  const form = useForm<SentState, string>(action);
  const { state } = form;
  if (state.kind === "sent")
    return (
      <Sent
        key={state.email}
        heading={t("sentHeading")}
        text={own("sentText", { email: state.email })}
        hint={t("sentHint")}
      >
        <ActionForm form={form} hidden={{ email: state.email }} className="flex flex-wrap items-center gap-3">
          <SubmitButton look="plain">{t("again")}</SubmitButton>
          <a href={path} className="text-dense text-accent underline underline-offset-2">
            {t("other")}
          </a>
        </ActionForm>
      </Sent>
    );
  return (
    <ActionForm form={form} failed={own("failed")} noValidate className="card grid gap-4 p-5">
      <TextField
        name="email"
        label={t("email")}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={form.values ?? ""}
      />
      <SubmitButton className="w-full">{own("submit")}</SubmitButton>
    </ActionForm>
  );
}

interface SentProps {
  heading: string;
  text: string;
  hint: string;
  children: React.ReactNode;
}

/** Takes the focus, since the button that had it is gone. */
function Sent({ heading, text, hint, children }: SentProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div role="status" className="card grid gap-3 p-5">
      <MailCheck aria-hidden className="size-5 text-accent" />
      <h2 ref={title} tabIndex={-1} className="font-semibold outline-none">
        {heading}
      </h2>
      <p className="text-ink-2">{text}</p>
      <p className="text-dense text-ink-3">{hint}</p>
      {children}
    </div>
  );
}
