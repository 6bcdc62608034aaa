"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { Field, TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { RoleSelect } from "@/app/_ui/role";
import type { Role } from "@/lib/access/membership";
import { MEMBER_ROLE } from "@/lib/access/roles";
import { INVITATION_LIFETIME_MS } from "@/lib/platform/limits";
import { sendInvitation, withdraw } from "../actions";

const DAY_MS = 24 * 60 * 60 * 1000;

export function InviteForm({ organizationId, roles }: { organizationId: string; roles: readonly Role[] }) {
  const t = useTranslations("organizationSettings.invite");
  const form = useForm(sendInvitation);
  return (
    <ActionForm form={form} failed={t("failed")} hidden={{ organizationId }} className="card grid gap-4 p-4 sm:p-5">
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <TextField
          name="email"
          label={t("email")}
          hint={t("emailHint", { days: INVITATION_LIFETIME_MS / DAY_MS })}
          type="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field id="role" label={t("role")}>
          {(aria) => <RoleSelect {...aria} roles={roles} defaultRole={MEMBER_ROLE} />}
        </Field>
      </div>
      <div>
        <SubmitButton>{t("submit")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

interface WithdrawFormProps {
  organizationId: string;
  invitationId: string;
  email: string;
}

export function WithdrawForm({ email, ...hidden }: WithdrawFormProps) {
  const t = useTranslations("organizationSettings.invite");
  const form = useForm(withdraw);
  return (
    <ActionForm form={form} failed={t("notWithdrawn")} hidden={hidden} className="flex flex-wrap items-center gap-2">
      <SubmitButton look="dangerPlain" size="small" aria-label={t("withdrawOf", { email })}>
        {t("withdraw")}
      </SubmitButton>
    </ActionForm>
  );
}
