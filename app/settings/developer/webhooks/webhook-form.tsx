"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { webhookPath } from "@/app/_links";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { CheckField, TextField } from "@/app/_ui/form/field";
import { TargetField } from "@/app/_ui/form/url-field";
import { type Form, useForm } from "@/app/_ui/form/use-form";
import { WEBHOOK_NAME_MAX_LENGTH, WEBHOOK_URL_MAX_LENGTH } from "@/lib/platform/limits";
import { checkUrl, update } from "./actions";
import { EventChoice } from "./event-choice";
import type { EventGroup } from "./event-groups";
import type { WebhookFormValues } from "./form-values";
import { HeaderRows } from "./header-rows";

export interface WebhookFormProps {
  start: WebhookFormValues;
  groups: readonly EventGroup[];
}

interface WebhookFieldsProps extends WebhookFormProps {
  form: Form & { values: WebhookFormValues | null };
  hidden?: Readonly<Record<string, string>>;
  roomField?: (room: string) => ReactNode;
  submit: string;
  cancelHref: string;
}

export function WebhookFields({ start, groups, form, hidden = {}, roomField, submit, cancelHref }: WebhookFieldsProps) {
  const t = useTranslations("webhookForms");
  const [initial] = useState(form.values ?? start);
  return (
    <ActionForm
      form={form}
      failed={t("failed", { count: form.problems.length })}
      hidden={hidden}
      noValidate
      className="max-w-3xl divide-y divide-line -mt-6 [&>*]:py-6"
    >
      <div className="grid gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            name="name"
            label={t("name")}
            maxLength={WEBHOOK_NAME_MAX_LENGTH * 2}
            defaultValue={initial.name}
            placeholder={t("namePlaceholder")}
          />
          {roomField?.(initial.room)}
        </div>
        <TargetField
          label={t("url")}
          hint={t("urlHint")}
          placeholder="https://hooks.example.com/svc"
          maxLength={WEBHOOK_URL_MAX_LENGTH}
          initial={initial.url}
          check={checkUrl}
          words={{ fine: t("urlFine"), unchecked: t("urlUnchecked") }}
        />
      </div>
      <EventChoice groups={groups} initial={initial.events} />
      <HeaderRows initial={initial.headers} problems={form.problems.filter(({ field }) => field === "customHeaders")} />
      <div>
        <CheckField
          name="standardHeaders"
          label={t("standardHeaders")}
          hint={t("standardHeadersHint")}
          defaultChecked={initial.standardHeaders}
        />
      </div>
      <FormButtons submit={submit} cancelHref={cancelHref} />
    </ActionForm>
  );
}

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
