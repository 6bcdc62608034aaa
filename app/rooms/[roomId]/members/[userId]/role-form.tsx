"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { RoleRadios } from "@/app/_ui/role";
import type { Role } from "@/lib/access/membership";
import { changeRole } from "../actions";

interface RoleFormProps {
  roomId: string;
  userId: string;
  roles: readonly Role[];
  current: Role | null;
}

export function RoleForm({ roomId, userId, roles, current }: RoleFormProps) {
  const t = useTranslations("roomMembers.person");
  const form = useForm(changeRole);
  return (
    <ActionForm form={form} failed={t("failed")} hidden={{ roomId, userId }} className="card grid gap-4 p-4 sm:p-5">
      <RoleRadios place="room" roles={roles} current={current} />
      <div>
        <SubmitButton>{t("save")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
