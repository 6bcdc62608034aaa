"use client";

import { useTranslations } from "next-intl";
import { useActionState, useId } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { RoleSelect } from "@/app/_ui/role";
import { SubmitButton } from "@/app/_ui/submit-button";
import type { Role } from "@/lib/access/membership";
import { MEMBER_ROLE } from "@/lib/access/roles";
import type { Candidate } from "@/lib/rooms/queries";
import { add, type MembersState } from "./actions";
import { useProblems } from "./use-problems";

const IDLE: MembersState = { kind: "idle" };

interface AddFormProps {
  roomId: string;
  organization: string;
  candidates: readonly Candidate[];
  roles: readonly Role[];
}

/** The list is a shortcut: an e-mail address can always be typed, however large the organization is. */
export function AddForm({ roomId, organization, candidates, roles }: AddFormProps) {
  const t = useTranslations("roomMembers.add");
  const [state, action, isPending] = useActionState(add, IDLE);
  const problems = useProblems(state.kind === "refused" ? state.problems : []);
  const listId = useId();
  const error = problems.at("person") ?? problems.at("userId");
  return (
    <ActionForm action={action} className="card grid gap-4 p-4 sm:p-5">
      <input type="hidden" name="roomId" value={roomId} />
      <ErrorSummary
        answer={state}
        title={t("failed")}
        problems={problems.all.map((problem) => ({
          ...problem,
          field: problem.field === "userId" ? "person" : problem.field,
        }))}
      />
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <Field id="person" label={t("person")} hint={t("personHint", { organization })} error={error}>
          {(aria) => (
            <Input
              {...aria}
              name="person"
              list={listId}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
          )}
        </Field>
        <datalist id={listId}>
          {candidates.map(({ userId, name, email }) => (
            <option key={userId} value={email}>
              {name}
            </option>
          ))}
        </datalist>
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
