"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ConfirmByTyping } from "@/app/_ui/confirm-by-typing";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Checkbox } from "@/app/_ui/input";
import { SubmitButton } from "@/app/_ui/submit-button";
import type { Endings } from "@/lib/offboarding/remove-person";
import { remove } from "../../../actions";
import { organizationPath } from "../../../paths";
import type { OrganizationFormState } from "../../../problems";
import { useProblems } from "../../../use-problems";

const IDLE: OrganizationFormState = { kind: "idle" };

interface RemoveFormProps {
  organizationId: string;
  userId: string;
  name: string;
  endings: readonly { kind: keyof Endings; names: readonly string[] }[];
}

export function RemoveForm({ organizationId, userId, name, endings }: RemoveFormProps) {
  const t = useTranslations("organizationSettings.remove");
  const [state, action, isPending] = useActionState(remove, IDLE);
  const problems = useProblems(state);
  return (
    <ActionForm action={action} className="grid gap-4">
      <input type="hidden" name="organizationId" value={organizationId} />
      <input type="hidden" name="userId" value={userId} />
      <ErrorSummary answer={state} title={t("failed")} problems={problems.all} />
      {endings.length === 0 ? null : (
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-dense font-medium">{t("endings")}</legend>
          {endings.map(({ kind, names }) => (
            <label key={kind} className="flex items-start gap-3 rounded-control border border-line p-3">
              <Checkbox name={kind} defaultChecked aria-describedby={`${kind}-hint`} className="mt-0.5" />
              <span className="min-w-0">
                <span className="block text-dense font-medium">{t(`${kind}.label`, { count: names.length })}</span>
                <span id={`${kind}-hint`} className="block text-dense text-ink-2 break-words">
                  {t(`${kind}.hint`, { names: names.join(", ") })}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <ConfirmByTyping text={name} error={problems.at("confirmation")} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton look="danger" isPending={isPending}>
          {t("submit")}
        </SubmitButton>
        <LinkButton href={organizationPath(organizationId)}>{t("keep")}</LinkButton>
      </div>
    </ActionForm>
  );
}
