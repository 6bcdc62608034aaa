"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { RoleSelect } from "@/app/_ui/role";
import { SubmitButton } from "@/app/_ui/submit-button";
import type { Role } from "@/lib/access/membership";
import { MEMBER_ROLE } from "@/lib/access/roles";
import { INVITATION_LIFETIME_MS } from "@/lib/platform/limits";
import { sendInvitation } from "../actions";
import type { OrganizationFormState } from "../problems";
import { useProblems } from "../use-problems";

const DAY_MS = 24 * 60 * 60 * 1000;
const IDLE: OrganizationFormState = { kind: "idle" };

export function InviteForm({ organizationId, roles }: { organizationId: string; roles: readonly Role[] }) {
  const t = useTranslations("organizationSettings.invite");
  const [state, action, isPending] = useActionState(sendInvitation, IDLE);
  const problems = useProblems(state);
  return (
    <ActionForm action={action} className="card grid gap-4 p-4 sm:p-5">
      <input type="hidden" name="organizationId" value={organizationId} />
      <ErrorSummary answer={state} title={t("failed")} problems={problems.all} />
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <Field
          id="email"
          label={t("email")}
          hint={t("emailHint", { days: INVITATION_LIFETIME_MS / DAY_MS })}
          error={problems.at("email")}
        >
          {(aria) => (
            <Input {...aria} name="email" type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <Field id="role" label={t("role")} error={problems.at("role")}>
          {(aria) => <RoleSelect {...aria} roles={roles} defaultRole={MEMBER_ROLE} />}
        </Field>
      </div>
      <div>
        <SubmitButton isPending={isPending}>{t("submit")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
