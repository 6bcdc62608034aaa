"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { Checkbox } from "@/app/_ui/input";
import { finish } from "../../actions";

export function FinishForm({ webhookId }: { webhookId: string }) {
  const t = useTranslations("webhookForms.finish");
  const form = useForm(finish);
  return (
    <ActionForm
      form={form}
      failed={t("failed")}
      hidden={{ webhookId }}
      className="flex flex-wrap items-center justify-between gap-4"
    >
      <div className="grid max-w-xl gap-2 text-dense">
        <p className="text-ink-2 text-pretty">{t("text")}</p>
        <label className="flex min-h-6 items-center gap-2">
          <Checkbox id="isSure" name="isSure" required />
          {t("sure")}
        </label>
      </div>
      <SubmitButton look="danger">{t("action")}</SubmitButton>
    </ActionForm>
  );
}
