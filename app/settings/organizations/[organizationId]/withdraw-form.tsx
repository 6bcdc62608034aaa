"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { SubmitButton } from "@/app/_ui/submit-button";
import { withdraw } from "../actions";
import type { OrganizationFormState } from "../problems";
import { useProblems } from "../use-problems";

const IDLE: OrganizationFormState = { kind: "idle" };

interface WithdrawFormProps {
  organizationId: string;
  invitationId: string;
  email: string;
}

export function WithdrawForm({ organizationId, invitationId, email }: WithdrawFormProps) {
  const t = useTranslations("organizationSettings.invite");
  const [state, action, isPending] = useActionState(withdraw, IDLE);
  const [problem] = useProblems(state).all;
  return (
    <ActionForm action={action} className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="organizationId" value={organizationId} />
      <input type="hidden" name="invitationId" value={invitationId} />
      {problem ? (
        <p role="alert" className="text-dense text-bad">
          {problem.message}
        </p>
      ) : null}
      <SubmitButton look="dangerPlain" size="small" isPending={isPending} aria-label={t("withdrawOf", { email })}>
        {t("withdraw")}
      </SubmitButton>
    </ActionForm>
  );
}
