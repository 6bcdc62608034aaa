"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { SubmitButton } from "@/app/_ui/submit-button";
import { create, update } from "./actions";
import { ORGANIZATIONS_PATH, organizationPath } from "./paths";
import type { OrganizationFormState } from "./problems";
import { useProblems } from "./use-problems";

const IDLE: OrganizationFormState = { kind: "idle" };

interface DetailsFormProps {
  /** null: one that is to be made. */
  organization: { organizationId: string; name: string; description: string | null } | null;
}

export function DetailsForm({ organization }: DetailsFormProps) {
  const t = useTranslations("organizationSettings.details");
  const [state, action, isPending] = useActionState(organization ? update : create, IDLE);
  const problems = useProblems(state);
  return (
    <ActionForm action={action} className="card grid gap-5 p-4 sm:p-5">
      {organization ? <input type="hidden" name="organizationId" value={organization.organizationId} /> : null}
      <ErrorSummary answer={state} title={t("failed")} problems={problems.all} />
      <Field id="name" label={t("name")} error={problems.at("name")}>
        {(aria) => <Input {...aria} name="name" autoComplete="organization" defaultValue={organization?.name} />}
      </Field>
      <Field id="description" label={t("text")} hint={t("textHint")} error={problems.at("description")}>
        {(aria) => (
          <textarea
            {...aria}
            name="description"
            rows={3}
            defaultValue={organization?.description ?? ""}
            className="control h-auto py-2"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <SubmitButton isPending={isPending}>{t(organization ? "save" : "create")}</SubmitButton>
        <LinkButton
          look="quiet"
          href={organization ? organizationPath(organization.organizationId) : ORGANIZATIONS_PATH}
        >
          {t("cancel")}
        </LinkButton>
      </div>
    </ActionForm>
  );
}
