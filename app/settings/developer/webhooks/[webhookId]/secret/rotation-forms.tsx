"use client";

import { Bird } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { Checkbox } from "@/app/_ui/form/input";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { finish } from "../../actions";
import { sendCanaryTest } from "../../delivery-actions";
import { TestAnswer } from "../test/test-answer";

export function CanaryForm({ webhookId }: { webhookId: string }) {
  const t = useTranslations("webhookForms.canary");
  const form = useForm(sendCanaryTest);
  return (
    <div className="grid grid-cols-1 gap-3">
      <ActionForm
        form={form}
        failed={t("failed")}
        hidden={{ webhookId }}
        className="flex flex-wrap items-center justify-between gap-4"
      >
        <p className="max-w-xl text-dense text-ink-2 text-pretty">{t("text")}</p>
        <SubmitButton look="plain" icon={<Bird aria-hidden />}>
          {t("send")}
        </SubmitButton>
      </ActionForm>
      <TestAnswer state={form.state} webhookId={webhookId} />
    </div>
  );
}

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
