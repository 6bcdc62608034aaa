"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { WEBHOOKS_PATH, webhookPath } from "@/app/_links";
import { SelectField } from "@/app/_ui/form/field";
import { useForm } from "@/app/_ui/form/use-form";
import { register } from "../actions";
import type { WebhookFormValues } from "../form-values";
import { RevealSecret } from "../reveal-secret";
import { WebhookFields, type WebhookFormProps } from "../webhook-form";

interface NewWebhookFormProps extends WebhookFormProps {
  rooms: readonly { id: string; name: string }[];
  /** Code that checks deliveries, for the receiver that needs the secret. */
  verifier: ReactNode;
}

type Registered = Extract<Awaited<ReturnType<typeof register>>, { kind: "registered" }>;

export function NewWebhookForm({ rooms, verifier, ...props }: NewWebhookFormProps) {
  const t = useTranslations("webhookForms");
  const form = useForm<Registered, WebhookFormValues>(register);
  if (form.state.kind === "registered") {
    const { registered, name } = form.state;
    const { id, secret } = registered;
    const title = t("registeredTitle", { name });
    return <RevealSecret title={title} secret={secret} verifier={verifier} nextHref={webhookPath(id, "/test")} />;
  }
  return (
    <WebhookFields
      {...props}
      form={form}
      roomField={(room) => (
        <SelectField name="room" label={t("room")} hint={t("roomHint")} defaultValue={room}>
          {rooms.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      submit={t("submit")}
      cancelHref={WEBHOOKS_PATH}
    />
  );
}
