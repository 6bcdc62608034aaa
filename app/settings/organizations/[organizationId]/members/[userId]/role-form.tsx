"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { RoleRadios } from "@/app/_ui/role";
import { SubmitButton } from "@/app/_ui/submit-button";
import type { Role } from "@/lib/access/membership";
import { saveRole } from "../../../actions";
import type { OrganizationFormState } from "../../../problems";
import { useProblems } from "../../../use-problems";

const IDLE: OrganizationFormState = { kind: "idle" };

interface RoleFormProps {
  organizationId: string;
  userId: string;
  roles: readonly Role[];
  current: Role | null;
}

export function RoleForm({ organizationId, userId, roles, current }: RoleFormProps) {
  const t = useTranslations("organizationSettings.person");
  const [state, action, isPending] = useActionState(saveRole, IDLE);
  const problems = useProblems(state);
  return (
    <ActionForm action={action} className="card grid gap-4 p-4 sm:p-5">
      <input type="hidden" name="organizationId" value={organizationId} />
      <input type="hidden" name="userId" value={userId} />
      <ErrorSummary answer={state} title={t("failed")} problems={problems.all} />
      <RoleRadios place="organization" roles={roles} current={current} error={problems.at("role")} />
      <div>
        <SubmitButton isPending={isPending}>{t("save")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
