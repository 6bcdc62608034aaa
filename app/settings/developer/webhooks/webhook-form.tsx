"use client";

import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { CheckField, SelectField, TextField } from "@/app/_ui/form/field";
import { isCompleteUrl, UrlField, useTypedCheck } from "@/app/_ui/form/url-field";
import { useForm } from "@/app/_ui/form/use-form";
import { WEBHOOK_NAME_MAX_LENGTH, WEBHOOK_URL_MAX_LENGTH } from "@/lib/platform/limits";
import { checkUrl, register, update } from "./actions";
import { EventChoice } from "./event-choice";
import type { EventGroup } from "./event-groups";
import type { WebhookFormValues } from "./form-values";
import { HeaderRows } from "./header-rows";
import { pathOf } from "./paths";
import { RevealSecret } from "./reveal-secret";

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
  const form = useForm<Registered, WebhookFormValues>(webhookId ? update : register);
  const [initial] = useState(form.values ?? start);
  if (form.state.kind === "registered") {
    const { registered, name } = form.state;
    const { id, secret } = registered;
    return <RevealSecret title={t("registeredTitle", { name })} secret={secret} nextHref={pathOf(id, "/test")} />;
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
            <SelectField name="room" label={t("room")} hint={t("roomHint")} defaultValue={initial.room}>
              {rooms.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          ) : null}
        </div>
        <TargetField initial={initial.url} />
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
      <FormButtons submit={t(webhookId ? "save" : "submit")} cancelHref={cancelHref} />
    </ActionForm>
  );
}

/** `refusal` is a text for the reader; null: the URL can be a target. */
type Verdict = { isUnchecked: boolean; refusal: string | null };

const judge = (url: string): Promise<Verdict> =>
  checkUrl(url).then(
    (refusal) => ({ refusal, isUnchecked: false }),
    () => ({ refusal: null, isUnchecked: true }),
  );

function TargetField({ initial }: { initial: string }) {
  const t = useTranslations("webhookForms");
  const [typed, setTyped] = useState(initial);
  const [isEntered, setEntered] = useState(false);
  const url = typed.trim();
  const isTouched = url !== initial.trim();
  const verdict = useTypedCheck(isTouched ? url : "", judge, isEntered);
  const isUnchecked = verdict?.isUnchecked ?? false;
  const refusal = verdict?.refusal ?? undefined;
  return (
    <UrlField
      name="url"
      label={t("url")}
      hint={t("urlHint")}
      initial={initial}
      onType={(text) => {
        setTyped(text);
        setEntered(false);
      }}
      onLeave={() => setEntered(true)}
      maxLength={WEBHOOK_URL_MAX_LENGTH}
      placeholder="https://hooks.example.com/svc"
      error={isTouched ? (refusal ?? "") : undefined}
      isAsking={isTouched && url !== "" && (isEntered || isCompleteUrl(url)) && verdict === null}
      mark={verdict && !isUnchecked && !refusal ? <CircleCheck aria-hidden className="size-4 text-good" /> : null}
      status={verdict === null ? "" : (refusal ?? t(isUnchecked ? "urlUnchecked" : "urlFine"))}
      isStatusShown={!refusal}
    />
  );
}
