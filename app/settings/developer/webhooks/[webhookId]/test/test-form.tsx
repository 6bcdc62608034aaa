"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { Field } from "@/app/_ui/form/field";
import { Select } from "@/app/_ui/form/input";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { EVENT_TYPES, isOperational } from "@/lib/events/catalog";
import { wasSent } from "@/lib/webhooks/history/diagnosis";
import { test } from "../../delivery-actions";
import { SentRequest } from "../../sent-request";
import { TestAnswer, type TestedAttempt } from "./test-answer";

interface TestFormProps {
  webhookId: string;
  subscribed: readonly string[];
  isV2: boolean;
}

/** The button keeps the focus, so Enter sends again. */
export function TestForm({ webhookId, subscribed, isV2 }: TestFormProps) {
  const t = useTranslations("deliveries.test");
  const form = useForm(test);
  const { state } = form;
  const others = EVENT_TYPES.filter((type) => !subscribed.includes(type) && (isV2 || !isOperational(type)));
  const groups = [["subscribed", subscribed] as const, ["others", others] as const];
  return (
    <div className="grid grid-cols-1 gap-6">
      <ActionForm form={form} failed={t("notSent")} hidden={{ webhookId }} className="grid gap-4">
        <p className="max-w-2xl text-dense text-ink-2 text-pretty">{t("text")}</p>
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-56 flex-1 sm:max-w-sm">
            <Field id="event" label={t("event")}>
              {(aria) => (
                <Select
                  {...aria}
                  name="event"
                  defaultValue={(state.kind === "answered" ? state.attempt.event : form.values) || subscribed[0]}
                  onKeyDown={(pressed) => {
                    if (pressed.key !== "Enter") return;
                    pressed.preventDefault();
                    pressed.currentTarget.form?.requestSubmit();
                  }}
                >
                  {groups.map(([group, types]) => (
                    <optgroup key={group} label={t(group)}>
                      {types.map((type) => (
                        <option key={type} value={type}>
                          {type}
                        </option>
                      ))}
                    </optgroup>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <SubmitButton icon={<Send aria-hidden />}>{t(state.kind === "answered" ? "again" : "send")}</SubmitButton>
        </div>
      </ActionForm>
      <TestAnswer state={state} webhookId={webhookId} more={(attempt) => <FoldedRequest sent={attempt} />} />
    </div>
  );
}

function FoldedRequest({ sent }: { sent: TestedAttempt }) {
  const t = useTranslations("deliveries");
  return (
    <details className="group">
      <summary className="inline-flex min-h-6 items-center text-dense text-ink-2 underline underline-offset-4 hover:text-ink">
        {t(wasSent(sent) ? "test.whatWasSent" : "request.unsentTitle")}
      </summary>
      <div className="mt-3">
        <SentRequest sent={sent} />
      </div>
    </details>
  );
}
