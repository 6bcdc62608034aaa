"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Select } from "@/app/_ui/input";
import { SubmitButton } from "@/app/_ui/submit-button";
import { EVENT_TYPES } from "@/lib/events/catalog";
import { type TestState, test } from "./action";
import { TestAnswer } from "./test-answer";

interface TestFormProps {
  webhookId: string;
  subscribed: readonly string[];
}

/** The button keeps the focus, so Enter sends again. */
export function TestForm({ webhookId, subscribed }: TestFormProps) {
  const t = useTranslations("deliveries.test");
  const problemWords = useTranslations("webhookForms.problems");
  const [state, action, isPending] = useActionState<TestState, FormData>(test, { kind: "idle", sent: 0, event: "" });
  const others = EVENT_TYPES.filter((type) => !subscribed.includes(type));
  const problems =
    state.kind === "refused" ? state.problems.map(({ reason }) => ({ field: "", message: problemWords(reason) })) : [];
  return (
    <div className="grid grid-cols-1 gap-6">
      <ActionForm action={action} className="card grid gap-4 p-5">
        <p className="max-w-2xl text-dense text-ink-2 text-pretty">{t("text")}</p>
        <ErrorSummary answer={state} title={t("notSent")} problems={problems} />
        <input type="hidden" name="webhookId" value={webhookId} />
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-56 flex-1 sm:max-w-sm">
            <Field id="event" label={t("event")}>
              {(aria) => (
                <Select
                  {...aria}
                  name="event"
                  defaultValue={state.event || subscribed[0]}
                  onKeyDown={(pressed) => {
                    if (pressed.key !== "Enter") return;
                    pressed.preventDefault();
                    pressed.currentTarget.form?.requestSubmit();
                  }}
                >
                  <optgroup label={t("subscribed")}>
                    {subscribed.map((type) => (
                      <option key={type} value={type}>
                        {type}
                      </option>
                    ))}
                  </optgroup>
                  <optgroup label={t("others")}>
                    {others.map((type) => (
                      <option key={type} value={type}>
                        {type}
                      </option>
                    ))}
                  </optgroup>
                </Select>
              )}
            </Field>
          </div>
          <SubmitButton isPending={isPending}>
            {isPending ? null : <Send aria-hidden />}
            {t(state.sent > 0 ? "again" : "send")}
          </SubmitButton>
        </div>
      </ActionForm>
      <TestAnswer state={state} webhookId={webhookId} />
    </div>
  );
}
