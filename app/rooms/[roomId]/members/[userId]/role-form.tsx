"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { RoleRadios } from "@/app/_ui/role";
import { SubmitButton } from "@/app/_ui/submit-button";
import type { Role } from "@/lib/access/membership";
import { changeRole, type MembersState } from "../actions";
import { useProblems } from "../use-problems";

const IDLE: MembersState = { kind: "idle" };

interface RoleFormProps {
  roomId: string;
  userId: string;
  roles: readonly Role[];
  current: Role | null;
}

export function RoleForm({ roomId, userId, roles, current }: RoleFormProps) {
  const t = useTranslations("roomMembers.person");
  const [state, action, isPending] = useActionState(changeRole, IDLE);
  const problems = useProblems(state.kind === "refused" ? state.problems : []);
  return (
    <ActionForm action={action} className="card grid gap-4 p-4 sm:p-5">
      <input type="hidden" name="roomId" value={roomId} />
      <input type="hidden" name="userId" value={userId} />
      <ErrorSummary answer={state} title={t("failed")} problems={problems.all} />
      <RoleRadios place="room" roles={roles} current={current} error={problems.at("role")} />
      <div>
        <SubmitButton isPending={isPending}>{t("save")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
