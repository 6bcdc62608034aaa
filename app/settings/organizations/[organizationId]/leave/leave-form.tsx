"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ConfirmByTyping } from "@/app/_ui/confirm-by-typing";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { SubmitButton } from "@/app/_ui/submit-button";
import { leave } from "../../actions";
import { organizationPath } from "../../paths";
import type { OrganizationFormState } from "../../problems";
import { useProblems } from "../../use-problems";

const IDLE: OrganizationFormState = { kind: "idle" };

export function LeaveForm({ organizationId, name }: { organizationId: string; name: string }) {
  const t = useTranslations("organizationSettings.leave");
  const [state, action, isPending] = useActionState(leave, IDLE);
  const problems = useProblems(state);
  return (
    <ActionForm action={action} className="grid gap-4">
      <input type="hidden" name="organizationId" value={organizationId} />
      <ErrorSummary answer={state} title={t("failed")} problems={problems.all} />
      <ConfirmByTyping text={name} error={problems.at("confirmation")} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton look="danger" isPending={isPending}>
          {t("action")}
        </SubmitButton>
        <LinkButton href={organizationPath(organizationId)}>{t("stay")}</LinkButton>
      </div>
    </ActionForm>
  );
}
