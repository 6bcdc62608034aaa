"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { SubmitButton } from "@/app/_ui/submit-button";
import { pathOf } from "../../paths";
import { RevealSecret } from "../../reveal-secret";
import { type RecreateState, recreate } from "./action";

const IDLE: RecreateState = { kind: "idle" };

export function RecreateForm({ webhookId, name }: { webhookId: string; name: string }) {
  const t = useTranslations("webhookForms");
  const router = useRouter();
  const [state, action, isPending] = useActionState(recreate, IDLE);
  if (state.kind === "recreated") {
    const href = pathOf(state.registered.id, `?replaces=${webhookId}`);
    return (
      <RevealSecret
        title={t("recreatedTitle", { name })}
        secret={state.registered.secret}
        nextHref={href}
        onDone={() => router.push(href)}
      />
    );
  }
  const problems =
    state.kind === "refused"
      ? state.problems.map(({ field, reason }) => ({
          field: "",
          message: `${field} ${t(`problems.${reason}`)}`.trim(),
        }))
      : [];
  return (
    <ActionForm action={action} className="grid gap-4">
      <input type="hidden" name="webhookId" value={webhookId} />
      <ErrorSummary answer={state} title={t("recreateFailed")} problems={problems} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton isPending={isPending}>{t("recreate")}</SubmitButton>
        <LinkButton href={pathOf(webhookId)}>{t("keep")}</LinkButton>
      </div>
    </ActionForm>
  );
}
