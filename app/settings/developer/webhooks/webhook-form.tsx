"use client";

import { CircleCheck, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { Field, TextField } from "@/app/_ui/form/field";
import { useForm } from "@/app/_ui/form/use-form";
import { Input, Select } from "@/app/_ui/input";
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

const QUIET_MS = 500;

/** `refusal` is a text for the reader; null: the URL can be a target. */
type Verdict = { url: string; isUnchecked: boolean; refusal: string | null };

/** Asks the server, which alone can resolve the host name, after a pause in typing. */
function UrlField({ initial }: { initial: string }) {
  const t = useTranslations("webhookForms");
  const [url, setUrl] = useState(initial);
  const verdict = useVerdict(url.trim(), initial.trim());
  const isTouched = url.trim() !== initial.trim();
  const isAsking = isTouched && isWorthAsking(url) && verdict === null;
  const isUnchecked = verdict?.isUnchecked ?? false;
  const refusal = verdict?.refusal ?? undefined;
  return (
    <div>
      <Field id="url" label={t("url")} hint={t("urlHint")} error={isTouched ? (refusal ?? "") : undefined}>
        {(aria) => (
          <span className="relative block">
            <Input
              {...aria}
              name="url"
              type="url"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={WEBHOOK_URL_MAX_LENGTH}
              defaultValue={initial}
              onChange={(event) => setUrl(event.currentTarget.value)}
              placeholder="https://hooks.example.com/svc"
              className="pr-9 font-mono text-dense"
            />
            <span className="pointer-events-none absolute top-2.5 right-2.5">
              {isAsking ? (
                <LoaderCircle aria-hidden className="size-4 animate-spin text-ink-3 motion-reduce:animate-none" />
              ) : verdict && !isUnchecked && !refusal ? (
                <CircleCheck aria-hidden className="size-4 text-good" />
              ) : null}
            </span>
          </span>
        )}
      </Field>
      <p role="status" className={isUnchecked ? "mt-1 text-dense text-ink-2" : "sr-only"}>
        {verdict === null ? "" : (refusal ?? t(isUnchecked ? "urlUnchecked" : "urlFine"))}
      </p>
    </div>
  );
}

/** An incomplete URL is not an error yet. */
function isWorthAsking(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/\s]{2,}/i.test(text.trim());
}

function useVerdict(url: string, initial: string): Verdict | null {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const asked = useRef("");
  useEffect(() => {
    asked.current = url;
    if (url === initial || !isWorthAsking(url)) return;
    const timer = setTimeout(() => {
      checkUrl(url).then(
        (refusal) => (asked.current === url ? setVerdict({ url, refusal, isUnchecked: false }) : undefined),
        () => (asked.current === url ? setVerdict({ url, refusal: null, isUnchecked: true }) : undefined),
      );
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [url, initial]);
  return verdict?.url === url ? verdict : null;
}
