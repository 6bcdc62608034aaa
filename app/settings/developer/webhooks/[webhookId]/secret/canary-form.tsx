"use client";

import { Bird } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { SubmitButton } from "@/app/_ui/submit-button";
import { sendCanaryTest, type TestState } from "../test/action";
import { TestAnswer } from "../test/test-answer";

export function CanaryForm({ webhookId }: { webhookId: string }) {
  const t = useTranslations("webhookForms");
  const [state, action, isPending] = useActionState<TestState, FormData>(sendCanaryTest, {
    kind: "idle",
    sent: 0,
    event: "",
  });
  const problems =
    state.kind === "refused"
      ? state.problems.map(({ reason }) => ({ field: "", message: t(`problems.${reason}`) }))
      : [];
  return (
    <div className="grid grid-cols-1 gap-3">
      <ActionForm action={action} className="flex flex-wrap items-center justify-between gap-4">
        <div className="w-full empty:hidden">
          <ErrorSummary answer={state} title={t("canary.failed")} problems={problems} />
        </div>
        <input type="hidden" name="webhookId" value={webhookId} />
        <p className="max-w-xl text-dense text-ink-2 text-pretty">{t("canary.text")}</p>
        <SubmitButton look="plain" isPending={isPending}>
          {isPending ? null : <Bird aria-hidden />}
          {t("canary.send")}
        </SubmitButton>
      </ActionForm>
      <TestAnswer state={state} webhookId={webhookId} />
    </div>
  );
}
