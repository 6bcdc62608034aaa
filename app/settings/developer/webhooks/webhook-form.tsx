"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { Field, TextField } from "@/app/_ui/form/field";
import { useForm } from "@/app/_ui/form/use-form";
import { Select } from "@/app/_ui/input";
import { WEBHOOK_NAME_MAX_LENGTH } from "@/lib/platform/limits";
import { register, update } from "./actions";
import { EventChoice } from "./event-choice";
import type { EventGroup } from "./event-groups";
import type { WebhookFormValues } from "./form-values";
import { HeaderRows } from "./header-rows";
import { pathOf } from "./paths";
import { RevealSecret } from "./reveal-secret";
import { UrlField } from "./url-field";

interface WebhookFormProps {
  start: WebhookFormValues;
  groups: readonly EventGroup[];
  /** A webhook that exists stays in its room. */
  rooms: readonly { id: string; name: string }[] | null;
  webhookId?: string;
  cancelHref: string;
}

type Registered = Extract<Awaited<ReturnType<typeof register>>, { kind: "registered" }>;

/** Registers a webhook, or edits the one with the given id. */
export function WebhookForm({ start, groups, rooms, webhookId, cancelHref }: WebhookFormProps) {
  const t = useTranslations("webhookForms");
  const router = useRouter();
  const form = useForm<Registered, WebhookFormValues>(webhookId ? update : register);
  const [initial] = useState(form.values ?? start);
  if (form.state.kind === "registered") {
    const { registered, name } = form.state;
    const href = pathOf(registered.id, "/test");
    return (
      <RevealSecret
        title={t("registeredTitle", { name })}
        secret={registered.secret}
        nextHref={href}
        onDone={() => router.push(href)}
      />
    );
  }
  return (
    <ActionForm
      form={form}
      failed={t("failed", { count: form.problems.length })}
      hidden={webhookId ? { webhookId } : {}}
      noValidate
      className="card divide-y divide-line [&>*]:p-5"
    >
      <div className="grid gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            name="name"
            label={t("name")}
            hint={t("nameHint")}
            maxLength={WEBHOOK_NAME_MAX_LENGTH * 2}
            defaultValue={initial.name}
            placeholder={t("namePlaceholder")}
          />
          {rooms ? (
            <Field id="room" label={t("room")} hint={t("roomHint")}>
              {(aria) => (
                <Select {...aria} name="room" defaultValue={initial.room}>
                  {rooms.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ) : null}
        </div>
        <UrlField initial={initial.url} />
      </div>
      <EventChoice groups={groups} initial={initial.events} />
      <HeaderRows initial={initial.headers} problems={form.problems.filter(({ field }) => field === "customHeaders")} />
      <FormButtons submit={t(webhookId ? "save" : "submit")} cancelHref={cancelHref} />
    </ActionForm>
  );
}
