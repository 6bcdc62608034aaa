import { useTranslations } from "next-intl";
import { useId } from "react";
import { PlainForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { RoleField } from "@/app/_ui/shown/role";
import type { Role } from "@/lib/access/membership";
import type { Candidate } from "@/lib/rooms/queries";
import { add } from "./actions";

interface AddFormProps {
  roomId: string;
  organization: string;
  candidates: readonly Candidate[];
  roles: readonly Role[];
}

export function AddForm({ roomId, organization, candidates, roles }: AddFormProps) {
  const t = useTranslations("roomMembers.add");
  const listId = useId();
  return (
    <PlainForm action={add} failed={t("failed")} hidden={{ roomId }} className="card grid gap-4 p-4 sm:p-5">
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <TextField
          name="person"
          label={t("person")}
          hint={t("personHint", { organization })}
          list={listId}
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <datalist id={listId}>
          {candidates.map(({ userId, name, email }) => (
            <option key={userId} value={email}>
              {name}
            </option>
          ))}
        </datalist>
        <RoleField label={t("role")} roles={roles} />
      </div>
      <div>
        <SubmitButton>{t("submit")}</SubmitButton>
      </div>
    </PlainForm>
  );
}
