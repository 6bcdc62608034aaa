"use client";

import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { CheckField, TextField } from "@/app/_ui/form/field";
import { isCompleteUrl, UrlField, useTypedCheck } from "@/app/_ui/form/url-field";
import type { Form } from "@/app/_ui/form/use-form";
import { WEBHOOK_NAME_MAX_LENGTH, WEBHOOK_URL_MAX_LENGTH } from "@/lib/platform/limits";
import { checkUrl } from "./actions";
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
  /** Beside the name. */
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
          {roomField?.(initial.room)}
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
      <FormButtons submit={submit} cancelHref={cancelHref} />
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
