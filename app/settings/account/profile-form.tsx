"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { CheckField, SelectField, TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/locale";

import { saveProfile } from "./actions";

interface ProfileFormProps {
  profile: { name: string; email: string; locale: string; sendsTranscripts: boolean; hidesPresence: boolean };
}

export function ProfileForm({ profile }: ProfileFormProps) {
  const t = useTranslations("ui.account");
  const form = useForm(saveProfile);
  return (
    <ActionForm form={form} failed={t("failed")} className="grid gap-5">
      {form.state.kind === "saved" ? <DoneNotice of={form.state}>{t("saved")}</DoneNotice> : null}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField name="name" label={t("name")} autoComplete="name" defaultValue={profile.name} />
        <TextField name="email" label={t("email")} value={profile.email} readOnly />
        <SelectField name="locale" label={t("locale")} hint={t("localeHint")} defaultValue={profile.locale}>
          {LOCALES.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {LOCALE_NAMES[locale]}
            </option>
          ))}
        </SelectField>
      </div>
      <CheckField
        name="sendsTranscripts"
        defaultChecked={profile.sendsTranscripts}
        label={t("transcripts")}
        hint={t("transcriptsHint")}
      />
      <CheckField
        name="hidesPresence"
        defaultChecked={profile.hidesPresence}
        label={t("hidesPresence")}
        hint={t("hidesPresenceHint")}
      />
      <div>
        <SubmitButton>{t("save")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
