"use client";

import { useTranslations } from "next-intl";
import { useActionState, useEffect } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { Field } from "@/app/_ui/field";
import { Checkbox, Input, Select } from "@/app/_ui/input";
import { Notice } from "@/app/_ui/notice";
import { SubmitButton } from "@/app/_ui/submit-button";
import { useToast } from "@/app/_ui/toast";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/locale";
import { type ProfileState, saveProfile } from "./actions";

const IDLE: ProfileState = { kind: "idle" };

interface ProfileFormProps {
  profile: { name: string; email: string; locale: string; sendsTranscripts: boolean };
}

export function ProfileForm({ profile }: ProfileFormProps) {
  const t = useTranslations("ui.account");
  const [state, action, isPending] = useActionState(saveProfile, IDLE);
  const isBrowser = useIsBrowser();
  useSavedToast(state);
  return (
    <ActionForm action={action} className="card grid gap-5 p-5">
      {state.kind === "saved" && !isBrowser ? (
        <Notice tone="good" role="status">
          {t("saved")}
        </Notice>
      ) : null}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          id="name"
          label={t("name")}
          error={state.kind === "refused" ? t(`problems.${state.problem}`) : undefined}
        >
          {(aria) => <Input {...aria} name="name" autoComplete="name" defaultValue={profile.name} />}
        </Field>
        <Field id="email" label={t("email")} hint={t("emailHint")}>
          {(aria) => <Input {...aria} value={profile.email} readOnly />}
        </Field>
        <Field id="locale" label={t("locale")} hint={t("localeHint")}>
          {(aria) => (
            <Select {...aria} name="locale" defaultValue={profile.locale}>
              {LOCALES.map((locale) => (
                <option key={locale} value={locale} lang={locale}>
                  {LOCALE_NAMES[locale]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <label className="flex items-start gap-3 rounded-control border border-line p-3.5">
        <Checkbox
          name="sendsTranscripts"
          defaultChecked={profile.sendsTranscripts}
          aria-describedby="transcripts-hint"
          className="mt-0.5"
        />
        <span>
          <span className="block text-dense font-medium">{t("transcripts")}</span>
          <span id="transcripts-hint" className="mt-0.5 block text-dense text-ink-2">
            {t("transcriptsHint")}
          </span>
        </span>
      </label>
      <div>
        <SubmitButton isPending={isPending}>{t("save")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

function useSavedToast(state: ProfileState) {
  const message = useTranslations("ui.account")("saved");
  const toast = useToast();
  useEffect(() => {
    if (state.kind === "saved") toast(message);
  }, [state, toast, message]);
}
