"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input, Select } from "@/app/_ui/input";
import { SubmitButton } from "@/app/_ui/submit-button";
import { WEBHOOK_NAME_MAX_LENGTH } from "@/lib/platform/limits";
import type { WebhookFormState } from "./actions";
import { EventChoice } from "./event-choice";
import type { EventGroup } from "./event-groups";
import type { WebhookFormValues } from "./form-values";
import { HeaderRows } from "./header-rows";
import { pathOf } from "./paths";
import { RevealSecret } from "./reveal-secret";
import { UrlField } from "./url-field";

interface WebhookFormProps {
  action: (state: WebhookFormState, form: FormData) => Promise<WebhookFormState>;
  start: WebhookFormValues;
  groups: readonly EventGroup[];
  /** A webhook that exists stays in its room. */
  rooms: readonly { id: string; name: string }[] | null;
  webhookId?: string;
  cancelHref: string;
}

const IDLE: WebhookFormState = { kind: "idle" };
const HEADER_FIELD = "customHeaders.";

/** Where the form shows a problem that the store names by its own path. */
function idOf(field: string): string {
  return field.startsWith(HEADER_FIELD) ? "customHeaders" : field;
}

export function WebhookForm({ action, start, groups, rooms, webhookId, cancelHref }: WebhookFormProps) {
  const t = useTranslations("webhookForms");
  const router = useRouter();
  const [state, send, isPending] = useActionState(action, IDLE);
  const [initial] = useState(state.kind === "invalid" ? state.values : start);
  if (state.kind === "registered") {
    const href = pathOf(state.registered.id, "/test");
    return (
      <RevealSecret
        title={t("registeredTitle", { name: state.name })}
        secret={state.registered.secret}
        nextHref={href}
        onDone={() => router.push(href)}
      />
    );
  }
  const problems = state.kind === "invalid" ? state.problems : [];
  const shown = problems.map(({ field, reason }) => {
    const message = t(`problems.${reason}`);
    const header = field.startsWith(HEADER_FIELD) ? field.slice(HEADER_FIELD.length) : "";
    return { field: idOf(field), header, message: header ? `${header}: ${message}` : message };
  });
  const findError = (field: string) => shown.find((problem) => problem.field === field)?.message;
  const headerErrors = new Map(
    shown.filter(({ field }) => field === "customHeaders").map(({ header, message }) => [header, message]),
  );
  return (
    <ActionForm action={send} noValidate className="card divide-y divide-line [&>*]:p-5">
      {problems.length > 0 ? (
        <div>
          <ErrorSummary answer={state} title={t("failed", { count: problems.length })} problems={shown} />
        </div>
      ) : null}
      {webhookId ? <input type="hidden" name="webhookId" value={webhookId} /> : null}
      <div className="grid gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field id="name" label={t("name")} hint={t("nameHint")} error={findError("name")}>
            {(aria) => (
              <Input
                {...aria}
                name="name"
                autoComplete="off"
                maxLength={WEBHOOK_NAME_MAX_LENGTH * 2}
                defaultValue={initial.name}
                placeholder={t("namePlaceholder")}
              />
            )}
          </Field>
          {rooms ? (
            <Field id="room" label={t("room")} hint={t("roomHint")} error={findError("room")}>
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
        <UrlField initial={initial.url} error={findError("url")} />
      </div>
      <EventChoice groups={groups} initial={initial.events} error={findError("events")} />
      <HeaderRows initial={initial.headers} errors={headerErrors} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton isPending={isPending}>{t(webhookId ? "save" : "submit")}</SubmitButton>
        <LinkButton look="quiet" href={cancelHref}>
          {t("cancel")}
        </LinkButton>
      </div>
    </ActionForm>
  );
}
