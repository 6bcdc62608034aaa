"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, startTransition } from "react";
import { LinkButton } from "../controls/button";
import type { FormAction } from "./define-action";
import { ErrorSummary } from "./error-summary";
import { PasswordField } from "./password-field";
import { SubmitButton } from "./submit-button";
import { type Form, FormContext, useForm } from "./use-form";

interface ActionFormProps extends Omit<ComponentProps<"form">, "action" | "onSubmit" | "hidden"> {
  form: Form;
  failed?: string;
  hidden?: Readonly<Record<string, string | number>>;
}

/** Submitted by React, or by the browser without JavaScript. Typed values stay when the action refuses them. */
export function ActionForm({ form, failed, hidden = {}, children, ...props }: ActionFormProps) {
  return (
    <FormContext value={form}>
      <form
        {...props}
        action={form.send}
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget, event.nativeEvent.submitter);
          startTransition(() => form.send(data));
        }}
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {failed && form.problems.length > 0 ? (
          <div className="col-span-full w-full">
            <ErrorSummary title={failed} problems={form.problems} result={form.state} />
          </div>
        ) : null}
        {form.problems.some(({ field }) => field === "proof") ? <ProofField /> : null}
        {children}
      </form>
    </FormContext>
  );
}

/** Shown when `requireFreshProof` asks. Other ways than a password open beside the form, so that nothing typed is lost. */
function ProofField() {
  const t = useTranslations("ui.proof");
  return (
    <div className="col-span-full w-full">
      <PasswordField
        name="proof"
        label={t("password")}
        aside={
          <a
            href="/confirm"
            target="_blank"
            className="text-dense text-accent underline underline-offset-2"
            rel="noopener"
          >
            {t("other")}
          </a>
        }
      />
    </div>
  );
}

export function PlainForm({
  action,
  ...props
}: Omit<ActionFormProps, "form"> & { action: FormAction<never, unknown> }) {
  return <ActionForm {...props} form={useForm(action)} />;
}

interface FormButtonsProps {
  submit: string;
  look?: "primary" | "danger";
  cancelHref: string;
}

export function FormButtons({ submit, look = "primary", cancelHref }: FormButtonsProps) {
  const t = useTranslations("ui");
  return (
    <div className="flex flex-wrap gap-2">
      <SubmitButton look={look}>{submit}</SubmitButton>
      <LinkButton look={look === "danger" ? "plain" : "quiet"} href={cancelHref}>
        {t("cancel")}
      </LinkButton>
    </div>
  );
}
