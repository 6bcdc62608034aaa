"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { readDocument } from "./actions";

export function UrlForm({ url }: { url: string }) {
  const t = useTranslations("clients");
  const form = useForm<never, { url: string }>(readDocument);
  return (
    <ActionForm
      form={form}
      failed={t("readFailed")}
      noValidate
      className="card grid justify-items-start gap-4 p-5 [&>*]:w-full"
    >
      <TextField
        name="url"
        type="url"
        label={t("url")}
        hint={t("urlHint")}
        defaultValue={form.values?.url ?? url}
        placeholder="https://app.example.com/oauth/client.json"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <SubmitButton>{t("read")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
