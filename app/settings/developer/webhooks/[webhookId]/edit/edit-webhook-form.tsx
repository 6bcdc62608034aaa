"use client";

import { useTranslations } from "next-intl";
import { webhookPath } from "@/app/_links";
import { useForm } from "@/app/_ui/form/use-form";
import { update } from "../../actions";
import type { WebhookFormValues } from "../../form-values";
import { WebhookFields, type WebhookFormProps } from "../../webhook-form";

export function EditWebhookForm({ webhookId, ...props }: WebhookFormProps & { webhookId: string }) {
  const t = useTranslations("webhookForms");
  const form = useForm<never, WebhookFormValues>(update);
  return (
    <WebhookFields
      {...props}
      form={form}
      hidden={{ webhookId }}
      submit={t("save")}
      cancelHref={webhookPath(webhookId)}
    />
  );
}
